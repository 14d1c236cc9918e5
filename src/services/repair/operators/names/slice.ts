import { COSTS } from "../../costs.ts";
import { replace } from "../../propose/edits.ts";
import { child, isValue, type SyntaxNode } from "../../syntax/node.ts";
import type { Operator } from "../operator.ts";

const costs = COSTS.slice;

export const slice: Operator = {
  meta: {
    id: "slice",
    title: "Add, move or remove a slice",
    why: "Too much or too little of a sequence: the first element, the last one, the part before or after an index.",
    cost: costs.prior,
    kinds: ["identifier", "attribute", "call", "slice", "subscript"],
    most: 30,
    examples: [
      {
        language: "python",
        before: "def f(arr, k):\n    for x in arr:\n        g(x)",
        after: "def f(arr, k):\n    for x in arr[k:]:\n        g(x)",
      },
      { language: "python", before: "x = f(a[1:], b)", after: "x = f(a[1:], b[1:])" },
      { language: "python", before: "x = a[i:j]", after: "x = a[i:]" },
      {
        language: "javascript",
        before: "for (const x of xs) f(x);",
        after: "for (const x of xs.slice(1)) f(x);",
      },
      { language: "javascript", before: "x = xs.slice(0, -1);", after: "x = xs.slice(1);" },
      { language: "typescript", before: "f(xs);", after: "f(xs.slice(0, -1));" },
      {
        language: "go",
        before: "package p\nfunc f(xs []int) []int { return xs[1:] }",
        after: "package p\nfunc f(xs []int) []int { return xs[:len(xs)-1] }",
      },
    ],
    leaves: [
      { language: "python", code: "def f():\n    n = 1\n    return n" },
      { language: "javascript", code: "function f() { const n = 1; return n; }" },
    ],
  },
  *propose(site, context) {
    if (site.kind === "slice") return yield* moveBounds(site, context);
    yield* otherEnd(site, context);
    if (!isValue(site) || site.role === "callee" || site.role === "object") return;
    const kind = context.kindOf(site);
    if (kind !== "list" && kind !== "string" && kind !== null) return;
    if (kind === null && !takesSequence(site)) return;
    const object = context.expression(site);
    const unsure =
      (isMeasured(site, context) ? costs.measured : 0) +
      (kind === null ? costs.unknownKind : 0) +
      (takesSequence(site) ? 0 : costs.notASequence) +
      (site.kind === "identifier" ? 0 : costs.notAVariable);
    const bounds: [string, string, number][] = [
      ["1", "", 0],
      ["", "-1", costs.dropLast],
    ];
    for (const each of context.variables(site)) {
      if ((each.kind !== "number" && each.kind !== null) || each.distance > 0) continue;
      const far =
        (each.definite ? costs.definite : costs.indefinite) + (each.kind === null ? costs.unknownBound : 0);
      bounds.push(
        [each.name, "", far],
        ["", each.name, far],
        [`${each.name} + 1`, "", far + costs.fromNext],
        ["", `${each.name} + 1`, far + costs.toNext],
      );
    }
    for (const [from, to, extra] of bounds) {
      const cut = context.language.write.slice(object, from, to);
      if (cut !== null) yield replace(site, cut, extra + unsure);
    }
  },
};

/** Under `len(…)`, changing a bound or a comparison is simpler. */
function isMeasured(site: SyntaxNode, context: Parameters<Operator["propose"]>[1]): boolean {
  const callee =
    site.parent?.kind === "arguments" && site.parent.parent !== null
      ? child(site.parent.parent, "callee")
      : null;
  return callee !== null && context.text(callee) === "len";
}

function takesSequence(site: SyntaxNode): boolean {
  return site.role === "iterable" || site.parent?.kind === "arguments" || site.parent?.kind === "return";
}

const ENDS = ["1", "0, -1", "-1", "0, 1"];

/** `xs.slice(1)` for `xs.slice(0, -1)`: the other end of a sequence. */
function* otherEnd(site: SyntaxNode, context: Parameters<Operator["propose"]>[1]) {
  const callee = site.kind === "call" ? child(site, "callee") : null;
  const property = callee?.kind === "attribute" ? child(callee, "property") : null;
  const given = child(site, "arguments");
  if (property === null || given === null || context.text(property) !== "slice") return;
  const inner = given.children.map((each) => context.text(each)).join(", ");
  if (!/^[-\d, ]+$/.test(inner)) return;
  for (const [index, other] of ENDS.entries())
    if (other !== inner)
      yield {
        edits: [{ start: given.start, end: given.end, text: `(${other})` }],
        extra: costs.perForm * index,
      };
}

/** The index of the last element, counted from the end if the language allows it. */
function lastBut(site: SyntaxNode, context: Parameters<Operator["propose"]>[1]): string {
  const object = site.parent === null ? null : child(site.parent, "object");
  if (context.language.id === "python" || object === null) return "-1";
  const length = context.language.write.length(context.expression(object));
  return length === null ? "-1" : `${length.text}-1`;
}

function* moveBounds(site: SyntaxNode, context: Parameters<Operator["propose"]>[1]) {
  const from = child(site, "from");
  const to = child(site, "to");
  const first = context.text(from);
  const last = context.text(to);
  const step = child(site, "step");
  const tail = step === null ? "" : `:${context.text(step)}`;
  const write = (a: string, b: string, extra: number) => ({
    edits: [{ start: site.start, end: site.end, text: `${a}:${b}${tail}` }],
    extra,
  });
  if (from !== null && to === null) yield write("", first, 0);
  if (to !== null && from === null) yield write(last, "", 0);
  if (from !== null && to !== null) {
    yield write("", last, costs.dropOneEnd);
    yield write(first, "", costs.dropOneEnd);
    yield write(last, first, costs.exchanged);
  }
  if (from === null) yield write("1", last, costs.fromOne);
  const end = lastBut(site, context);
  if (to === null) yield write(first, end, costs.toEnd);
  if (to === null && from !== null) yield write("", end, costs.onlyEnd);
  if (site.parent !== null && from === null && to === null && step === null) return;
  for (const each of context.variables(site)) {
    if (each.kind !== "number" || !each.definite || each.distance > 0) continue;
    if (from === null) yield write(each.name, last, costs.byVariable);
    if (to === null) yield write(first, each.name, costs.byVariable);
  }
}
