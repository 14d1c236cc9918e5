import { COSTS } from "../../costs.ts";
import { put } from "../../propose/edits.ts";
import { child, isStatement } from "../../syntax/node.ts";
import type { Operator } from "../operator.ts";

const costs = COSTS["container-call"];
/** Methods that modify the container and return something else, usually nothing. */
const CHANGES =
  /^(?:append|extend|insert|remove|sort|reverse|add|discard|update|push|unshift|clear|set|splice)$/;

export const containerCall: Operator = {
  meta: {
    id: "container-call",
    title: "Modify a container through its method, without an assignment",
    why: "`xs = xs.append(x)` loses the list, `xs[0] = x` and `d[k] = [v]` overwrite what should be kept, `xs.pop[i]` calls nothing.",
    cost: costs.prior,
    kinds: ["assign", "subscript"],
    most: 3,
    examples: [
      { language: "python", before: "xs = xs.append(x)", after: "xs.append(x)" },
      { language: "python", before: "xs = []\nxs[0] = x", after: "xs = []\nxs.append(x)" },
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
    const target = child(site, "target");
    const value = child(site, "value");
    if (
      target === null ||
      value === null ||
      !(isStatement(site) || site.parent?.kind === "expression-statement")
    )
      return;
    const callee = value.kind === "call" ? child(value, "callee") : null;
    const method = callee?.kind === "attribute" ? child(callee, "property") : null;
    const holder = callee?.kind === "attribute" ? child(callee, "object") : null;
    if (method !== null && holder !== null && CHANGES.test(context.text(method)))
      if (context.text(holder) === context.text(target)) yield put(site, context.text(value));
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
    const group = groupIn(context.text(object), context.text(key), context.language.id);
    if (group !== null) yield put(site, `${group}.${adder.method}(${context.text(only)})`, costs.collected);
  },
};

/** The list under a key, created empty on first use. */
function groupIn(map: string, key: string, language: string): string | null {
  if (language === "python") return `${map}.setdefault(${key}, [])`;
  return ["javascript", "typescript"].includes(language) ? `(${map}[${key}] ??= [])` : null;
}
