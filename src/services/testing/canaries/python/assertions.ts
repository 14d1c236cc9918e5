import type { Edits } from "../edits.ts";
import { ancestorsBelow, bare, enclosing, field, findAll, isSame, kindOf, named, startOf } from "../nodes.ts";
import type { Node } from "../parse.ts";
import { argumentsOf, changeMethod } from "./unittest.ts";
import { changeOneSide } from "./values.ts";

const NEGATED: Readonly<Record<string, string>> = {
  "!=": "==",
  "<": ">=",
  "<=": ">",
  ">": "<=",
  ">=": "<",
  in: "not in",
  "not in": "in",
  is: "is not",
  "is not": "is",
};

/** Exceptions that stop or crash the test runner instead of failing the test, or skip it, must stay expected. */
const STEERING = /KeyboardInterrupt|GeneratorExit|RecursionError|MemoryError|[Ss]kip|Exit\b/;
const RAISES =
  /^(raises|warns|assertRaises|assertRaisesRegexp?|assertWarns|assertWarnsRegex|assert_raises\w*)$/;
const CATCHES = /^except\*?\s*:|^except[^:]*\b(AssertionError|(Base)?Exception)\b/;
const SET_UP = /^(setUp|tearDown|setup|teardown|asyncSetUp|asyncTearDown)/;

/** Changes every assertion of a file and returns the nodes that now contain one. */
export function changeAssertions(edits: Edits, root: Node, isTest: (definition: Node) => boolean): Node[] {
  const isCaught = expectsFailures(root);
  return findAll(root, "assert_statement", "call").filter((node) => {
    const owner = enclosing(node, /^function_definition$/);
    if (owner === null || isSetUp(owner)) return false;
    if (expectsFailure(owner) || isGuarded(node, owner) || (isCaught && !isTest(owner))) return false;
    return kindOf(node) === "call" ? changeCall(edits, node) : changeAssert(edits, node);
  });
}

/** Whether some code of the file expects an assertion to fail. */
export function expectsFailures(root: Node): boolean {
  return /AssertionError|raises\(\s*(Base)?Exception\b|except\s*(Exception\s*)?:|\.failureException/.test(
    root.text(),
  );
}

function changeAssert(edits: Edits, statement: Node): boolean {
  const [condition] = named(statement);
  if (condition === undefined) return false;
  const inner = bare(condition);
  if (kindOf(inner) === "comparison_operator") {
    const [left, right, third] = named(inner);
    const operator = operatorOf(inner);
    if (left !== undefined && right !== undefined && third === undefined && operator !== null) {
      if (operator === "==") return changeOneSide(edits, left, right);
      const opposite = NEGATED[operator];
      if (opposite === undefined) return false;
      const tokens = inner.children().filter((child) => !child.isNamed());
      edits.replaceRange(startOf(tokens[0] as Node), (tokens.at(-1) as Node).range().end.index, opposite);
      return true;
    }
  }
  const [operand] = kindOf(inner) === "not_operator" ? named(inner) : [];
  if (operand !== undefined) edits.replaceRange(startOf(inner), startOf(operand), "");
  else edits.wrap(condition, "not (", ")");
  return true;
}

function operatorOf(comparison: Node): string | null {
  const tokens = comparison.children().filter((child) => !child.isNamed());
  return tokens.length === 0 ? null : tokens.map((token) => token.text().replace(/\s+/g, " ")).join(" ");
}

function changeCall(edits: Edits, call: Node): boolean {
  const callee = field(call, "function");
  const method = callee !== null && kindOf(callee) === "attribute" ? field(callee, "attribute") : callee;
  if (method === null || callee === null) return false;
  if (RAISES.test(method.text())) return changeExpected(edits, call, method.text());
  if (kindOf(callee) !== "attribute") return false;
  return changeMethod(edits, call, method);
}

function changeExpected(edits: Edits, call: Node, name: string): boolean {
  const list = field(call, "arguments");
  const [first] = list === null || kindOf(list) !== "argument_list" ? [] : argumentsOf(list);
  if (first === undefined || STEERING.test(first.text()) || kindOf(first) === "list_splat") return false;
  const isKeyword = kindOf(first) === "keyword_argument";
  if (isKeyword && !/^(expected_exception|expected_warning|exception|warning)\b/.test(first.text()))
    return false;
  const type = isKeyword ? field(first, "value") : first;
  if (type === null) return false;
  const base = /warn/i.test(name) ? "Warning" : "Exception";
  edits.replace(type, `type("Unexpected", (${base},), {})`);
  return true;
}

function isSetUp(definition: Node): boolean {
  return SET_UP.test(field(definition, "name")?.text() ?? "") || isFixture(definition);
}

export function isFixture(definition: Node): boolean {
  return decoratorsOf(definition).some((decorator) => /fixture/.test(decorator.text()));
}

/** Marks that say that a test, or all tests of its class, are expected to fail. */
export function failureMarks(test: Node): Node[] {
  const group = enclosing(test, /^class_definition$/);
  return [test, ...(group === null ? [] : [group])]
    .flatMap(decoratorsOf)
    .filter((decorator) => /xfail|expectedFailure/.test(decorator.text()));
}

function expectsFailure(definition: Node): boolean {
  return failureMarks(definition).length > 0;
}

function decoratorsOf(definition: Node): Node[] {
  const parent = definition.parent();
  if (parent === null || kindOf(parent) !== "decorated_definition") return [];
  return parent.children().filter((child) => kindOf(child) === "decorator");
}

/** Whether honest code may be expected to fail this assertion: then even a changed value may pass. */
function isGuarded(node: Node, owner: Node): boolean {
  let inner = node;
  return ancestorsBelow(node, owner).some((ancestor) => {
    const child = inner;
    inner = ancestor;
    if (kindOf(ancestor) === "with_statement")
      return isSame(child, field(ancestor, "body")) && swallows(ancestor);
    return (
      kindOf(ancestor) === "try_statement" &&
      isSame(child, field(ancestor, "body")) &&
      ancestor.children().some((each) => /^except/.test(kindOf(each)) && CATCHES.test(each.text()))
    );
  });
}

function swallows(statement: Node): boolean {
  return /\b(raises|assertRaises\w*|suppress)\s*\(/.test(statement.text().split("\n")[0] ?? "");
}
