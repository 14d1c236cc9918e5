import { COSTS } from "../../costs.ts";
import { put, replace } from "../../propose/edits.ts";
import { child, isValue } from "../../syntax/node.ts";
import type { Operator } from "../operator.ts";

const costs = COSTS["unwrap-call"];

export const unwrapCall: Operator = {
  meta: {
    id: "unwrap-call",
    title: "Remove a call, keep its argument",
    why: "An extra conversion, copy or recursion.",
    cost: costs.prior,
    kinds: ["call", "await", "subscript", "attribute"],
    most: 12,
    examples: [
      { language: "python", before: "yield_ = flatten(x)", after: "yield_ = x" },
      { language: "python", before: "x = a.strip()", after: "x = a" },
      { language: "javascript", before: "x = a.reverse();", after: "x = a;" },
      { language: "typescript", before: "const x = a[0];", after: "const x = a;" },
      { language: "go", before: "package p\nvar x = abs(a)", after: "package p\nvar x = a" },
      { language: "rust", before: "fn f() { g(a.abs()); }", after: "fn f() { g(a); }" },
      { language: "java", before: "class A { int x = abs(a); }", after: "class A { int x = a; }" },
    ],
    leaves: [
      { language: "python", code: "def f(a):\n    g(a)" },
      { language: "javascript", code: "function f(a) { g(a); }" },
    ],
  },
  *propose(site, context) {
    if (!isValue(site) || site.parent?.kind === "expression-statement") return;
    if (site.kind === "await") {
      const operand = site.children[0];
      if (operand !== undefined) yield replace(site, context.expression(operand), costs.operand);
      return;
    }
    if (site.kind !== "call") {
      const object = child(site, "object");
      if (object !== null && site.role !== "callee")
        yield replace(site, context.expression(object), costs.receiverOfAttribute);
      return;
    }
    const given = child(site, "arguments")?.children ?? [];
    for (const [index, each] of given.entries()) {
      if (each.kind === "spread" || each.kind === "keyword-argument" || each.kind === "comment") continue;
      yield replace(
        site,
        context.expression(each),
        given.length === 1 ? 0 : costs.argument + index * costs.perArgument,
      );
    }
    const callee = child(site, "callee");
    if (callee?.kind !== "attribute") return;
    const object = child(callee, "object");
    if (object !== null) yield replace(site, context.expression(object), costs.receiver);
    if (given.length === 0) yield put(site, context.text(callee), costs.reference);
  },
};
