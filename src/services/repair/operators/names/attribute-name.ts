import { COSTS } from "../../costs.ts";
import type { Context } from "../../propose/context.ts";
import { put } from "../../propose/edits.ts";
import { child, descendants, enclosingStatement, type SyntaxNode } from "../../syntax/node.ts";
import type { Operator } from "../operator.ts";

const costs = COSTS["attribute-name"];

export const attributeName: Operator = {
  meta: {
    id: "attribute-name",
    title: "Use a different field of the object",
    why: "`width` for `height`, `incoming` for `outgoing`: fields that the project uses elsewhere.",
    cost: costs.prior,
    kinds: ["attribute"],
    most: 40,
    examples: [
      { language: "python", before: "x = a.left\ny = a.right", after: "x = a.right\ny = a.right" },
      { language: "javascript", before: "x = a.width * b.height;", after: "x = a.height * b.height;" },
      {
        language: "typescript",
        before: "const x = a.width * b.height;",
        after: "const x = a.width * b.width;",
      },
      {
        language: "go",
        before: "package p\nvar x = a.width * b.height",
        after: "package p\nvar x = a.height * b.height",
      },
      {
        language: "rust",
        before: "fn f() { g(a.width, b.height); }",
        after: "fn f() { g(a.height, b.height); }",
      },
      {
        language: "python",
        before: "d[a.code] = d.get(a.code, 0) + a.prefix",
        after: "d[a.prefix] = d.get(a.prefix, 0) + a.prefix",
      },
      {
        language: "java",
        before: "class A { int x = a.width * b.height; }",
        after: "class A { int x = a.height * b.height; }",
      },
    ],
    leaves: [
      { language: "python", code: "def f(a):\n    return a.size" },
      { language: "javascript", code: "function f(a) { return a.run(); }" },
    ],
  },
  *propose(site, context) {
    if (site.role === "callee") return;
    const property = child(site, "property");
    if (property === null) return;
    const name = context.text(property);
    const places = placesOf(site, context);
    for (const [index, other] of context.ingredients.fields.entries()) {
      if (other === name) continue;
      const extra = shared(name, other)
        ? costs.similarName
        : Math.min(costs.mostForPosition, costs.position + index * costs.perPosition);
      yield put(property, other, extra);
      if (places.length > 1 && places[0] === property)
        yield {
          edits: places.map(({ start, end }) => ({ start, end, text: other })),
          extra: extra + costs.everywhere,
        };
    }
  },
};

/** Other uses of the same field of the same object in the statement, which are probably wrong too. */
function placesOf(site: SyntaxNode, context: Context): readonly SyntaxNode[] {
  const statement = enclosingStatement(site);
  const all = statement === null ? [site] : descendants(statement);
  return all
    .filter((each) => each.kind === "attribute" && context.text(each) === context.text(site))
    .flatMap((each) => child(each, "property") ?? []);
}

/** Whether two names share a word. */
function shared(a: string, b: string): boolean {
  const words = (name: string) => name.split(/_|(?=[A-Z])/).map((word) => word.toLowerCase());
  const own = new Set(words(a));
  return words(b).some((word) => word.length > 2 && own.has(word));
}
