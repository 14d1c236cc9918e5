import { COSTS } from "../../costs.ts";
import { type Context, isScript } from "../../propose/context.ts";
import { indentAt, indentStep, insertBefore } from "../../propose/edits.ts";
import { child, descendants, enclosingFunction, isStatement } from "../../syntax/node.ts";
import type { Operator } from "../operator.ts";

const costs = COSTS["unchanged-guard"];

export const unchangedGuard: Operator = {
  meta: {
    id: "unchanged-guard",
    title: "Do nothing if the value stays the same",
    why: "A setter that reports, records or rejects a change to the value it already has.",
    cost: costs.prior,
    kinds: ["if", "expression-statement", "declaration", "assign", "augment"],
    most: 2,
    examples: [
      {
        language: "python",
        before: "class A:\n    def move(self, to):\n        self.at = to\n        self.log.append(to)\n",
        after:
          "class A:\n    def move(self, to):\n        if to == self.at:\n            return\n        self.at = to\n        self.log.append(to)\n",
      },
      {
        language: "javascript",
        before: "class A {\n  move(to) {\n    this.at = to;\n    this.log.push(to);\n  }\n}",
        after:
          "class A {\n  move(to) {\n    if (to === this.at) return;\n    this.at = to;\n    this.log.push(to);\n  }\n}",
      },
      {
        language: "typescript",
        before: "class A {\n  move(to: P) {\n    check(to);\n    this.at = to;\n  }\n}",
        after:
          "class A {\n  move(to: P) {\n    if (to === this.at) return;\n    check(to);\n    this.at = to;\n  }\n}",
      },
    ],
    leaves: [
      {
        language: "python",
        code: "class A:\n    def __init__(self, at):\n        self.at = at\n        self.log = []\n",
      },
      {
        language: "javascript",
        code: "class A {\n  constructor(at) {\n    this.at = at;\n    this.log = [];\n  }\n}",
      },
    ],
  },
  *propose(site, context) {
    const owner = enclosingFunction(site);
    if (owner === null || !isStatement(site)) return;
    const body = child(owner, "body");
    if (site.parent !== body || body?.children[0] !== site || body.children.length < 2) return;
    const text = context.text(owner);
    if (/^(?:constructor|def __init__)\b/.test(text) || /\breturn\s+[^;\s]/.test(text)) return;
    const parameters = new Set(
      context.variables(site).flatMap((each) => (each.distance === 0 ? [each.name] : [])),
    );
    for (const node of descendants(owner)) {
      if (node.kind !== "assign") continue;
      const [target, value] = [child(node, "target"), child(node, "value")];
      if (target?.kind !== "attribute" || value?.kind !== "identifier") continue;
      if (!parameters.has(context.text(value)) || !/^(?:this|self)\./.test(context.text(target))) continue;
      yield insertBefore(
        context,
        site,
        guard(
          `${context.text(value)} ${context.language.write.equal} ${context.text(target)}`,
          site.start,
          context,
        ),
      );
    }
  },
};

/** On one line, if the language's authors write it so. */
function guard(condition: string, at: number, context: Context): string {
  const { write } = context.language;
  if (isScript(context)) return `if (${condition}) ${write.returning("")}`;
  return write.when(condition, write.returning(""), indentAt(context.source, at), indentStep(context.source));
}
