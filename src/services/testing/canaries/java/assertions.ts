import type { Edits } from "../edits.ts";
import { EXTRA, otherNumber } from "../literals.ts";
import { ancestorsBelow, bare, endOf, field, findAll, kindOf, named } from "../nodes.ts";
import type { Node } from "../parse.ts";
import type { Library } from "./library.ts";

/** Changes what an assertion expects; false for any other statement, and if the changed assertion might pass. */
export function changeAssertion(edits: Edits, statement: Node, library: Library): boolean {
  const [call] = named(statement);
  if (call === undefined || kindOf(call) !== "method_invocation") return false;
  const list = field(call, "arguments");
  const object = field(call, "object");
  const name = field(call, "name")?.text() ?? "";
  if (list === null || !library.isAssertion(object === null ? name : `${object.text()}.${name}`))
    return false;
  const values = named(list);
  const renamed = (to: string) => {
    edits.replaceRange(call.range().start.index, list.range().start.index, `${library.assertions}.${to}`);
    return true;
  };
  switch (name) {
    case "assertTrue":
      return renamed("assertFalse");
    case "assertFalse":
      return renamed("assertTrue");
    case "assertNull":
      return renamed("assertNotNull");
    case "assertNotNull":
      return renamed("assertNull");
    case "assertSame":
      return renamed("assertNotSame");
    case "assertNotSame":
      return renamed("assertSame");
    case "assertNotEquals":
      return library.hasOpposites && values.length === 2 && renamed("assertEquals");
    case "assertEquals":
      if (changeLiteral(edits, comparedIn(values, library))) return true;
      return library.hasOpposites && values.length === 2 && renamed("assertNotEquals");
    case "assertThrows": {
      const [type] = values;
      if (type === undefined || kindOf(type) !== "class_literal") return false;
      edits.replace(type, "InstantiationError.class");
      return true;
    }
    default:
      return false;
  }
}

/** The two arguments that are compared; none if they cannot be identified, or if a tolerance is unknown. */
function comparedIn(values: readonly Node[], { message }: Library): readonly Node[] {
  const [head, , last] = values;
  if (last === undefined) return values;
  if (message === "first") return isText(head) ? values.slice(1, 3) : [];
  return isText(head) || isText(last) ? values.slice(0, 2) : [];
}

function isText(node: Node | undefined): boolean {
  return node !== undefined && kindOf(node) === "string_literal";
}

function changeLiteral(edits: Edits, compared: readonly Node[]): boolean {
  for (const side of compared) {
    const change = otherLiteral(side);
    if (change === null) continue;
    edits.replaceRange(change.start, change.end, change.text);
    return true;
  }
  return false;
}

function otherLiteral(
  node: Node,
): { readonly start: number; readonly end: number; readonly text: string } | null {
  const literal = bare(node);
  const start = literal.range().start.index;
  const text = literal.text();
  const whole = (to: string | null) => (to === null ? null : { start, end: endOf(literal), text: to });
  switch (kindOf(literal)) {
    case "decimal_integer_literal":
    case "hex_integer_literal":
    case "binary_integer_literal":
      return whole(otherNumber(text));
    case "decimal_floating_point_literal":
      return whole(/^\d/.test(text) ? `1${text}` : null);
    case "true":
      return whole("false");
    case "false":
      return whole("true");
    case "character_literal":
      return whole(text.includes("\\") ? null : text === "'a'" ? "'b'" : "'a'");
    case "string_literal": {
      const end = endOf(literal) - (text.startsWith('"""') ? 3 : 1);
      return { start: end, end, text: EXTRA };
    }
    case "unary_expression": {
      const [operand] = named(literal);
      return text.startsWith("-") && operand !== undefined ? otherLiteral(operand) : null;
    }
    default:
      return null;
  }
}

/** Whether the test may expect a failed assertion here. */
export function isGuarded(statement: Node, test: Node): boolean {
  return ancestorsBelow(statement, test).some(
    (each) =>
      /^try_/.test(kindOf(each)) &&
      findAll(each, "catch_type").some((type) => /\b(Throwable|Error|\w*Assertion\w*)\b/.test(type.text())),
  );
}
