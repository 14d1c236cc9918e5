import { COSTS } from "../../costs.ts";
import { swap } from "../../propose/edits.ts";
import { child, descendants, isStatement, type SyntaxNode } from "../../syntax/node.ts";
import type { Operator } from "../operator.ts";

const costs = COSTS["exchange-values"];

export const exchangeValues: Operator = {
  meta: {
    id: "exchange-values",
    title: "Swap the values of two neighboring assignments",
    why: "Rows and columns, width and height, first and last: two values that were assigned the wrong way around.",
    cost: costs.prior,
    kinds: ["expression-statement", "declaration", "assign"],
    most: 1,
    examples: [
      {
        language: "python",
        before: "rows = len(grid[0])\ncols = len(grid)",
        after: "rows = len(grid)\ncols = len(grid[0])",
      },
      {
        language: "javascript",
        before: "const rows = grid[0].length;\nconst cols = grid.length;",
        after: "const rows = grid.length;\nconst cols = grid[0].length;",
      },
      {
        language: "go",
        before: "package p\nfunc f(a, b int) {\n\tx := a / 2\n\ty := b / 2\n}",
        after: "package p\nfunc f(a, b int) {\n\tx := b / 2\n\ty := a / 2\n}",
      },
      {
        language: "rust",
        before: "fn f(a: i32, b: i32) {\n    let x = a / 2;\n    let y = b / 2;\n}",
        after: "fn f(a: i32, b: i32) {\n    let x = b / 2;\n    let y = a / 2;\n}",
      },
    ],
    leaves: [
      { language: "python", code: "a = f()\nb = a + 1" },
      { language: "javascript", code: "let a = 1;\ng(a);\nlet b = 2;" },
    ],
  },
  *propose(site, context) {
    if (!isStatement(site)) return;
    const beside = site.parent?.children.filter(({ kind }) => kind !== "comment") ?? [];
    const [one, other] = [assignmentIn(site), assignmentIn(beside[beside.indexOf(site) + 1])];
    if (one === null || other === null) return;
    const text = context.text;
    const isPlain = [one, other].every(({ value }) => /^(?:number|string|boolean|null)$/.test(value.kind));
    const assigned = new Set(descendants(one.target).map(text));
    const mentioned = descendants(other.value).some((each) => assigned.has(text(each)));
    if (isPlain || mentioned || text(one.value) === text(other.value)) return;
    yield swap(context, one.value, other.value);
  },
};

interface Assignment {
  readonly target: SyntaxNode;
  readonly value: SyntaxNode;
}

/** The only assignment of a statement. */
function assignmentIn(statement: SyntaxNode | undefined): Assignment | null {
  if (statement === undefined) return null;
  const [first, ...others] = statement.children;
  const assign = statement.kind === "assign" ? statement : first?.kind === "assign" ? first : null;
  if (assign === null || (assign !== statement && others.length > 0)) return null;
  const [target, value] = [child(assign, "target"), child(assign, "value")];
  return target === null || value === null ? null : { target, value };
}
