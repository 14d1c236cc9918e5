import type { Edits } from "../edits.ts";
import { EXTRA, otherNumber } from "../literals.ts";
import { bare, endOf, findAll, kindOf, named, startOf } from "../nodes.ts";
import type { Node } from "../parse.ts";

/** Replaces one of two compared expressions with a value that the other never equals in honest code. */
export function changeOneSide(edits: Edits, actual: Node, expected: Node): void {
  if (changeLiteral(edits, expected) || changeLiteral(edits, actual)) return;
  wrapValue(edits, computes(expected) && !computes(actual) ? actual : expected);
}

export function wrapValue(edits: Edits, node: Node): void {
  edits.wrap(node, "[", ", 1]");
}

/** Changes a literal; false if the expression is not one. */
export function changeLiteral(edits: Edits, node: Node): boolean {
  const inner = bare(node);
  switch (kindOf(inner)) {
    case "number":
      return replaced(edits, inner, numberFor(inner.text()));
    case "unary_expression": {
      const operand = named(inner).at(-1);
      return (
        /^[-+]/.test(inner.text()) &&
        operand !== undefined &&
        kindOf(operand) === "number" &&
        changeLiteral(edits, operand)
      );
    }
    case "true":
      return replaced(edits, inner, "false");
    case "false":
      return replaced(edits, inner, "true");
    case "null":
    case "undefined":
      return replaced(edits, inner, `"${EXTRA}"`);
    case "string":
    case "template_string":
      return inserted(edits, endOf(inner) - 1, EXTRA);
    case "array":
      return inserted(edits, startOf(inner) + 1, `"${EXTRA}", `);
    case "object":
      return inserted(edits, startOf(inner) + 1, ` "${EXTRA}": 1, `);
    default:
      return false;
  }
}

/** Long integers are rounded, so changing the last digit may have no effect. */
function numberFor(text: string): string | null {
  return /^\d{15,}$/.test(text) ? `1${text}` : otherNumber(text);
}

function replaced(edits: Edits, node: Node, text: string | null): boolean {
  if (text === null) return false;
  edits.replace(node, text);
  return true;
}

function inserted(edits: Edits, at: number, text: string): true {
  edits.insert(at, text);
  return true;
}

function computes(node: Node): boolean {
  const calls = ["call_expression", "await_expression", "new_expression"];
  return calls.includes(kindOf(bare(node))) || findAll(node, ...calls).length > 0;
}
