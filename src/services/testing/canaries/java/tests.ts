import type { Edits } from "../edits.ts";
import { enclosing, field, findAll, kindOf, named } from "../nodes.ts";
import type { Node } from "../parse.ts";

const TEST = /^(Test|ParameterizedTest|RepeatedTest|Theory|CartesianTest)$/;
/** Tests whose outcome is decided elsewhere: by returned values, or by a rule that expects an exception. */
const DECIDED_ELSEWHERE = /@(\w+\.)*(TestFactory|TestTemplate)\b|\bExpectedException\b/;

/** The test methods. Null if the file has tests that cannot be found or cannot be made to fail. */
export function testMethods(root: Node): readonly Node[] | null {
  if (DECIDED_ELSEWHERE.test(root.text())) return null;
  const classes = findAll(root, "class_declaration");
  const names = new Set(classes.map((each) => field(each, "name")?.text()));
  const tests: Node[] = [];
  for (const each of classes) {
    const own = methodsOf(each).filter((method) => isTest(method, each));
    if ((own.length > 0 || looksLikeTests(each)) && inheritsTests(each, names)) return null;
    tests.push(...own);
  }
  return tests;
}

function methodsOf(type: Node): readonly Node[] {
  return named(field(type, "body") ?? type).filter((child) => kindOf(child) === "method_declaration");
}

function isTest(method: Node, type: Node): boolean {
  if (field(method, "body") === null || field(method, "type")?.text() !== "void") return false;
  const words = method.children().find((child) => kindOf(child) === "modifiers");
  if (annotationsOf(method).some((each) => TEST.test(nameOf(each)))) return true;
  const isPublic = /\bpublic\b/.test(words?.text() ?? "") && !/\bstatic\b/.test(words?.text() ?? "");
  if (!isPublic || annotationsOf(method).length > 0) return false;
  // In TestNG, all methods of an annotated class are tests; JUnit 3 uses names.
  if (annotationsOf(type).some((each) => nameOf(each) === "Test")) return true;
  return (
    /\bTestCase$/.test(field(type, "superclass")?.text() ?? "") &&
    /^test/.test(field(method, "name")?.text() ?? "")
  );
}

function looksLikeTests(type: Node): boolean {
  if (annotationsOf(type).some((each) => nameOf(each) === "Nested")) return true;
  return /^Test|(Tests?|TestCase|IT)$/.test(field(type, "name")?.text() ?? "");
}

/** A class outside this file, or an interface, may contribute tests that stay unchanged. */
function inheritsTests(type: Node, names: ReadonlySet<string | undefined>): boolean {
  const base = (field(type, "superclass")?.text() ?? "").replace(/^extends\s+/, "").replace(/<.*/s, "");
  const isKnown = base === "" || /^(junit\.framework\.)?TestCase$|^Object$/.test(base) || names.has(base);
  return !isKnown || field(type, "interfaces") !== null;
}

function annotationsOf(declaration: Node): readonly Node[] {
  const words = declaration.children().find((child) => kindOf(child) === "modifiers");
  return words === undefined ? [] : named(words).filter((each) => /annotation$/.test(kindOf(each)));
}

function nameOf(annotation: Node): string {
  return (field(annotation, "name")?.text() ?? "").replace(/^.*\./, "");
}

/** A test that expects an exception fails with it once it is no longer expected. */
export function dropExpectedExceptions(edits: Edits, test: Node): void {
  for (const annotation of [test, enclosing(test, /^class_declaration$/)].flatMap((each) =>
    each === null ? [] : annotationsOf(each),
  )) {
    const list = nameOf(annotation) === "Test" ? field(annotation, "arguments") : null;
    if (list === null || !/\bexpected/.test(list.text())) continue;
    const kept = named(list).filter((pair) => !/^expected/.test(field(pair, "key")?.text() ?? ""));
    edits.replace(list, kept.length === 0 ? "" : `(${kept.map((pair) => pair.text()).join(", ")})`);
  }
}
