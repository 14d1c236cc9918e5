import { dirname, join } from "node:path/posix";
import type { CanaryLanguage } from "./contract.ts";
import { openEdits } from "./edits.ts";
import { enclosing, endOf, findAll, isSame, kindOf, startOf } from "./nodes.ts";
import { hasSyntaxError, type Node, parse } from "./parse.ts";
import { changeMacro, isGuarded } from "./rust/assertions.ts";
import { failAfter, failAtEnd, failInMacros, panicking } from "./rust/ends.ts";

export const rust: CanaryLanguage = {
  frameworks: ["cargo test"],

  canaryOf({ path, text }, marks) {
    const root = parse("rust", text);
    if (hasSyntaxError(root)) return null;
    const tests = findAll(root, "function_item").filter((each) => attributesOf(each).some(isTestAttribute));
    const edits = openEdits(text);
    const expectsPanics = /should_panic|catch_unwind/.test(text);
    for (const macro of findAll(root, "macro_invocation")) {
      const owner = enclosing(macro, /^function_item$/);
      if (owner === null || isGuarded(macro, owner) || panicExpected(owner).length > 0) continue;
      const isTest = tests.some((test) => isSame(test, owner));
      if (!isTest && (expectsPanics || !isTestCode(path, owner, tests))) continue;
      if (changeMacro(edits, macro)) failAfter(edits, macro, panicking(marks.accepted));
    }
    for (const test of tests) {
      failAtEnd(edits, test, panicking(marks.reached));
      for (const attribute of panicExpected(test))
        edits.replaceRange(startOf(attribute), endOf(attribute), attribute.text().replace(/[^\n]/g, ""));
    }
    const inMacros = failInMacros(edits, root, panicking(marks.reached));
    if (tests.length + inMacros === 0) return null;
    const result = edits.apply();
    return hasSyntaxError(parse("rust", result)) ? null : result;
  },

  failingTest(near, name) {
    // Each file directly under `tests` is a crate; anywhere else, a new file belongs to none.
    if (!/(^|\/)tests\/[^/]+\.rs$/.test(near.path)) return null;
    const word = name.replace(/\W+/g, "_");
    return {
      path: join(dirname(near.path), `${word}.rs`),
      text: `#[test]\nfn ${/^\d/.test(word) ? "_" : ""}${word}() {\n    assert_eq!(4, 5);\n}\n`,
    };
  },
};

/** Attributes directly before an item. */
function attributesOf(item: Node): Node[] {
  const found: Node[] = [];
  for (let at = item.prev(); at !== null && /^attribute_item$|comment/.test(kindOf(at)); at = at.prev())
    if (kindOf(at) === "attribute_item") found.push(at);
  return found;
}

function isTestAttribute(attribute: Node): boolean {
  return /^#\[\s*(\w+\s*::\s*)*(test|rstest|test_case|wasm_bindgen_test|quickcheck)\b/.test(attribute.text());
}

function panicExpected(test: Node): Node[] {
  return attributesOf(test).filter((attribute) => /^#\[\s*should_panic\b/.test(attribute.text()));
}

/** Test helpers: in a test file, or in a module that contains only tests. */
function isTestCode(path: string, owner: Node, tests: readonly Node[]): boolean {
  if (/(^|\/)tests\//.test(path)) return true;
  const module = enclosing(owner, /^mod_item$/);
  if (module === null || !attributesOf(module).some((each) => /cfg\s*\(.*\btest\b/.test(each.text())))
    return false;
  return tests.some((test) => test.ancestors().some((each) => isSame(each, module)));
}
