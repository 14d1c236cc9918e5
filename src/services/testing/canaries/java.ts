import { dirname, join } from "node:path/posix";
import type { CanaryLanguage } from "./contract.ts";
import { openEdits } from "./edits.ts";
import { changeAssertion, isGuarded } from "./java/assertions.ts";
import { failAtEnd, failing } from "./java/ends.ts";
import { type Library, libraryOf } from "./java/library.ts";
import { dropExpectedExceptions, testMethods } from "./java/tests.ts";
import { enclosing, endOf, findAll, isSame, kindOf } from "./nodes.ts";
import { hasSyntaxError, parse } from "./parse.ts";

/** JUnit 3, 4 and 5 and TestNG, regardless of the build tool. */
export const java: CanaryLanguage = {
  frameworks: ["maven", "gradle"],

  canaryOf({ path, text }, marks) {
    if (!path.endsWith(".java")) return null;
    const root = parse("java", text);
    const library = libraryOf(root);
    if (library === null || hasSyntaxError(root)) return null;
    const tests = testMethods(root);
    if (tests === null || tests.length === 0) return null;
    const edits = openEdits(text);
    for (const test of tests) {
      for (const statement of findAll(test, "expression_statement")) {
        const owner = enclosing(statement, /^(method_declaration|lambda_expression|class_body)$/);
        // Without an enclosing block, an added statement would run unconditionally.
        const parent = statement.parent();
        if (!isSame(test, owner) || parent === null || kindOf(parent) !== "block") continue;
        if (isGuarded(statement, test) || !changeAssertion(edits, statement, library)) continue;
        edits.insert(endOf(statement), ` ${failing(marks.accepted)}`);
      }
      failAtEnd(edits, test, failing(marks.reached));
      dropExpectedExceptions(edits, test);
    }
    const result = edits.apply();
    return hasSyntaxError(parse("java", result)) ? null : result;
  },

  failingTest(near, name) {
    if (!near.path.endsWith(".java")) return null;
    const root = parse("java", near.text);
    const library = libraryOf(root);
    if (library === null) return null;
    const title = name.replace(/(?:^|\W|_)+([a-zA-Z0-9]|$)/g, (_, letter: string) => letter.toUpperCase());
    const declared = findAll(root, "package_declaration")[0];
    const head = declared === undefined ? "" : `${declared.text()}\n\n`;
    // Tools recognize test classes by this suffix.
    const type = `Case${title}Test`;
    return {
      path: join(dirname(near.path), `${type}.java`),
      text: `${head}public class ${type}${bodyOf(library)}`,
    };
  },
};

function bodyOf({ annotation, assertions }: Library): string {
  const method = `public void testPlain() {\n        ${assertions}.assertEquals(5, 4);\n    }\n}\n`;
  if (annotation === null) return ` extends junit.framework.TestCase {\n    ${method}`;
  return ` {\n    @${annotation}\n    ${method}`;
}
