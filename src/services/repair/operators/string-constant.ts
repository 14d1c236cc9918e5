import { put } from "../propose/edits.ts";
import type { Operator } from "./operator.ts";

export const stringConstant: Operator = {
  meta: {
    id: "string-constant",
    title: "Another text",
    why: "A wrong separator, key, case or space in a literal. Dear: a text that makes a test pass is often the test's own.",
    cost: 2.4,
    kinds: ["string"],
    examples: [
      { language: "python", before: "x = ','.join(a)", after: "x = ', '.join(a)" },
      { language: "python", before: "x = d['a'] + d['b']", after: "x = d['b'] + d['b']" },
      { language: "javascript", before: 'x = a.join(" ");', after: 'x = a.join("");' },
      { language: "typescript", before: 'const x = "Name";', after: 'const x = "name";' },
    ],
  },
  *propose(site, context) {
    const text = context.text(site);
    const match = /^([a-zA-Z]*)(["'`])([\s\S]*)\2$/.exec(text);
    if (match === null || text.startsWith('"""') || site.children.length > 0) return;
    const [, prefix = "", quote = "", inner = ""] = match;
    if (prefix !== "" || inner.length > 40) return;
    const others = new Map<string, number>();
    const offer = (value: string, extra: number) => {
      if (value !== inner && !others.has(value)) others.set(value, extra);
    };
    offer("", 0.2);
    if (inner.trim() !== inner) offer(inner.trim(), 0);
    offer(` ${inner}`, 0.3);
    offer(`${inner} `, 0);
    if (inner === " " || inner === "")
      for (const each of [" ", "", ", ", ",", "\\n", "-", "_"]) offer(each, 0.3);
    offer(inner.toLowerCase(), 0.1);
    offer(inner.toUpperCase(), 0.2);
    offer(inner.charAt(0).toUpperCase() + inner.slice(1), 0.2);
    if (inner.length > 1) offer(inner.slice(0, -1), 0.6);
    if (inner.endsWith("s")) offer(inner.slice(0, -1), 0.3);
    offer(`${inner}s`, 0.7);
    for (const [value, extra] of others) yield put(site, `${quote}${value}${quote}`, extra);
    for (const other of context.ingredients.strings) if (other !== text) yield put(site, other, 0.5);
  },
};
