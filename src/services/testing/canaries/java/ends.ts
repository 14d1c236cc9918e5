import type { Edits } from "../edits.ts";
import { halves } from "../literals.ts";
import { enclosing, endOf, field, findAll, isSame, kindOf, named } from "../nodes.ts";
import type { Node } from "../parse.ts";

/** Under a condition, because the compiler rejects statements after a plain throw. */
export const failing = (mark: string): string =>
  `if (true) throw new AssertionError(${halves(mark).join(" + ")});`;

/** Adds a statement at the end of a test, and before early returns. */
export function failAtEnd(edits: Edits, test: Node, statement: string): void {
  const body = field(test, "body");
  if (body === null) return;
  for (const each of findAll(body, "return_statement")) {
    if (isSame(test, enclosing(each, /^(method_declaration|lambda_expression)$/)))
      edits.wrap(each, `{ ${statement} `, " }");
  }
  if (completes(body)) edits.insert(endOf(body) - 1, ` ${statement} `);
}

/** Whether the code after a statement is reachable according to the compiler; true if in doubt. */
function completes(statement: Node): boolean {
  const part = (name: string) => field(statement, name);
  switch (kindOf(statement)) {
    case "return_statement":
      // It has become a block that starts with a condition.
      return false;
    case "throw_statement":
      return false;
    case "block": {
      const last = named(statement).at(-1);
      return last === undefined || completes(last);
    }
    case "if_statement": {
      const [then, otherwise] = [part("consequence"), part("alternative")];
      return then === null || otherwise === null || completes(then) || completes(otherwise);
    }
    case "while_statement":
    case "do_statement":
      return !/^\(\s*true\s*\)$/.test(part("condition")?.text() ?? "") || hasBreak(statement);
    case "for_statement":
      return part("condition") !== null || hasBreak(statement);
    case "synchronized_statement":
      return part("body") === null || completes(part("body") as Node);
    case "try_statement":
    case "try_with_resources_statement":
      return tryCompletes(statement);
    default:
      return true;
  }
}

function tryCompletes(statement: Node): boolean {
  const clauses = named(statement);
  const blockOf = (clause: Node) => named(clause).find((child) => kindOf(child) === "block");
  const last = clauses.find((child) => kindOf(child) === "finally_clause");
  const final = last === undefined ? undefined : blockOf(last);
  if (final !== undefined && !completes(final)) return false;
  const blocks = [
    field(statement, "body"),
    ...clauses.filter((child) => kindOf(child) === "catch_clause").map((child) => blockOf(child) ?? null),
  ];
  return blocks.some((block) => block === null || completes(block));
}

function hasBreak(statement: Node): boolean {
  return findAll(statement, "break_statement").length > 0;
}
