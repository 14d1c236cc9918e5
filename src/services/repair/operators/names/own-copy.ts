import { escapeRegex } from "../../../../domain/rules/text/escape-regex.ts";
import { COSTS } from "../../costs.ts";
import { type Context, isDynamic, isScript } from "../../propose/context.ts";
import { copiesOf } from "../../propose/copies.ts";
import { replace } from "../../propose/edits.ts";
import { callOf, MODIFYING_METHODS } from "../../propose/method-call.ts";
import { atom } from "../../syntax/expression.ts";
import { child, enclosingClass, enclosingFunction, type SyntaxNode } from "../../syntax/node.ts";
import type { Operator } from "../operator.ts";

const costs = COSTS["own-copy"];
const OWN = /^(?:this|self)\.#?\w+$/;

export const ownCopy: Operator = {
  meta: {
    id: "own-copy",
    title: "Keep or hand out a copy",
    why: "A stored argument, a returned field or a collected list that somebody else keeps changing; a shallow copy whose inner values are shared.",
    cost: costs.prior,
    kinds: ["identifier", "attribute", "dict", "list", "call"],
    most: 3,
    examples: [
      {
        language: "python",
        before: "class A:\n    def __init__(self, items):\n        self.items = items",
        after: "class A:\n    def __init__(self, items):\n        self.items = list(items)",
      },
      {
        language: "python",
        before: "class A:\n    def all(self):\n        return self.entries",
        after: "class A:\n    def all(self):\n        return dict(self.entries)",
      },
      {
        language: "javascript",
        before: "class A { constructor(items) { this.items = items; } }",
        after: "class A { constructor(items) { this.items = [...items]; } }",
      },
      {
        language: "javascript",
        before: "class A { all() { return this.state; } }",
        after: "class A { all() { return { ...this.state }; } }",
      },
      {
        language: "javascript",
        before: "function f(out, path) { path.push(1); out.push(path); }",
        after: "function f(out, path) { path.push(1); out.push([...path]); }",
      },
      {
        language: "python",
        before:
          "class A:\n    def save(self):\n        self.undo.append(self.items)\n    def add(self, x):\n        self.items.append(x)",
        after:
          "class A:\n    def save(self):\n        self.undo.append(list(self.items))\n    def add(self, x):\n        self.items.append(x)",
      },
      {
        language: "javascript",
        before: "class A { save() { this.saved = this.items; } add(x) { this.items.push(x); } }",
        after: "class A { save() { this.saved = [...this.items]; } add(x) { this.items.push(x); } }",
      },
      { language: "javascript", before: "x = { ...state };", after: "x = structuredClone(state);" },
      {
        language: "typescript",
        before: "const x = [...rows];",
        after: "const x = structuredClone(rows);",
      },
    ],
    leaves: [
      { language: "python", code: "def f(a):\n    return a" },
      { language: "javascript", code: "function f(a) { return a; }" },
    ],
  },
  *propose(site, context) {
    if (!isDynamic(context)) return;
    const text = context.text(site);
    const shallow = isScript(context)
      ? /^(?:\{\s*\.\.\.([\w.#]+)\s*\}|\[\.\.\.([\w.#]+)\]|Object\.assign\(\{\},\s*([\w.#]+)\)|([\w.#]+)\.slice\(\))$/.exec(
          text,
        )
      : null;
    const inner = shallow?.slice(1).find((each) => each !== undefined);
    if (inner !== undefined) yield replace(site, atom(`structuredClone(${inner})`), costs.deep);
    if ((site.kind !== "identifier" && site.kind !== "attribute") || !isShared(site, context)) return;
    const kind = context.kindOf(site);
    for (const [at, copy] of copiesOf(text, kind, context).entries())
      yield replace(site, atom(copy), at * costs.perCopy + (kind === null ? costs.unknownKind : 0));
  },
};

/** A parameter stored in a field, a field returned, something that changes and is collected or stored. */
function isShared(site: SyntaxNode, context: Context): boolean {
  const { parent } = site;
  if (parent?.kind === "return") return OWN.test(context.text(site));
  if (parent?.kind === "assign" && site.role === "value") {
    const target = child(parent, "target");
    if (target === null || !OWN.test(context.text(target))) return false;
    return site.kind === "identifier" || isChangedNearby(site, context);
  }
  const call = parent?.kind === "arguments" ? callOf(parent.parent, context) : null;
  const isCollected = call !== null && call.object !== null && /^(?:push|append|add|set)$/.test(call.name);
  return isCollected && isChangedNearby(site, context);
}

/** Whether the function changes the variable in place, or any method of the class the field. */
function isChangedNearby(site: SyntaxNode, context: Context): boolean {
  const text = context.text(site);
  const owner = OWN.test(text) ? enclosingClass(site) : enclosingFunction(site);
  const changes = new RegExp(
    `(?<![\\w.])${escapeRegex(text)}(?:\\.(?:${MODIFYING_METHODS})\\(|\\[[^\\]]+\\]\\s*[-+]?=(?!=)|\\.length\\s*=(?!=))`,
  );
  return owner !== null && changes.test(context.text(owner));
}
