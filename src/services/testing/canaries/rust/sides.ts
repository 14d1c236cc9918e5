import { EXTRA, otherNumber } from "../literals.ts";
import { bare, endOf, field, findAll, kindOf, named, startOf } from "../nodes.ts";
import { hasSyntaxError, type Node, parse } from "../parse.ts";

/** A replacement inside an expression, by offsets into its text. */
export interface LiteralChange {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const PREFIX = "fn f() { let x = ";

/**
 * Gives an expression a different value of the same type by changing one literal in it: in arrays, tuples,
 * `vec!`, structs, `Some(...)` and other constructors. Null if there is none; arguments of other calls and
 * indexes do not count, because changing those may still give an equal value.
 */
export function literalChange(expression: string): LiteralChange | null {
  const root = parse("rust", `${PREFIX}${expression}; }`);
  if (hasSyntaxError(root)) return null;
  const value = findAll(root, "let_declaration").map((each) => field(each, "value"))[0];
  const change = value === undefined || value === null ? null : changeIn(value);
  return change === null
    ? null
    : { ...change, start: change.start - PREFIX.length, end: change.end - PREFIX.length };
}

function changeIn(node: Node): LiteralChange | null {
  const inner = bare(node);
  switch (kindOf(inner)) {
    case "integer_literal":
    case "float_literal":
      return whole(inner, otherNumber(inner.text()));
    case "boolean_literal":
      return whole(inner, inner.text() === "true" ? "false" : "true");
    case "char_literal":
      return whole(inner, charFor(inner.text()));
    case "string_literal":
    case "raw_string_literal":
      return stringChange(inner);
    case "unary_expression":
    case "reference_expression":
      return /^[-&]/.test(inner.text()) ? first(named(inner)) : null;
    case "tuple_expression":
      return first(named(inner));
    case "array_expression":
      // The length of `[0; 4]` is part of its type.
      return first(inner.text().includes(";") ? named(inner).slice(0, 1) : named(inner));
    case "struct_expression":
      return first(
        findAll(field(inner, "body") ?? inner, "field_initializer").map((each) => field(each, "value")),
      );
    case "call_expression":
      return callChange(inner);
    case "macro_invocation":
      return vectorChange(inner);
    default:
      return null;
  }
}

function callChange(call: Node): LiteralChange | null {
  const callee = field(call, "function");
  if (callee === null) return null;
  if (kindOf(callee) === "field_expression") {
    const isSameValue = /^(to_string|to_owned|into|to_vec|as_bytes|as_ref|clone)$/.test(
      field(callee, "field")?.text() ?? "",
    );
    const value = field(callee, "value");
    return isSameValue && value !== null ? changeIn(value) : null;
  }
  const name = callee.text().replace(/::<.*>$/s, "");
  if (!/(^|::)[A-Z]\w*$/.test(name) && !/^(String::from|Box::new|Rc::new|Arc::new|Vec::from)$/.test(name))
    return null;
  return first(named(field(call, "arguments") ?? call));
}

/** The elements of `vec![...]`, which the grammar does not parse. */
function vectorChange(macro: Node): LiteralChange | null {
  const tokens = macro.children().find((child) => kindOf(child) === "token_tree");
  if (field(macro, "macro")?.text() !== "vec" || tokens === undefined) return null;
  const list = `[${tokens.text().slice(1, -1)}]`;
  const change = literalChange(list);
  if (change === null) return null;
  return { ...change, start: change.start + startOf(tokens), end: change.end + startOf(tokens) };
}

function first(nodes: readonly (Node | null)[]): LiteralChange | null {
  for (const node of nodes) {
    const change = node === null ? null : changeIn(node);
    if (change !== null) return change;
  }
  return null;
}

function whole(node: Node, text: string | null): LiteralChange | null {
  return text === null ? null : { start: startOf(node), end: endOf(node), text };
}

function charFor(text: string): string {
  const prefix = text.startsWith("b") ? "b" : "";
  return text === `${prefix}'a'` ? `${prefix}'b'` : `${prefix}'a'`;
}

/** The length of a byte string is part of its type, so one of its characters changes. */
function stringChange(node: Node): LiteralChange | null {
  const content = node.children().find((child) => kindOf(child) === "string_content");
  if (!/^(b|br|c|cr)["#]/.test(node.text())) {
    const closing = /"#*$/.exec(node.text())?.[0].length ?? 1;
    return { start: endOf(node) - closing, end: endOf(node) - closing, text: EXTRA };
  }
  const letter = /^[A-Za-z0-9 ]/.exec(content?.text() ?? "")?.[0];
  if (letter === undefined || content === undefined) return null;
  return { start: startOf(content), end: startOf(content) + 1, text: letter === "a" ? "b" : "a" };
}
