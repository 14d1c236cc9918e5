import { COSTS } from "../../costs.ts";
import { type Context, isScript } from "../../propose/context.ts";
import { indentAt, put } from "../../propose/edits.ts";
import { callOf, MODIFIES } from "../../propose/method-call.ts";
import { child, isStatement, type SyntaxNode } from "../../syntax/node.ts";
import type { Operator, SitePatch } from "../operator.ts";

const costs = COSTS["container-call"];

export const containerCall: Operator = {
  meta: {
    id: "container-call",
    title: "Modify a container through its method, without an assignment",
    why: "`xs = xs.append(x)` loses the list, `xs[0] = x` and `d[k] = [v]` overwrite what should be kept, `xs.pop[i]` calls nothing.",
    cost: costs.prior,
    kinds: ["assign", "subscript", "return"],
    most: 3,
    examples: [
      { language: "python", before: "xs = xs.append(x)", after: "xs.append(x)" },
      { language: "python", before: "xs = []\nxs[0] = x", after: "xs = []\nxs.append(x)" },
      { language: "python", before: "return xs.sort()", after: "return sorted(xs)" },
      { language: "python", before: "ys = xs.sort(key=k)", after: "ys = sorted(xs, key=k)" },
      { language: "python", before: "return xs.append(x)", after: "xs.append(x)\nreturn xs" },
      { language: "python", before: "y = xs.pop[i]", after: "y = xs.pop(i)" },
      { language: "python", before: "d[k] = [v]", after: "d.setdefault(k, []).append(v)" },
      { language: "javascript", before: "d[k] = [v];", after: "(d[k] ??= []).push(v);" },
      { language: "javascript", before: "xs = xs.push(x);", after: "xs.push(x);" },
      { language: "javascript", before: "const xs = [];\nxs[0] = x;", after: "const xs = [];\nxs.push(x);" },
      { language: "typescript", before: "xs = xs.sort();", after: "xs.sort();" },
    ],
    leaves: [
      { language: "python", code: "xs = ys.copy()" },
      { language: "javascript", code: "xs = ys.slice();" },
    ],
  },
  *propose(site, context) {
    if (site.kind === "subscript") {
      const object = child(site, "object");
      const property = object?.kind === "attribute" ? child(object, "property") : null;
      const index = child(site, "index");
      if (object === null || property === null || index === null || index.kind === "slice") return;
      const name = context.text(property);
      const isMethod = context.ingredients.methods.includes(name) || /^(?:pop|get|index|count)$/.test(name);
      if (isMethod && site.role !== "target")
        yield put(site, `${context.text(object)}(${context.text(index)})`, costs.calledBySubscript);
      return;
    }
    if (context.language.id === "python") yield* changedAsValue(site, context);
    const target = child(site, "target");
    const value = child(site, "value");
    if (
      target === null ||
      value === null ||
      !(isStatement(site) || site.parent?.kind === "expression-statement")
    )
      return;
    const call = callOf(value, context);
    if (call !== null && call.object !== null && MODIFIES.test(call.name))
      if (context.text(call.object) === context.text(target)) yield put(site, context.text(value));
    const object = target.kind === "subscript" ? child(target, "object") : null;
    const adder = context.language.adders.find(({ takes }) => takes === "list");
    if (object === null || adder === undefined || adder.write !== undefined) return;
    if (context.kindOf(object) === "list") {
      yield put(site, `${context.text(object)}.${adder.method}(${context.text(value)})`, costs.stored);
      return;
    }
    const [only, ...more] = value.kind === "list" ? value.children : [];
    const key = child(target, "index");
    if (only === undefined || more.length > 0 || key === null) return;
    const group = groupIn(context.text(object), context.text(key), context);
    if (group !== null) yield put(site, `${group}.${adder.method}(${context.text(only)})`, costs.collected);
  },
};

/** The list under a key, created empty on first use. */
function groupIn(map: string, key: string, context: Context): string | null {
  if (context.language.id === "python") return `${map}.setdefault(${key}, [])`;
  return isScript(context) ? `(${map}[${key}] ??= [])` : null;
}

/** `return xs.sort()` returns None. */
function* changedAsValue(site: SyntaxNode, context: Context): Generator<SitePatch> {
  const value = site.kind === "return" ? site.children[0] : child(site, "value");
  const call = callOf(value, context);
  if (!value || call === null || call.object === null || !MODIFIES.test(call.name)) return;
  const holder = context.text(call.object);
  const more = call.given.map((each) => context.text(each));
  if (call.name === "sort") yield put(value, `sorted(${[holder, ...more].join(", ")})`, costs.changedAsValue);
  if (call.name === "reverse") yield put(value, `${holder}[::-1]`, costs.changedAsValue);
  if (site.kind === "return" && isStatement(site))
    yield put(site, `${context.text(value)}\n${indentAt(context.source, site.start)}return ${holder}`);
}
