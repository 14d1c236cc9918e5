import type { Context } from "../../propose/context.ts";
import type { Change } from "../../syntax/change.ts";
import {
  ancestors,
  child,
  descendants,
  enclosingFunction,
  operatorOf,
  type SyntaxNode,
  unwrap,
} from "../../syntax/node.ts";
import { at, type Slip } from "../slip.ts";

const SIMPLE = /^[\w.]+(?:\(\))?$/;

const underflow: Slip = {
  why: "a difference of unsigned numbers below zero",
  chance: "likely",
  kinds: ["binary", "augment"],
  examples: {
    rust: [
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
  },
  leaves: { rust: ["fn f(a: f64) -> f64 { a - 1.5 }"] },
  *correct(site, context) {
    const isAugment = site.kind === "augment";
    const left = child(site, isAugment ? "target" : "left");
    const right = child(site, isAugment ? "value" : "right");
    if (!left || !right || operatorOf(site) !== (isAugment ? "-=" : "-")) return;
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

const rangeEnd: Slip = {
  why: "a range with its end, or without it; counted up instead of down",
  chance: "likely",
  kinds: ["binary"],
  examples: {
    rust: [
      ["fn f(n: usize) { for i in 1..n { g(i); } }", "fn f(n: usize) { for i in 1..=n { g(i); } }"],
      ["fn f(s: &str, n: usize) { g(&s[0..=n]); }", "fn f(s: &str, n: usize) { g(&s[0..n]); }"],
      ["fn f(n: usize) { for i in 0..n { g(i); } }", "fn f(n: usize) { for i in (0..n).rev() { g(i); } }"],
    ],
  },
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

const euclid: Slip = {
  why: "a quotient of a negative number is rounded toward zero, and its remainder is negative",
  chance: "likely",
  kinds: ["binary"],
  examples: {
    rust: [
      [
        "fn f(a: i32, n: i32) -> i32 { (a - 1) % n }",
        "fn f(a: i32, n: i32) -> i32 { (a - 1).rem_euclid(n) }",
      ],
      ["fn f(a: i32, n: i32) -> i32 { a / n }", "fn f(a: i32, n: i32) -> i32 { a.div_euclid(n) }"],
      [
        "fn f(a: i32, n: i32) -> (i32, i32) { (a / n, a % n) }",
        "fn f(a: i32, n: i32) -> (i32, i32) { (a.div_euclid(n), a.rem_euclid(n)) }",
      ],
    ],
  },
  leaves: {
    rust: ["fn f(a: usize, n: usize) -> bool { a % n == 0 && a / n > 1 }", "fn f(a: f64) -> f64 { a / 2.0 }"],
  },
  *correct(site, context) {
    const own = euclidean(site, context);
    if (own === null) return;
    yield [own];
    const divisor = context.text(child(site, "right") ?? site);
    const others = [...descendants(enclosingFunction(site) ?? site)].filter(
      (each) => each.kind === "binary" && context.text(child(each, "right") ?? each) === divisor,
    );
    const all = others.flatMap((each) => euclidean(each, context) ?? []);
    if (all.length > 1 && others[0] === site) yield all;
  },
};

function euclidean(site: SyntaxNode, context: Context): Change | null {
  const [left, right] = [child(site, "left"), child(site, "right")];
  const name = { "%": "rem_euclid", "/": "div_euclid" }[operatorOf(site)];
  if (!left || !right || name === undefined || /^\d*\.\d*$/.test(context.text(right))) return null;
  if (isUnsigned(left, context) || isUnsigned(right, context)) return null;
  return at(site, `${receiver(left, context)}.${name}(${context.text(unwrap(right))})`);
}

function isGrouped({ parent }: SyntaxNode): boolean {
  return parent?.kind === "group" && parent.parent?.parent?.role !== "iterable";
}

export const rustNumbersSlips: readonly Slip[] = [underflow, rangeEnd, euclid];
