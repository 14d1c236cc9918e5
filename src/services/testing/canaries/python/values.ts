import type { Edits } from "../edits.ts";
import { EXTRA, otherNumber } from "../literals.ts";
import { bare, endOf, findAll, kindOf, named, startOf } from "../nodes.ts";
import type { Node } from "../parse.ts";

/** Replaces one of two compared expressions with a value that the other never equals in honest code. */
export function changeOneSide(edits: Edits, left: Node, right: Node): true {
  if (changeLiteral(edits, right) || changeLiteral(edits, left)) return true;
  const expected = computes(right) && !computes(left) ? left : right;
  edits.wrap(expected, "(", ", 1)");
  return true;
}

/** Changes a literal; false if the expression is not one. */
export function changeLiteral(edits: Edits, node: Node): boolean {
  const inner = bare(node);
  switch (kindOf(inner)) {
    case "integer":
    case "float":
      return replaced(edits, inner, otherNumber(inner.text()));
    case "unary_operator":
      return isSignedNumber(inner) && changeLiteral(edits, lastNamed(inner));
    case "true":
      return replaced(edits, inner, "False");
    case "false":
      return replaced(edits, inner, "True");
    case "none":
      return replaced(edits, inner, `"${EXTRA}"`);
    case "string":
      return lengthened(edits, inner);
    case "concatenated_string":
      return lengthened(edits, lastNamed(inner));
    case "list":
    case "tuple":
    case "set":
      return enlarged(
        edits,
        inner,
        inner.text().startsWith("(") || kindOf(inner) !== "tuple",
        `"${EXTRA}", `,
      );
    case "dictionary":
      return enlarged(edits, inner, true, `"${EXTRA}": 1, `);
    default:
      return false;
  }
}

function replaced(edits: Edits, node: Node, text: string | null): boolean {
  if (text === null) return false;
  edits.replace(node, text);
  return true;
}

function lengthened(edits: Edits, string: Node): boolean {
  const end = string.children().find((child) => kindOf(child) === "string_end");
  if (end === undefined) return false;
  edits.insert(startOf(end), EXTRA);
  return true;
}

/** Right after the opening bracket, where trailing commas and comments do not matter. */
function enlarged(edits: Edits, container: Node, hasBrackets: boolean, element: string): boolean {
  if (!hasBrackets) return false;
  edits.insert(startOf(container) + 1, element);
  return true;
}

function isSignedNumber(node: Node): boolean {
  return /^[-+]/.test(node.text()) && /^(integer|float)$/.test(kindOf(lastNamed(node)));
}

function lastNamed(node: Node): Node {
  return named(node).at(-1) ?? node;
}

function computes(node: Node): boolean {
  return /^(call|await)$/.test(kindOf(bare(node))) || findAll(node, "call", "await").length > 0;
}

/** For assertions that require one container type: adds an element to the value of the expression. */
export function enlargeAny(edits: Edits, node: Node, type: "list" | "tuple" | "set" | "dict" | "str"): void {
  const [before, after] = {
    list: ["[*", `, "${EXTRA}"]`],
    tuple: ["(*", `, "${EXTRA}")`],
    set: ["{*", `, "${EXTRA}"}`],
    dict: ["{**", `, "${EXTRA}": 1}`],
    str: ["(", ` + "${EXTRA}")`],
  }[type] as [string, string];
  edits.insert(startOf(node), `${before}(`);
  edits.insert(endOf(node), `)${after}`);
}
