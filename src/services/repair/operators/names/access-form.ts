import { COSTS } from "../../costs.ts";
import type { Context } from "../../propose/context.ts";
import { put, replace } from "../../propose/edits.ts";
import { atom, grouped } from "../../syntax/expression.ts";
import { child, isValue, type SyntaxNode } from "../../syntax/node.ts";
import type { Operator, SitePatch } from "../operator.ts";

const costs = COSTS["access-form"];

export const accessForm: Operator = {
  meta: {
    id: "access-form",
    title: "Call, field or element",
    why: "A method that is referenced but not called, a field that is called, a field instead of an element, an access to something that may be absent.",
    cost: costs.prior,
    kinds: ["attribute", "call", "subscript"],
    most: 16,
    examples: [
      { language: "python", before: "x = a.size", after: "x = a.size()" },
      { language: "python", before: "x = d[k]", after: "x = d.get(k)" },
      { language: "python", before: "x = d[k]", after: "x = d.get(k, 0)" },
      { language: "javascript", before: "x = a.b;", after: "x = a?.b;" },
      { language: "javascript", before: "x = a.b.c();", after: "x = a.b?.c();" },
      {
        language: "javascript",
        before: "function f(out, x) { const at = x.length; out.push(x); }",
        after: "function f(out, x) { const at = x.length; out[at] = x; }",
      },
      {
        language: "typescript",
        before: "function f(a, key) { return a.key; }",
        after: "function f(a, key) { return a[key]; }",
      },
    ],
    leaves: [
      { language: "python", code: "def f(a, b):\n    return a(b)" },
      { language: "javascript", code: "function f(a, b) { return a(b); }" },
      { language: "go", code: "package p\nfunc f(a []int, i int) int { return a[i] }" },
    ],
  },
  *propose(site, context) {
    const python = context.language.id === "python";
    const hasOptionalAccess = ["javascript", "typescript", "tsx"].includes(context.language.id);
    const whole = context.expression(site);
    if (site.kind === "call") return yield* storeAt(site, context);
    const object = child(site, "object");
    if (object === null) return;
    const base = grouped(context.expression(object), 13);
    if (site.kind === "attribute") {
      const property = child(site, "property");
      if (property === null) return;
      const name = context.text(property);
      if (hasOptionalAccess && context.source.slice(object.end, property.start) === ".") {
        if (isValue(site)) yield replace(site, atom(`${base}?.${name}`), costs.optionalMember);
      }
      if (site.role === "callee" || !isValue(site)) return;
      if (context.ingredients.methods.includes(name))
        yield replace(site, atom(`${whole.text}()`), costs.callOfMethod);
      else yield replace(site, atom(`${whole.text}()`), costs.callOfField);
      if (context.variables(site).some((each) => each.name === name))
        yield replace(site, atom(`${base}[${name}]`), costs.memberAsSubscript);
      return;
    }
    const index = child(site, "index");
    if (index === null || index.kind === "slice" || !isValue(site)) return;
    for (const { name } of context.ingredients.functions.filter((each) => each.arity === 1).slice(0, 6))
      yield replace(site, atom(`${name}(${context.text(index)})`), costs.subscriptAsCall);
    if (python) {
      const kind = context.kindOf(object);
      if (kind !== null && kind !== "dict") return;
      const unsure = kind === "dict" ? costs.dictGet : costs.otherGet;
      for (const [at, tail] of ["", ", 0", ", []", ', ""', ", 1"].entries()) {
        yield replace(
          site,
          atom(`${base}.get(${context.text(index)}${tail})`),
          unsure + at * costs.perDefault,
        );
      }
      return;
    }
    if (hasOptionalAccess)
      yield replace(site, atom(`${base}?.[${context.text(index)}]`), costs.optionalSubscript);
  },
};

/** `out.push(x)` → `out[at] = x`: an item that arrives out of order has its own index. */
function* storeAt(site: SyntaxNode, context: Context): Generator<SitePatch> {
  const callee = child(site, "callee");
  const property = callee && child(callee, "property");
  const object = callee && child(callee, "object");
  const given = child(site, "arguments")?.children ?? [];
  if (site.parent?.kind !== "expression-statement" || given.length !== 1 || given[0] === undefined) return;
  if (object === null || property === null || !/^(?:push|append)$/.test(context.text(property))) return;
  for (const each of context.variables(site)) {
    if (each.kind !== "number" || each.distance > 0 || !each.definite) continue;
    yield put(
      site,
      `${context.text(object)}[${each.name}] = ${context.text(given[0])}`,
      costs.storeAsSubscript,
    );
  }
}
