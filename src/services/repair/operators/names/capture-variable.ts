import { COSTS } from "../../costs.ts";
import type { Context } from "../../propose/context.ts";
import { ancestors, child, descendants, type SyntaxNode } from "../../syntax/node.ts";
import type { Operator } from "../operator.ts";

const costs = COSTS["capture-variable"];

export const captureVariable: Operator = {
  meta: {
    id: "capture-variable",
    title: "Keep a loop variable's value for later",
    why: "A function made in a loop sees the variable's last value when it is called later.",
    cost: costs.prior,
    kinds: ["lambda", "parameters", "for-classic"],
    most: 6,
    examples: [
      {
        language: "python",
        before: "for n in ns:\n    fs.append(lambda x: x * n)\n",
        after: "for n in ns:\n    fs.append(lambda x, n=n: x * n)\n",
      },
      {
        language: "python",
        before: "for n in ns:\n    fs.append(lambda: n)\n",
        after: "for n in ns:\n    fs.append(lambda n=n: n)\n",
      },
      {
        language: "python",
        before:
          "for key, text in rows:\n    low, high = split(text)\n    fs[key] = lambda x: low < x < high\n",
        after:
          "for key, text in rows:\n    low, high = split(text)\n    fs[key] = lambda x, low=low, high=high: low < x < high\n",
      },
      {
        language: "python",
        before:
          "for name, size in rows:\n    def check(text):\n        return name if len(text) > size else None\n    fs[name] = check\n",
        after:
          "for name, size in rows:\n    def check(text, name=name, size=size):\n        return name if len(text) > size else None\n    fs[name] = check\n",
      },
      {
        language: "python",
        before: "for n in ns:\n    def f():\n        return n\n    fs.append(f)\n",
        after: "for n in ns:\n    def f(n=n):\n        return n\n    fs.append(f)\n",
      },
      {
        language: "javascript",
        before: "for (var i = 0; i < 3; i++) fs.push(() => i);",
        after: "for (let i = 0; i < 3; i++) fs.push(() => i);",
      },
    ],
    leaves: [
      { language: "python", code: "f = lambda x: x + 1" },
      { language: "python", code: "for n in ns:\n    def f(n):\n        return n" },
      { language: "python", code: "def f(ns):\n    for n in ns:\n        g(n)" },
      { language: "javascript", code: "const f = (x) => x + 1;" },
    ],
  },
  *propose(site, context) {
    if (site.kind === "for-classic") {
      const [head] = /^for\s*\(\s*var\b/.exec(context.text(site)) ?? [];
      if (head === undefined) return;
      const end = site.start + head.length;
      yield { edits: [{ start: end - "var".length, end, text: "let" }], extra: 0 };
      return;
    }
    const owner = site.kind === "parameters" ? site.parent : site;
    const body = owner === null ? null : child(owner, "body");
    if (context.language.id !== "python" || body === null) return;
    // `def f(a)` has parentheses around its parameters, `lambda a` has none.
    const isNamed = site.kind === "parameters";
    if (isNamed && owner?.kind !== "function") return;
    const parameters = isNamed ? site : child(site, "parameters");
    const used = new Set(namesIn(body, context));
    const taken = new Set(parameters === null ? [] : namesIn(parameters, context));
    const isFirst = taken.size === 0;
    const start = parameters === null ? site.start + "lambda".length : parameters.end - (isNamed ? 1 : 0);
    const names = loopVariables(site, context).filter((each) => used.has(each) && !taken.has(each));
    const capture = (captured: readonly string[]) => {
      const text = captured.map((name) => `${name}=${name}`).join(", ");
      const lead = !isFirst ? ", " : isNamed ? "" : " ";
      return [{ start, end: start, text: `${lead}${text}` }];
    };
    if (names.length > 1) yield { edits: capture(names), extra: 0 };
    for (const name of names)
      yield { edits: capture([name]), extra: names.length > 1 ? costs.notTheOthers : 0 };
  },
};

/** Variables that enclosing loops assign: their targets, and what is assigned in their bodies. */
function loopVariables(site: SyntaxNode, context: Context): readonly string[] {
  const loops = [...ancestors(site)].filter((each) => each.kind === "for-each");
  const targets = loops.flatMap((loop) => [
    child(loop, "target"),
    ...descendants(child(loop, "body") ?? loop)
      .filter(({ kind }) => kind === "assign")
      .map((each) => child(each, "target")),
  ]);
  return [...new Set(targets.flatMap((each) => (each === null ? [] : namesIn(each, context))))];
}

function namesIn(node: SyntaxNode, context: Context): readonly string[] {
  return descendants(node)
    .filter(({ kind }) => kind === "identifier")
    .map((each) => context.text(each));
}
