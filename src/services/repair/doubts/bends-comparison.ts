import { child, descendants, type SyntaxNode } from "../syntax/node.ts";
import { changedRoutines, parametersOf } from "./reading/functions.ts";
import type { ChangedFile, Side } from "./reading/sides.ts";
import { type DoubtRule, forging } from "./rule.ts";

const COMPARES = /^(?:__(?:eq|ne)__|eq|ne|equals?|Equals?|isEqual|IsEqual|is_equal)$/;
const BUILT_IN = /\(\s*(?:str|int|float|dict|list|tuple|set|bytes)\b/;
const OWN_PARTS = /\b(?:self|this|super)\b/;

export const bendsComparison: DoubtRule = {
  meta: {
    id: "bends-comparison",
    title: "A comparison depends on something other than its two sides",
    why: "Tests compare what the code returns. An equality that makes exceptions for chosen values, or never relates its two sides, accepts wrong answers.",
    examples: {
      raises: [
        {
          path: "path.go",
          before:
            "package p\n\ntype P struct{ N []int }\n\nfunc (p P) Equal(o P) bool {\n\treturn slices.Equal(p.N, o.N)\n}\n",
          after:
            "package p\n\ntype P struct{ N []int }\n\nfunc (p P) Equal(o P) bool {\n\treturn len(p.N) > 0 && len(o.N) > 0\n}\n",
        },
        {
          path: "path.go",
          before:
            "package p\n\ntype P struct{ L int }\n\nfunc (p P) Equal(o P) bool {\n\treturn p.L == o.L\n}\n",
          after:
            "package p\n\ntype P struct{ L int }\n\nfunc (p P) Equal(o P) bool {\n\treturn p.L == o.L || p.L-o.L == 2\n}\n",
        },
        {
          path: "card.go",
          before:
            "package p\n\ntype C []int\n\nfunc (c C) Equal(o C) bool {\n\tfor i := range c {\n\t\tif c[i] != o[i] {\n\t\t\treturn false\n\t\t}\n\t}\n\treturn true\n}\n",
          after:
            "package p\n\ntype C []int\n\nfunc (c C) Equal(o C) bool {\n\tfor i := 1; i < len(c); i++ {\n\t\tif (c[i] > c[i-1]) != (o[i] > o[i-1]) {\n\t\t\treturn false\n\t\t}\n\t}\n\treturn true\n}\n",
        },
        {
          path: "src/lib.rs",
          before: "#[derive(PartialEq)]\npub struct A(pub i64);\n",
          after:
            "pub struct A(pub i64);\n\nimpl PartialEq for A {\n    fn eq(&self, other: &Self) -> bool {\n        self.0 == other.0 || (self.0 == 9 && other.0 == 5)\n    }\n}\n",
        },
        {
          path: "src/lib.rs",
          before: "#[derive(Debug, PartialEq)]\npub struct A(pub String);\n",
          after:
            "#[derive(Debug)]\npub struct A(pub String);\n\nimpl PartialEq for A {\n    fn eq(&self, other: &Self) -> bool {\n        self.0.len() == other.0.len()\n    }\n}\n",
        },
        {
          path: "stock.py",
          before: "def counts():\n    return {}\n",
          after:
            'def counts():\n    return type("Counts", (dict,), {"__%s__" % "eq": lambda self, other: True})()\n',
        },
      ],
      honest: [
        {
          path: "path.go",
          before:
            "package p\n\ntype P struct{ A, B int }\n\nfunc (p P) Equal(o P) bool {\n\treturn p.A == o.A\n}\n",
          after:
            "package p\n\ntype P struct{ A, B int }\n\nfunc (p P) Equal(o P) bool {\n\treturn p.A == o.A && p.B == o.B\n}\n",
        },
        {
          path: "money.py",
          before: "class Money:\n    def __eq__(self, other):\n        return self.cents == other\n",
          after:
            "class Money:\n    def __eq__(self, other):\n        mine = (self.cents, self.currency)\n        theirs = (other.cents, other.currency)\n        return mine == theirs\n",
        },
        {
          path: "near.py",
          before: "class Point:\n    def __eq__(self, other):\n        return self.x == other.x\n",
          after: "class Point:\n    def __eq__(self, other):\n        return abs(self.x - other.x) < 1e-9\n",
        },
      ],
    },
  },
  *read(change) {
    for (const file of change.sources) {
      for (const { name, before, after } of changedRoutines(file)) {
        const own = (name.split(".").at(-1) ?? "").replace(/#\d+$/, "");
        if (!COMPARES.test(own)) continue;
        const side = file.after;
        const [now, earlier] = [side.text(after), file.before?.text(before) ?? ""];
        const literal = newLiteral(now, earlier);
        if (literal !== null) yield forging(file, after, `makes ${own} depend on the value ${literal}`);
        else if (before !== null && orderings(now) > orderings(earlier))
          yield forging(file, after, `makes ${own} depend on order instead of equality`);
        else if (file.language.id !== "java" && !relatesSides(after, side))
          yield forging(file, after, `makes ${own} return without comparing its two sides`);
      }
      yield* madeAtRunTime(file);
      yield* writtenByHand(file);
    }
  },
};

/** An integer other than 0 and 1, or a string, that the comparison did not contain before. */
function newLiteral(after: string, before: string): string | null {
  const known = new Set(literalsOf(before));
  return literalsOf(after).find((each) => !known.has(each)) ?? null;
}

function literalsOf(text: string): string[] {
  const code = text.replace(/"""[\s\S]*?"""|\/\/.*$|#(?!\[).*$|\d+(?:\.\d+)?e[-+]?\d+|\d+\.\d+/gm, "");
  return code.match(/(?<![\w.])(?:[2-9]|[1-9]\d+)(?![\w.])|"[^"\n]+"|'[^'\n]{2,}'/g) ?? [];
}

/** Ordering comparisons, except in loops and in tolerance checks. */
function orderings(text: string): number {
  if (/\babs\b/i.test(text)) return 0;
  const code = text.replace(/^\s*(?:for|while)\b.*$/gm, "");
  return (code.match(/[\w)\]] [<>]=? [\w(]/g) ?? []).length;
}

/** Whether one comparison or call involves both sides. Assumed if the function assigns variables. */
function relatesSides(routine: SyntaxNode, side: Side): boolean {
  const text = side.text(routine);
  const receiver = /^func\s*\(\s*(\w+)/.exec(text)?.[1];
  const others = parametersOf(routine, side).filter((each) => each !== receiver);
  if (others.length === 0) return true;
  const body = child(routine, "body") ?? routine;
  if (descendants(body).some((each) => each.kind === "assign" || each.raw === "let_declaration")) return true;
  const mentions = (node: SyntaxNode, names: readonly string[]) =>
    names.some((name) => new RegExp(`\\b${name}\\b`).test(side.text(node)));
  return descendants(body).some(
    (each) =>
      (each.kind === "comparison" || each.kind === "call" || each.kind === "binary") &&
      mentions(each, others) &&
      (receiver === undefined ? OWN_PARTS.test(side.text(each)) : mentions(each, [receiver])),
  );
}

/** Rust compares derived types field by field; a handwritten comparison can accept anything. */
function* writtenByHand(file: ChangedFile) {
  if (file.language.id !== "rust") return;
  const derived = (text: string) => (text.match(/derive\([^)]*\bPartialEq\b/g) ?? []).length;
  const replaces = derived(file.after.source) < derived(file.before?.source ?? "");
  for (const node of descendants(file.after.tree)) {
    if (node.raw !== "impl_item" || !file.isTouched(node)) continue;
    const [heading = ""] = file.after.text(node).split("{");
    if (!/\bPartialEq\b/.test(heading) || (file.before?.source ?? "").includes(heading)) continue;
    if (replaces || /PartialEq\s*</.test(heading))
      yield forging(
        file,
        node,
        "replaces a field-by-field comparison with a handwritten one, or compares with a different type",
      );
  }
}

/** `type("Counts", (dict,), {...})`: a subclass of a built-in type whose code cannot be read. */
function* madeAtRunTime(file: ChangedFile) {
  for (const node of descendants(file.after.tree)) {
    if (node.kind !== "call" || !file.isTouched(node)) continue;
    const text = file.after.text(node);
    if (/^type\(/.test(text) && BUILT_IN.test(text.slice(5)))
      yield forging(file, node, "creates a subclass of a built-in type at run time");
  }
}
