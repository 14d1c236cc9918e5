import type { Context } from "../../propose/context.ts";
import { child, type SyntaxNode, unwrap } from "../../syntax/node.ts";
import { argumentsOf, calleeText } from "../go/reading.ts";
import { at, type Slip } from "../slip.ts";

const python: Slip = {
  why: "a division that drops the fraction before the conversion to float",
  chance: "shown",
  kinds: ["call"],
  examples: {
    python: [
      ["x = float(a // b)", "x = a / b"],
      ["x = round(a // b, 2)", "x = round(a / b, 2)"],
    ],
  },
  leaves: { python: ["x = int(a)"] },
  *correct(site, context) {
    const match = /^(float|round)\(([\w.]+|[\w.]+\([\w.]*\)) \/\/ ([\w.]+|[\w.]+\([\w.]*\))(, \d+)?\)$/.exec(
      context.text(site),
    );
    if (match === null) return;
    const quotient = `${match[2]} / ${match[3]}`;
    const isAlone = site.parent?.kind !== "binary";
    if (match[1] === "round") yield [at(site, `round(${quotient}${match[4] ?? ""})`)];
    else if (match[4] === undefined) yield [at(site, isAlone ? quotient : `(${quotient})`)];
  },
};

const go: Slip = {
  why: "integers divided before the conversion or the multiplication",
  chance: "shown",
  kinds: ["call", "binary"],
  examples: {
    go: [
      [
        "package p\nfunc f(a, b int) float64 { return float64(a / b) }",
        "package p\nfunc f(a, b int) float64 { return float64(a) / float64(b) }",
      ],
      [
        "package p\nfunc f(a, b int) int { return a / b * 100 }",
        "package p\nfunc f(a, b int) int { return a * 100 / b }",
      ],
    ],
  },
  *correct(site, context) {
    if (site.kind === "call") {
      const [only, ...others] = argumentsOf(site);
      const type = calleeText(site, context);
      if (!/^float(?:32|64)$/.test(type) || only?.kind !== "binary" || others.length > 0) return;
      const [left, right] = [child(only, "left"), child(only, "right")];
      const operator = only.operators[0]?.text;
      if (!left || !right || (operator !== "/" && operator !== "*")) return;
      const inner =
        operator === "*" ? [left, right].find((each) => /[^/]\/[^/]/.test(context.text(each))) : only;
      if (inner === undefined) return;
      const isNumber = (node: SyntaxNode) => node.kind === "number";
      const convert = (node: SyntaxNode) =>
        isNumber(node) ? context.text(node) : `${type}(${bare(context.text(node))})`;
      if (operator === "/") {
        const code = `${convert(left)} / ${convert(right)}`;
        yield [at(site, needsGroup(site) ? `(${code})` : code)];
        return;
      }
      const [a, b] = [child(inner, "left"), child(inner, "right")];
      const other = inner === left ? right : left;
      if (a && b && inner.kind === "binary")
        yield [at(site, `${convert(a)} / ${convert(b)} * ${convert(other)}`)];
      return;
    }
    const [left, right] = [child(site, "left"), child(site, "right")];
    if (site.operators[0]?.text !== "*" || !left || !right) return;
    const inner = left.kind === "group" ? left.children[0] : left;
    const [a, b] =
      inner?.operators[0]?.text === "/" ? [child(inner, "left"), child(inner, "right")] : [null, null];
    if (!a || !b || right.kind === "binary") return;
    yield [at(site, `${context.text(a)} * ${context.text(right)} / ${context.text(b)}`)];
  },
};

function needsGroup({ parent, role }: SyntaxNode): boolean {
  return parent?.kind === "binary" && (role === "right" || parent.operators[0]?.text === "%");
}

function bare(text: string): string {
  return /^\([^()]*\)$/.test(text) ? text.slice(1, -1) : text;
}

const SIMPLE = /^[\w.]+(?:\(\))?$/;

function receiver(node: SyntaxNode, { text }: Context): string {
  const bare = unwrap(node);
  const isAtom =
    bare !== node || SIMPLE.test(text(bare)) || bare.kind === "call" || bare.kind === "subscript";
  return isAtom ? text(node) : `(${text(node)})`;
}

const rust: Slip = {
  why: "integers divided before the conversion or the multiplication",
  chance: "shown",
  kinds: ["other", "binary"],
  examples: {
    rust: [
      [
        "fn f(a: i32, b: i32) -> f64 { (a / b) as f64 }",
        "fn f(a: i32, b: i32) -> f64 { a as f64 / b as f64 }",
      ],
      ["fn f(a: i32, b: i32) -> i32 { a / b * 100 }", "fn f(a: i32, b: i32) -> i32 { a * 100 / b }"],
    ],
  },
  *correct(site, context) {
    if (site.raw === "type_cast_expression") {
      const [value, type] = site.children;
      const division = value === undefined ? undefined : unwrap(value);
      const [left, right] = division ? [child(division, "left"), child(division, "right")] : [null, null];
      if (
        !left ||
        !right ||
        !type ||
        division?.operators[0]?.text !== "/" ||
        !/^f(?:32|64)$/.test(context.text(type))
      )
        return;
      const code = `${receiver(left, context)} as ${context.text(type)} / ${receiver(right, context)} as ${context.text(type)}`;
      const isInside = site.role === "right" || site.role === "object";
      yield [at(site, isInside ? `(${code})` : code)];
      return;
    }
    const [left, right] = [child(site, "left"), child(site, "right")];
    if (site.operators[0]?.text !== "*" || !left || !right || right.kind === "binary") return;
    const inner = unwrap(left);
    const [a, b] =
      inner.operators[0]?.text === "/" ? [child(inner, "left"), child(inner, "right")] : [null, null];
    if (a && b) yield [at(site, `${context.text(a)} * ${context.text(right)} / ${context.text(b)}`)];
  },
};

export const earlyDivisionSlips: readonly Slip[] = [python, go, rust];
