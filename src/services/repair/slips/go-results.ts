import type { Context } from "../propose/context.ts";
import { ancestors, child, descendants, type SyntaxNode } from "../syntax/node.ts";
import { argumentsOf, calleeText, lineBefore } from "./go-reading.ts";
import { at, type Slip } from "./slip.ts";

const sharedRank: Slip = {
  language: "go",
  why: "an index taken for the field of the element before, as in a rank that equal elements share",
  chance: "shown",
  kinds: ["assign"],
  examples: [
    [
      "package p\nfunc f(xs []int) (rows []Row) {\n\tfor i, x := range xs {\n\t\tplace := i + 1\n\t\tif i > 0 && x == xs[i-1] {\n\t\t\tplace = i\n\t\t}\n\t\trows = append(rows, Row{Place: place, Value: x})\n\t}\n\treturn rows\n}",
      "package p\nfunc f(xs []int) (rows []Row) {\n\tfor i, x := range xs {\n\t\tplace := i + 1\n\t\tif i > 0 && x == xs[i-1] {\n\t\t\tplace = rows[i-1].Place\n\t\t}\n\t\trows = append(rows, Row{Place: place, Value: x})\n\t}\n\treturn rows\n}",
    ],
  ],
  *correct(site, context) {
    const [target, value] = [child(site, "target"), child(site, "value")];
    const loop = [...ancestors(site)].find(({ raw }) => raw === "for_statement");
    if (site.raw !== "assignment_statement" || target?.kind !== "identifier" || !value || !loop) return;
    const index = /^(\w+)(?: ?[-+] ?1)?$/.exec(context.text(value))?.[1];
    const head = loop.children[0] ? context.text(loop.children[0]) : "";
    if (index === undefined || !new RegExp(`^${index}\\b`).test(head) || /^\d/.test(index)) return;
    const built = builtFrom(context.text(target), loop, context);
    if (built === null) return;
    yield [at(value, `${built.list}[${index}-1].${built.field}`)];
    yield [at(value, `${built.list}[len(${built.list})-1].${built.field}`)];
  },
};

/** The list whose new elements a loop makes from a variable, and the field that gets it. */
function builtFrom(name: string, loop: SyntaxNode, context: Context) {
  for (const call of descendants(loop)) {
    if (call.kind !== "call" || calleeText(call, context) !== "append") continue;
    const [list, ...items] = argumentsOf(call);
    if (list === undefined || !/^[\w.]+$/.test(context.text(list))) continue;
    for (const pair of items.flatMap(descendants)) {
      const [key, value] = pair.kind === "pair" ? [child(pair, "key"), child(pair, "value")] : [null, null];
      if (key && value && context.text(value) === name && /^\w+$/.test(context.text(key)))
        return { list: context.text(list), field: context.text(key) };
    }
  }
  return null;
}

const sharedVariable: Slip = {
  language: "go",
  why: "closures that share the variable of their loop, as before Go 1.22",
  chance: "ordinary",
  kinds: ["for-classic"],
  examples: [
    [
      "package p\nfunc f(xs []int) (fs []func() int) {\n\tfor _, x := range xs {\n\t\tfs = append(fs, func() int { return x })\n\t}\n\treturn fs\n}",
      "package p\nfunc f(xs []int) (fs []func() int) {\n\tfor _, x := range xs {\n\t\tx := x\n\t\tfs = append(fs, func() int { return x })\n\t}\n\treturn fs\n}",
    ],
  ],
  leaves: ["package p\nfunc f(xs []int) {\n\tfor _, x := range xs {\n\t\tfunc() { g(x) }()\n\t}\n}"],
  *correct(site, context) {
    const clause = site.raw === "for_statement" ? site.children[0] : undefined;
    const initial = clause?.raw === "for_clause" ? clause.children[0] : clause;
    const target = initial ? child(initial, "target") : null;
    const first = child(site, "body")?.children[0];
    if (!target || !first || !/^[\w, ]+ := /.test(context.source.slice(target.start, target.end + 4))) return;
    const names = (target.kind === "tuple" ? target.children : [target]).map(context.text);
    const closures = descendants(site).filter(
      (each) => each.raw === "func_literal" && (each.role !== "callee" || isDelayed(each)),
    );
    const captured = names.filter(
      (name) =>
        name !== "_" &&
        closures.some((each) =>
          descendants(each).some((part) => part.kind === "identifier" && context.text(part) === name),
        ),
    );
    if (captured.length === 0 || captured.some((name) => context.text(site).includes(`${name} := ${name}\n`)))
      return;
    yield [lineBefore(first, `${captured.join(", ")} := ${captured.join(", ")}`, context)];
  },
};

function isDelayed(literal: SyntaxNode): boolean {
  return /^(?:go|defer)_statement$/.test(literal.parent?.parent?.raw ?? "");
}

export const goResultSlips: readonly Slip[] = [sharedRank, sharedVariable];
