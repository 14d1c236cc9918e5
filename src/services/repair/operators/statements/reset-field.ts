import { remembered } from "../../../../domain/rules/values/remembered.ts";
import { COSTS } from "../../costs.ts";
import { type Context, isDynamic, isScript } from "../../propose/context.ts";
import { insertAfter, insertBefore, isEndOfBlock } from "../../propose/edits.ts";
import { child, descendants, enclosingFunction, isStatement } from "../../syntax/node.ts";
import type { Operator } from "../operator.ts";

const costs = COSTS["reset-field"];
const START = String.raw`(?:\[\]|\{\}|0|null|None|false|False|""|''|new (?:Map|Set)(?:<[^;\n]*>)?\(\)|set\(\)|dict\(\)|list\(\))`;
const DECLARED = new RegExp(
  `^[ \\t]+(?:(?:private|protected|public)\\s+)?(#?\\w+)(?:\\s*:[^=;\\n]+)?\\s*=\\s*(${START});$`,
  "gm",
);
const ASSIGNED = new RegExp(`\\b(?:this|self)\\.(#?\\w+)\\s*=\\s*(${START});?$`, "gm");
const INITIAL = /^(?:constructor|def __init__)\b/;
const MOST_FIELDS = 5;

export const resetField: Operator = {
  meta: {
    id: "reset-field",
    title: "Reset a field of the object to its initial value",
    why: "A method that starts something new and keeps what belongs to the old: a redo list, a cache, a counter.",
    cost: costs.prior,
    kinds: ["expression-statement", "assign", "augment", "return", "if"],
    most: 10,
    examples: [
      {
        language: "python",
        before:
          "class A:\n    def __init__(self):\n        self.cache = {}\n    def put(self, x):\n        self.x = x\n",
        after:
          "class A:\n    def __init__(self):\n        self.cache = {}\n    def put(self, x):\n        self.x = x\n        self.cache = {}\n",
      },
      {
        language: "javascript",
        before: "class A {\n  #undone = [];\n  put(x) {\n    this.x = x;\n  }\n}",
        after: "class A {\n  #undone = [];\n  put(x) {\n    this.x = x;\n    this.#undone = [];\n  }\n}",
      },
      {
        language: "typescript",
        before: "class A {\n  private n: number = 0;\n  put(x: T) {\n    this.x = x;\n    return x;\n  }\n}",
        after:
          "class A {\n  private n: number = 0;\n  put(x: T) {\n    this.x = x;\n    this.n = 0;\n    return x;\n  }\n}",
      },
    ],
    leaves: [
      { language: "python", code: "class A:\n    def get(self):\n        return self.x" },
      { language: "javascript", code: "class A { get() { return this.x; } }" },
    ],
  },
  *propose(site, context) {
    const owner = enclosingFunction(site);
    if (owner === null || !isStatement(site) || site.parent !== child(owner, "body")) return;
    const text = context.text(owner);
    const self = isScript(context) ? "this" : "self";
    if (!isDynamic(context)) return;
    if (!new RegExp(`\\b${self}\\.#?\\w+(?:\\s*[-+]?=(?!=)|\\.(?:push|append|add|set)\\()`).test(text))
      return;
    if (INITIAL.test(text)) return;
    for (const [name, value] of startsOf(context)) {
      if (new RegExp(`\\b${self}\\.${name}\\s*=(?!=)`).test(text)) continue;
      const code = context.language.write.assignment(`${self}.${name}`, value);
      const extra = text.includes(`${self}.${name}`)
        ? costs.alsoUsed
        : isTwin(`${self}.${name}`, value, text, context)
          ? costs.twin
          : 0;
      if (isEndOfBlock(site)) yield insertAfter(context, site, code, extra);
      else if (site.kind === "return") yield insertBefore(context, site, code, extra);
    }
  },
};

/**
 * Whether the method changes another field with the same initial value, and other methods change both: what can be
 * undone, and what can be redone.
 */
function isTwin(field: string, value: string, method: string, context: Context): boolean {
  const self = field.slice(0, field.indexOf("."));
  const others = startsOf(context)
    .filter(([, other]) => other === value)
    .map(([name]) => `${self}.${name}`)
    .filter((other) => other !== field && method.includes(other));
  const methods = descendants(context.tree).filter(({ kind }) => kind === "function");
  const texts = methods.map((each) => context.text(each)).filter((text) => !INITIAL.test(text));
  return others.some((other) => texts.some((text) => text.includes(field) && text.includes(other)));
}

/** Fields with a plain initial value. */
const startsOf = remembered((context: Context): readonly (readonly [string, string])[] => {
  const found = new Map<string, string>();
  const patterns = isScript(context) ? [DECLARED, ASSIGNED] : [ASSIGNED];
  for (const pattern of patterns)
    for (const [, name = "", value = ""] of context.source.matchAll(pattern))
      if (!found.has(name)) found.set(name, value.replace(/<.*>/, ""));
  return [...found].slice(0, MOST_FIELDS);
});
