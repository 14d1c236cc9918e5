import type { Context } from "../propose/context.ts";
import { ancestors, child, type SyntaxNode, unwrap } from "../syntax/node.ts";
import { at, type Slip } from "./slip.ts";

const SIMPLE = /^[\w.]+(?:\(\))?$/;

const underflow: Slip = {
  language: "rust",
  why: "a difference of unsigned numbers below zero",
  chance: "likely",
  kinds: ["binary", "augment"],
  examples: [
    [
      "fn f(a: usize, b: usize) -> usize { a - b }",
      "fn f(a: usize, b: usize) -> usize { a.saturating_sub(b) }",
    ],
    ["fn f(a: usize, b: usize) -> usize { a - b }", "fn f(a: usize, b: usize) -> usize { a.abs_diff(b) }"],
    [
      "fn f(mut a: u32, b: u32) -> u32 { a -= b; a }",
      "fn f(mut a: u32, b: u32) -> u32 { a = a.saturating_sub(b); a }",
    ],
  ],
  leaves: ["fn f(a: f64) -> f64 { a - 1.5 }"],
  *correct(site, context) {
    const isAugment = site.kind === "augment";
    const left = child(site, isAugment ? "target" : "left");
    const right = child(site, isAugment ? "value" : "right");
    if (!left || !right || site.operators[0]?.text !== (isAugment ? "-=" : "-")) return;
    if (!isUnsigned(left, context) && !isUnsigned(right, context)) return;
    const object = receiver(left, context);
    const value = context.text(right);
    if (isAugment) {
      yield [at(site, `${context.text(left)} = ${object}.saturating_sub(${value})`)];
      return;
    }
    yield [at(site, `${object}.saturating_sub(${value})`)];
    if (right.kind !== "number") yield [at(site, `${object}.abs_diff(${value})`)];
  },
};

/** A length, an index or something that the file declares as unsigned. */
function isUnsigned(node: SyntaxNode, { text, source }: Context): boolean {
  const code = text(unwrap(node));
  if (/\.(?:len|count)\(\)$| as u(?:8|16|32|64|size)$/.test(code)) return true;
  const name = /(\w+)$/.exec(code)?.[1];
  if (name === undefined || /^\d/.test(name)) return false;
  return new RegExp(
    `\\b${name}(?:: (?:&(?:mut )?)?u(?:8|16|32|64|128|size)\\b| = [^;\\n]*\\.(?:len|count)\\(\\);)`,
  ).test(source);
}

function receiver(node: SyntaxNode, { text }: Context): string {
  const bare = unwrap(node);
  const isAtom =
    bare !== node || SIMPLE.test(text(bare)) || bare.kind === "call" || bare.kind === "subscript";
  return isAtom ? text(node) : `(${text(node)})`;
}

const earlyDivision: Slip = {
  language: "rust",
  why: "integers divided before the conversion or the multiplication",
  chance: "shown",
  kinds: ["other", "binary"],
  examples: [
    ["fn f(a: i32, b: i32) -> f64 { (a / b) as f64 }", "fn f(a: i32, b: i32) -> f64 { a as f64 / b as f64 }"],
    ["fn f(a: i32, b: i32) -> i32 { a / b * 100 }", "fn f(a: i32, b: i32) -> i32 { a * 100 / b }"],
  ],
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

const rangeEnd: Slip = {
  language: "rust",
  why: "a range with its end, or without it; counted up instead of down",
  chance: "likely",
  kinds: ["binary"],
  examples: [
    ["fn f(n: usize) { for i in 1..n { g(i); } }", "fn f(n: usize) { for i in 1..=n { g(i); } }"],
    ["fn f(s: &str, n: usize) { g(&s[0..=n]); }", "fn f(s: &str, n: usize) { g(&s[0..n]); }"],
    ["fn f(n: usize) { for i in 0..n { g(i); } }", "fn f(n: usize) { for i in (0..n).rev() { g(i); } }"],
  ],
  *correct(site, context) {
    const [operator] = site.operators;
    if (site.raw !== "range_expression" || operator === undefined) return;
    const [from, to] = site.children;
    if (operator.text === "..=") yield [at(operator, "..")];
    else if (to !== undefined || context.text(site).startsWith("..")) {
      if (from !== undefined) yield [at(operator, "..=")];
    }
    const isLooped = site.role === "iterable";
    if (isLooped && to !== undefined) yield [at(site, `(${context.text(site)}).rev()`)];
    const chained = [...ancestors(site)].slice(0, 2).some((each) => /\.rev$/.test(context.text(each)));
    const reversed = site.parent?.parent?.parent;
    if (chained && reversed?.kind === "call")
      yield [at(reversed, isGrouped(site) ? context.text(site.parent ?? site) : context.text(site))];
  },
};

function isGrouped({ parent }: SyntaxNode): boolean {
  return parent?.kind === "group" && parent.parent?.parent?.role !== "iterable";
}

export const rustNumberSlips: readonly Slip[] = [underflow, earlyDivision, rangeEnd];
