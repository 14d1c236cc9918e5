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
    kinds: ["lambda", "for-classic"],
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
        language: "javascript",
        before: "for (var i = 0; i < 3; i++) fs.push(() => i);",
        after: "for (let i = 0; i < 3; i++) fs.push(() => i);",
      },
    ],
    leaves: [
      { language: "python", code: "f = lambda x: x + 1" },
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
    const body = child(site, "body");
    if (context.language.id !== "python" || body === null) return;
    const parameters = child(site, "parameters");
    const used = new Set(namesIn(body, context));
    const taken = new Set(parameters === null ? [] : namesIn(parameters, context));
    const start = parameters?.end ?? site.start + "lambda".length;
    const names = loopVariables(site, context).filter((each) => used.has(each) && !taken.has(each));
    const capture = (captured: readonly string[]) => {
      const text = captured.map((name) => `${name}=${name}`).join(", ");
      return [{ start, end: start, text: parameters === null ? ` ${text}` : `, ${text}` }];
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
