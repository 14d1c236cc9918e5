import type { Edits } from "../edits.ts";
import { endOf, field, isSame, kindOf, named } from "../nodes.ts";
import type { Node } from "../parse.ts";
import { changeLiteral, wrapValue } from "./values.ts";

const EQUALITIES =
  /^(toBe|toEqual|toStrictEqual|equals?|eq|eqls?|toMatchObject|toHaveLength|toHaveBeenCalledTimes|lengthOf)$/;
const ANY_VALUE = /^(toBe|toEqual|toStrictEqual|equals?|eq|eqls?)$/;
const ASYNCHRONOUS =
  /^(resolves|rejects|eventually|rejected|rejectedWith|fulfilled|become|toMatchFileSnapshot|poll)$/;

/** `expect(x).not.toBe(y)` or `x.should.equal(y)`, from its root to its last part. */
export interface Chain {
  readonly root: Node;
  readonly top: Node;
  readonly parts: readonly Node[];
  /** The last call and its name. */
  readonly call: Node | null;
  readonly isAsynchronous: boolean;
  /** Continues after a failure. */
  readonly isSoft: boolean;
}

/** The chain that starts at a call to `expect` or at `.should`; null if nothing is asserted. */
export function chainOf(node: Node): Chain | null {
  if (!isRoot(node)) return null;
  const parts: Node[] = [];
  let call: Node | null = null;
  let top = node;
  for (let parent = top.parent(); parent !== null; parent = top.parent()) {
    if (kindOf(parent) === "member_expression" && isSame(top, field(parent, "object"))) {
      const property = field(parent, "property");
      if (property !== null) parts.push(property);
    } else if (kindOf(parent) === "call_expression" && isSame(top, field(parent, "function"))) call = parent;
    else break;
    top = parent;
  }
  if (parts.length === 0) return null;
  const root = field(node, "function")?.text() ?? "";
  return {
    root: node,
    top,
    parts,
    call: call !== null && isSame(call, top) ? call : null,
    isAsynchronous: /\.poll$/.test(root) || parts.some((part) => ASYNCHRONOUS.test(part.text())),
    isSoft: /\.soft$/.test(root),
  };
}

function isRoot(node: Node): boolean {
  if (kindOf(node) === "member_expression") return field(node, "property")?.text() === "should";
  const callee = field(node, "function");
  return callee !== null && /^(\w+\.)?expect(\.(soft|poll))?$/.test(callee.text());
}

export function changeExpectation(edits: Edits, { root, parts, call }: Chain): boolean {
  const negation = parts.find((part) => part.text() === "not");
  if (negation !== undefined) {
    const member = negation.parent();
    const object = member === null ? null : field(member, "object");
    if (object === null) return false;
    edits.replaceRange(endOf(object), endOf(negation), "");
    return true;
  }
  const matcher = call === null ? undefined : parts.at(-1);
  if (call !== null && matcher !== undefined && EQUALITIES.test(matcher.text())) {
    const [expected] = named(field(call, "arguments") ?? call);
    if (expected !== undefined && kindOf(expected) !== "spread_element") {
      if (changeLiteral(edits, expected)) return true;
      if (ANY_VALUE.test(matcher.text())) {
        wrapValue(edits, expected);
        return true;
      }
    }
  }
  if (parts.some((part) => part.text() === "toMatchFileSnapshot")) return false;
  const settled = parts.find((part) => /^(resolves|rejects)$/.test(part.text()));
  edits.insert(endOf(settled ?? root), ".not");
  return true;
}
