import { remembered } from "../../../../domain/rules/values/remembered.ts";
import { COSTS } from "../../costs.ts";
import type { Context } from "../../propose/context.ts";
import { put } from "../../propose/edits.ts";
import { child, descendants, type SyntaxNode } from "../../syntax/node.ts";
import type { Operator, SitePatch } from "../operator.ts";

const costs = COSTS["key-value"];

const LONGEST = 40;

export const keyValue: Operator = {
  meta: {
    id: "key-value",
    title: "Use the value that a key has elsewhere",
    why: "A record is built in several places, and one of them wrongly keeps or resets a value.",
    cost: costs.prior,
    kinds: ["dict", "arguments"],
    most: 30,
    examples: [
      {
        language: "python",
        before: "a = {'past': [], 'next': []}\nb = {'past': past, 'next': ahead}\n",
        after: "a = {'past': [], 'next': []}\nb = {'past': past, 'next': []}\n",
      },
      {
        language: "python",
        before: "a = State(done=False, at=0)\nb = State(done=done, at=1)\n",
        after: "a = State(done=False, at=0)\nb = State(done=False, at=1)\n",
      },
      {
        language: "javascript",
        before: "const a = { past: [], next: [] };\nconst b = { past: more, next };",
        after: "const a = { past: [], next: [] };\nconst b = { past: more, next: [] };",
      },
      {
        language: "typescript",
        before: "const a = { on: true, at: 0 };\nconst b = { on: true, at: was };",
        after: "const a = { on: true, at: 0 };\nconst b = { on: true, at: 0 };",
      },
    ],
    leaves: [
      { language: "python", code: 'a = {"k": 1}' },
      { language: "javascript", code: "a = { k: 1 };" },
    ],
  },
  *propose(site, context) {
    for (const entry of site.children) yield* otherValues(entry, context);
  },
};

function* otherValues(entry: SyntaxNode, context: Context): Generator<SitePatch> {
  const known = entryOf(entry, context);
  if (known === null) return;
  for (const [index, text] of (valuesByKey(context).get(known.key) ?? []).entries()) {
    if (text === known.text) continue;
    const value = child(entry, "value");
    if (value === null) yield put(entry, `${known.key}: ${text}`, index * costs.perValue);
    else yield put(value, text, index * costs.perValue);
  }
}

/** Short values assigned to each key anywhere in the file, plain ones first. */
const valuesByKey = remembered((context: Context): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, Set<string>>();
  for (const node of descendants(context.tree)) {
    const entry = entryOf(node, context);
    if (entry === null || entry.text.length > LONGEST || entry.text.includes("\n")) continue;
    found.set(entry.key, (found.get(entry.key) ?? new Set()).add(entry.text));
  }
  const plainFirst = (a: string, b: string) => a.length - b.length;
  return new Map([...found].map(([key, values]) => [key, [...values].sort(plainFirst)]));
});

/** `key: value`, `key=value`, or a shorthand key. */
function entryOf(node: SyntaxNode, context: Context): { key: string; text: string } | null {
  if (node.raw === "shorthand_property_identifier")
    return { key: context.text(node), text: context.text(node) };
  if (node.kind !== "pair" && node.kind !== "keyword-argument") return null;
  const [key, value] = [child(node, "key") ?? child(node, "name"), child(node, "value")];
  return key === null || value === null ? null : { key: context.text(key), text: context.text(value) };
}
