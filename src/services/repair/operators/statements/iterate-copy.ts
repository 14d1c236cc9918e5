import { escapeRegex } from "../../../../domain/rules/text/escape-regex.ts";
import { COSTS } from "../../costs.ts";
import { type Context, isScript } from "../../propose/context.ts";
import { put } from "../../propose/edits.ts";
import { MODIFYING_METHODS } from "../../propose/method-call.ts";
import { child, descendants, enclosingFunction, type SyntaxNode } from "../../syntax/node.ts";
import type { Operator } from "../operator.ts";

const costs = COSTS["iterate-copy"];

export const iterateCopy: Operator = {
  meta: {
    id: "iterate-copy",
    title: "Iterate over a copy",
    why: "A loop that changes the collection it iterates over skips items or never ends.",
    cost: costs.prior,
    kinds: ["for-each"],
    most: 1,
    examples: [
      {
        language: "python",
        before: "for x in xs:\n    if x < 0:\n        xs.remove(x)\n",
        after: "for x in list(xs):\n    if x < 0:\n        xs.remove(x)\n",
      },
      {
        language: "python",
        before: "for k in d:\n    del d[k]\n",
        after: "for k in list(d):\n    del d[k]\n",
      },
      {
        language: "python",
        before: "for k, v in self.d.items():\n    self.d.pop(k)\n",
        after: "for k, v in list(self.d.items()):\n    self.d.pop(k)\n",
      },
      {
        language: "python",
        before: "for done in self.listeners:\n    done()\n",
        after: "for done in list(self.listeners):\n    done()\n",
      },
      {
        language: "python",
        before:
          "class A:\n    def emit(self, e):\n        hs = self.hs.get(e, ())\n        for h in hs:\n            h()\n        return len(hs)\n",
        after:
          "class A:\n    def emit(self, e):\n        hs = list(self.hs.get(e, ()))\n        for h in hs:\n            h()\n        return len(hs)\n",
      },
      {
        language: "javascript",
        before: "class A { emit(e) { const hs = this.hs.get(e); for (const h of hs) { h(); } } }",
        after: "class A { emit(e) { const hs = [...this.hs.get(e)]; for (const h of hs) { h(); } } }",
      },
      {
        language: "javascript",
        before: "for (const x of xs) { if (x < 0) xs.splice(xs.indexOf(x), 1); }",
        after: "for (const x of [...xs]) { if (x < 0) xs.splice(xs.indexOf(x), 1); }",
      },
    ],
    leaves: [
      { language: "python", code: "for x in xs:\n    out.append(x)" },
      { language: "javascript", code: "for (const x of xs) { out.push(x); }" },
    ],
  },
  *propose(site, context) {
    const [iterable, body, target] = [child(site, "iterable"), child(site, "body"), child(site, "target")];
    if (iterable === null || body === null || target === null) return;
    const copied = (items: SyntaxNode, extra = 0) => {
      const copy = copyOf(context.text(items), context);
      return copy === null ? [] : [put(items, copy, extra)];
    };
    if (isChangedIn(body, holderOf(iterable, context), context)) yield* copied(iterable);
    else if (callsItems(body, target, context)) {
      const items = iterable.kind === "identifier" ? storedItems(iterable, context) : iterable;
      if (items !== null) yield* copied(items, costs.listeners);
    }
  },
};

/** What the variable was set to, if that belongs to the object. */
function storedItems(variable: SyntaxNode, context: Context): SyntaxNode | null {
  const owner = enclosingFunction(variable);
  const values = (owner === null ? [] : descendants(owner)).flatMap((node) => {
    const [target, value] = [child(node, "target"), child(node, "value")];
    const isSet = target !== null && value !== null && context.text(target) === context.text(variable);
    return isSet ? [value] : [];
  });
  const [only, ...others] = values;
  return only !== undefined && others.length === 0 && /\b(?:self|this)\./.test(context.text(only))
    ? only
    : null;
}

function copyOf(text: string, context: Context): string | null {
  if (context.language.id === "python") return text.startsWith("list(") ? null : `list(${text})`;
  return text.startsWith("[") || !isScript(context) ? null : `[...${text}]`;
}

/** The collection itself: `d` in `d.items()`. */
function holderOf(iterable: SyntaxNode, context: Context): string {
  return context.text(iterable).replace(/\.(?:items|keys|values|entries)\(\)$/, "");
}

function isChangedIn(body: SyntaxNode, holder: string, context: Context): boolean {
  const name = escapeRegex(holder);
  return new RegExp(`(?<![\\w.])(?:${name}\\.(?:${MODIFYING_METHODS})\\(|(?:del|delete) ${name}\\[)`).test(
    context.text(body),
  );
}

/** Listeners may remove themselves while they are called. */
function callsItems(body: SyntaxNode, target: SyntaxNode, context: Context): boolean {
  return descendants(body).some((node) => {
    const callee = node.kind === "call" ? child(node, "callee") : null;
    return (
      callee !== null && context.text(callee) === context.text(target).replace(/^(?:const|let|var)\s+/, "")
    );
  });
}
