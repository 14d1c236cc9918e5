import { COSTS } from "../../costs.ts";
import { indentAt, indentStep, put } from "../../propose/edits.ts";
import { atom } from "../../syntax/expression.ts";
import { child, descendants, enclosingFunction, isStatement } from "../../syntax/node.ts";
import type { Operator } from "../operator.ts";

const costs = COSTS["guard-statement"];

const MOST = 4;

export const guardStatement: Operator = {
  meta: {
    id: "guard-statement",
    title: "Guard a statement with a check",
    why: "A callback, an owner or a value that may be absent is used without a check.",
    cost: costs.prior,
    kinds: ["expression-statement", "augment"],
    most: 4,
    examples: [
      {
        language: "python",
        before: "def f(x, done=None):\n    g(x)\n    done(x)\n",
        after: "def f(x, done=None):\n    g(x)\n    if done is not None:\n        done(x)\n",
      },
      {
        language: "javascript",
        before: "function f(x, log) {\n  log.write(x);\n}",
        after: "function f(x, log) {\n  if (log != null) {\n    log.write(x);\n  }\n}",
      },
      {
        language: "typescript",
        before: "function f(done?: () => void) {\n  done();\n}",
        after: "function f(done?: () => void) {\n  if (done != null) {\n    done();\n  }\n}",
      },
      {
        language: "go",
        before: "package p\nfunc f(done func()) {\n\tdone()\n}",
        after: "package p\nfunc f(done func()) {\n\tif done != nil {\n\t\tdone()\n\t}\n}",
      },
      {
        language: "java",
        before: "class A { void f(Log log) {\n  log.write();\n} }",
        after: "class A { void f(Log log) {\n  if (log != null) {\n    log.write();\n  }\n} }",
      },
    ],
    leaves: [
      { language: "python", code: "a.b()" },
      { language: "javascript", code: "a.b();" },
    ],
  },
  *propose(site, context) {
    const text = context.text(site);
    if (!isStatement(site) || enclosingFunction(site) === null || text.includes("\n")) return;
    const { write } = context.language;
    const indent = indentAt(context.source, site.start);
    const step = indentStep(context.source);
    const near = new Set(context.variables(site).flatMap((each) => (each.distance === 0 ? [each.name] : [])));
    const names = new Set<string>();
    for (const node of descendants(site)) {
      if (node.kind === "identifier" && near.has(context.text(node))) names.add(context.text(node));
      const object = node.kind === "attribute" ? child(node, "object") : null;
      if (node.kind === "attribute" && object?.kind === "identifier" && node.role !== "target")
        names.add(context.text(node));
    }
    names.delete("self");
    for (const [index, name] of [...names].slice(0, MOST).entries())
      yield put(
        site,
        write.when(write.isNotNull(atom(name)).text, text, indent, step),
        index * costs.perName,
      );
  },
};
