import { field, findAll, isSame, kindOf, named } from "../nodes.ts";
import type { Node } from "../parse.ts";
import type { Imported } from "./imports.ts";

const TESTS = /^(test|it|specify|fit|ftest)$/;
const GROUPS =
  /^([fx]?describe|suite|context|before|after|beforeEach|afterEach|beforeAll|afterAll|setup|teardown|suiteSetup|suiteTeardown|aroundEach|aroundAll)$/;
const MODIFIERS = /^(only|skip|each|for|concurrent|sequential|fails|failing|todo|skipIf|runIf|shuffle)$/;
export const FUNCTION =
  /^(arrow_function|function_expression|function_declaration|method_definition|generator_function|generator_function_declaration)$/;

export interface TestCall {
  readonly call: Node;
  readonly callback: Node;
  /** The first parameters are the values of a table row. */
  readonly isTable: boolean;
}

export function testCallsOf(root: Node, imports: ReadonlyMap<string, Imported>): TestCall[] {
  return findAll(root, "call_expression").flatMap((call) => {
    const { name, isMember } = nameOf(call, imports);
    if (name === null || !TESTS.test(name)) return [];
    const callback = callbackOf(call, isMember);
    const isTable = /\.(each|for)\b/.test(field(call, "function")?.text() ?? "");
    return callback === null ? [] : [{ call, callback, isTable }];
  });
}

/** Whether a callback defines or surrounds tests, so an error in it is not a test result. */
export function isAroundTests(callback: Node, imports: ReadonlyMap<string, Imported>): boolean {
  const call = callback.parent()?.parent() ?? null;
  if (
    call === null ||
    kindOf(call) !== "call_expression" ||
    !/arguments/.test(kindOf(callback.parent() as Node))
  )
    return false;
  const { name } = nameOf(call, imports);
  return name !== null && GROUPS.test(name);
}

function nameOf(
  call: Node,
  imports: ReadonlyMap<string, Imported>,
): { name: string | null; isMember: boolean } {
  let at = field(call, "function");
  while (at !== null) {
    if (kindOf(at) === "identifier") {
      const imported = imports.get(at.text());
      const isRenamed =
        imported?.member != null && /^(node:test|vitest|mocha|@jest\/globals)$/.test(imported.source);
      const isDefault = imported?.source === "node:test" && imported.member === null;
      return {
        name: isRenamed ? imported.member : isDefault && !GROUPS.test(at.text()) ? "test" : at.text(),
        isMember: false,
      };
    }
    if (kindOf(at) === "call_expression") at = field(at, "function");
    else if (kindOf(at) === "member_expression") {
      const name = field(at, "property")?.text() ?? "";
      if (!MODIFIERS.test(name)) return { name, isMember: true };
      at = field(at, "object");
    } else at = null;
  }
  return { name: null, isMember: false };
}

function callbackOf(call: Node, isMember: boolean): Node | null {
  const list = field(call, "arguments");
  const given = list === null || kindOf(list) !== "arguments" ? [] : named(list);
  const literal = given.findLast((each) => FUNCTION.test(kindOf(each)));
  if (literal !== undefined) return literal;
  // `pattern.test(text)` looks like a test that references a function.
  if (given.length < 2 && (isMember || given.length === 0)) return null;
  const values = given.slice(given.length === 1 ? 0 : 1);
  return (
    values.findLast((each) => /^(identifier|member_expression|call_expression)$/.test(kindOf(each))) ?? null
  );
}

/** Marks of tests that are expected to fail. */
export function invertedMarks(call: Node): Node[] {
  const callee = field(call, "function");
  if (callee === null) return [];
  return [callee, ...findAll(callee, "member_expression")].filter(
    (each) =>
      kindOf(each) === "member_expression" && /^(fails|failing)$/.test(field(each, "property")?.text() ?? ""),
  );
}

export function ownReturns(callback: Node, enclosingFunction: (node: Node) => Node | null): Node[] {
  return findAll(callback, "return_statement").filter((each) => isSame(callback, enclosingFunction(each)));
}
