import { basename, dirname, join } from "node:path/posix";
import { languageOf } from "../../../domain/rules/languages/languages.ts";
import type { CanaryLanguage, TestText } from "./contract.ts";
import { type Edits, openEdits } from "./edits.ts";
import { assertCallOf, changeAssert, isAsynchronous } from "./javascript/assert.ts";
import { failAfter, failAtEnd } from "./javascript/ends.ts";
import { chainOf, changeExpectation } from "./javascript/expect.ts";
import { failingText } from "./javascript/failing.ts";
import { type Imported, importsOf } from "./javascript/imports.ts";
import { FUNCTION, invertedMarks, isAroundTests, type TestCall, testCallsOf } from "./javascript/tests.ts";
import { halves } from "./literals.ts";
import { ancestorsBelow, bare, enclosing, endOf, field, findAll, isSame, kindOf, startOf } from "./nodes.ts";
import { hasSyntaxError, type Node, parse } from "./parse.ts";

export const javascript: CanaryLanguage = {
  frameworks: ["node:test", "jest", "vitest", "mocha"],

  canaryOf({ path, text }, marks, framework) {
    const language = languageOf(path) ?? "javascript";
    const root = parse(language, text);
    if (hasSyntaxError(root)) return null;
    const fail = (mark: string) => `throw new Error(${halves(mark).join(" + ")})`;
    const edits = openEdits(text);
    const imports = importsOf(root);
    const tests = testCallsOf(root, imports);
    if (tests.length === 0) return null;
    const changed = changeAssertions(edits, root, imports, tests, fail(marks.accepted));
    for (const test of tests) {
      failAtEnd(edits, test, framework, fail(marks.reached), (value) =>
        fail(changed.some((each) => isSame(each, awaited(value))) ? marks.accepted : marks.reached),
      );
      for (const mark of invertedMarks(test.call)) {
        const object = field(mark, "object");
        if (object !== null) edits.replaceRange(endOf(object), endOf(mark), "");
      }
    }
    const result = edits.apply();
    return hasSyntaxError(parse(language, result)) ? null : result;
  },

  failingTest(near, name, framework) {
    return { path: pathFor(near, name), text: failingText(near, name, framework) };
  },
};

function changeAssertions(
  edits: Edits,
  root: Node,
  imports: ReadonlyMap<string, Imported>,
  tests: readonly TestCall[],
  fail: string,
): Node[] {
  const expectsFailures = /AssertionError|ERR_ASSERTION/.test(root.text());
  const meantToFail = tests
    .filter(({ call }) => invertedMarks(call).length > 0)
    .map(({ callback }) => callback.range());
  return findAll(root, "call_expression", "member_expression").flatMap((node) => {
    const at = startOf(node);
    if (meantToFail.some(({ start, end }) => at >= start.index && at < end.index)) return [];
    const owner = enclosing(node, FUNCTION);
    if (owner === null || isAroundTests(owner, imports)) return [];
    if (isGuarded(node) || (expectsFailures && !tests.some(({ callback }) => isSame(callback, owner))))
      return [];
    const chain = chainOf(node);
    if (chain !== null) {
      if (!changeExpectation(edits, chain)) return [];
      if (!chain.isSoft) failAfter(edits, chain.top, chain.isAsynchronous, fail);
      return [chain.top];
    }
    const call = kindOf(node) === "call_expression" ? assertCallOf(node, imports) : null;
    if (call === null || !changeAssert(edits, node, call)) return [];
    failAfter(edits, node, isAsynchronous(call.name), fail);
    return [node];
  });
}

/** Whether honest code may be expected to fail this assertion: then even a changed value may pass. */
function isGuarded(node: Node): boolean {
  let inner = node;
  return ancestorsBelow(node, null).some((ancestor) => {
    const child = inner;
    inner = ancestor;
    if (kindOf(ancestor) === "try_statement")
      return isSame(child, field(ancestor, "body")) && field(ancestor, "handler") !== null;
    if (kindOf(ancestor) !== "call_expression" || !isSame(child, field(ancestor, "arguments"))) return false;
    return /(^|\.)(throws|doesNotThrow|rejects|doesNotReject|expect|throw)$/.test(
      field(ancestor, "function")?.text() ?? "",
    );
  });
}

function awaited(node: Node): Node {
  const inner = bare(node);
  return kindOf(inner) === "await_expression" ? (inner.children().at(-1) ?? inner) : inner;
}

/** Named like its neighbor: `x.test.ts`, `test-x.js`, or just `x.js` in a test folder. */
function pathFor(near: TestText, name: string): string {
  const [, stem = "", extension = ""] = /^(.*?)(\.[cm]?[jt]sx?)$/.exec(basename(near.path)) ?? [];
  const suffix = /[._-](test|tests|spec)$/.exec(stem)?.[0];
  const prefix = /^test[-_.]/.exec(stem)?.[0];
  const file =
    suffix !== undefined
      ? name + suffix
      : prefix !== undefined
        ? prefix + name
        : stem === "test"
          ? `${name}.test`
          : name;
  return join(dirname(near.path), file + extension);
}
