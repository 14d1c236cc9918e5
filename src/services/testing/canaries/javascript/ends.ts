import type { Edits } from "../edits.ts";
import { enclosing, endOf, field, findAll, isSame, kindOf, named, startOf } from "../nodes.ts";
import type { Node } from "../parse.ts";
import { FUNCTION, ownReturns, type TestCall } from "./tests.ts";

/** Fails the test after a changed assertion, if code there runs exactly when the changed assertion passed. */
export function failAfter(edits: Edits, assertion: Node, mustAwait: boolean, fail: string): void {
  const parent = assertion.parent();
  const isAwaited = parent !== null && kindOf(parent) === "await_expression";
  const statement = isAwaited ? parent.parent() : parent;
  if (statement === null || kindOf(statement) !== "expression_statement" || (mustAwait && !isAwaited)) return;
  const end = statement.text().endsWith(";") ? "" : ";";
  if (
    /^(program|statement_block|switch_case|switch_default)$/.test(kindOf(statement.parent() ?? statement))
  ) {
    edits.insert(endOf(statement), `${end} ${fail};`);
    return;
  }
  edits.wrap(statement, "{ ", `${end} ${fail}; }`);
}

/** Makes a test fail where it would end. `failOf` returns the code for an expression that the test returns. */
export function failAtEnd(
  edits: Edits,
  { callback, isTable }: TestCall,
  framework: string,
  fail: string,
  failOf: (value: Node) => string,
): void {
  if (!FUNCTION.test(kindOf(callback))) {
    edits.wrap(callback, "async function (...given) { await (", `).apply(this, given); ${fail}; }`);
    return;
  }
  const body = field(callback, "body");
  if (body === null) return;
  if (kindOf(body) !== "statement_block") {
    edits.wrap(body, "Promise.resolve(", `).then(() => { ${failOf(body)}; })`);
    return;
  }
  const done = isTable ? null : doneOf(callback, framework);
  if (done !== null && failInsteadOfDone(edits, body, done, fail)) return;
  for (const statement of ownReturns(callback, (node) => enclosing(node, FUNCTION))) {
    const [value] = named(statement);
    if (value === undefined) edits.replace(statement, `${fail};`);
    else edits.wrap(value, "Promise.resolve((", `)).then(() => { ${failOf(value)}; })`);
  }
  edits.insert(endOf(body) - 1, `; ${fail}; `);
}

/** The name of the callback that ends a test in this framework. */
function doneOf(callback: Node, framework: string): string | null {
  const single = field(callback, "parameter");
  const list = field(callback, "parameters");
  const given = single !== null ? [single] : list === null ? [] : named(list);
  const place = framework === "node:test" ? 1 : framework === "vitest" ? -1 : 0;
  const parameter = given[place];
  const name = parameter?.text().replace(/\??:.*$/s, "");
  return name !== undefined && /^\w+$/.test(name) ? name : null;
}

/** False if the callback is passed on, so its calls are not visible. */
function failInsteadOfDone(edits: Edits, body: Node, done: string, fail: string): boolean {
  const uses = findAll(body, "identifier").filter((each) => each.text() === done);
  const calls = uses.map((each) => each.parent()).filter((each) => each !== null && isCallOf(each, uses));
  if (uses.length === 0 || calls.length < uses.length) return false;
  for (const call of calls as Node[]) {
    const list = field(call, "arguments");
    if (list === null) continue;
    const error = fail.replace(/^throw /, "");
    const [given] = named(list);
    if (given === undefined) edits.insert(startOf(list) + 1, error);
    // Usually an error that is absent in honest code.
    else edits.wrap(given, "(", `) || ${error}`);
  }
  return true;
}

function isCallOf(node: Node, names: readonly Node[]): boolean {
  const callee = kindOf(node) === "call_expression" ? field(node, "function") : null;
  return callee !== null && names.some((name) => isSame(name, callee));
}
