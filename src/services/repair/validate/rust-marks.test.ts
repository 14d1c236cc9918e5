import { describe, expect, it } from "vitest";
import { rustMarksOf } from "./rust-marks.ts";

const marksOf = (text: string) => rustMarksOf({ path: "src/lib.rs", text });

/** The code with `T` where a tick is counted, `L` where a line is reported and `‹…›` around expressions. */
function shown(text: string): string {
  const { ticks, lines, expressions = [] } = marksOf(text);
  const insertions = [
    ...ticks.map(([at]) => [at, "T "] as const),
    ...lines.map(([at]) => [at, "L "] as const),
    ...expressions.flatMap(
      ([start, end]) =>
        [
          [start, "‹"],
          [end, "›"],
        ] as const,
    ),
  ].toSorted((a, b) => b[0] - a[0]);
  return insertions.reduce((whole, [at, mark]) => whole.slice(0, at) + mark + whole.slice(at), text);
}

describe("marks of a Rust source", () => {
  it.each([
    ["fn f() { g(); 1 }", "fn f() {T  L g(); L 1 }"],
    ["const fn f() -> i32 { 1 }", "const fn f() -> i32 { 1 }"],
    ["pub(crate) const unsafe fn f() { g() }", "pub(crate) const unsafe fn f() { g() }"],
    ["fn f(p: *const u8) { g(p) }", "fn f(p: *const u8) {T  L g(p) }"],
    ["const A: [u8; { 1 }] = [{ 2 }];", "const A: [u8; { 1 }] = [{ 2 }];"],
    ["fn f() { #[cfg(x)] let a = 1; }", "fn f() {T  L #[cfg(x)] let a = 1; }"],
    ["fn f() { #![allow(x)] 1 }", "fn f() { #![allow(x)] 1 }"],
    [
      "fn f() { fn g() { 1 } use a::b; const C: u8 = 1; }",
      "fn f() {T  fn g() {T  L 1 } use a::b; const C: u8 = 1; }",
    ],
    ["fn f() { for i in x { a } }", "fn f() {T  L for i in x {T  L a } }"],
    ["fn f() { while x { } loop { } }", "fn f() {T  L while x {T  } L loop {T  } }"],
    [
      "fn f() { match x { 1 if y => a, _ => { b } } }",
      "fn f() {T  L match x { 1 if y => ‹a›, _ => { L b } } }",
    ],
    ["fn f() { x.map(|a| a + 1) }", "fn f() {T  L x.map(|a| ‹a + 1›) }"],
    ["#[cfg(test)] mod tests { fn f() { 1 } }", "#[cfg(test)] mod tests { fn f() { 1 } }"],
    ["macro_rules! m { () => { fn f() { 1 } } }", "macro_rules! m { () => { fn f() { 1 } } }"],
  ])("are right in %s", (text, marked) => {
    expect(shown(text)).toBe(marked);
  });

  it("give a second body to functions whose result type is written out", () => {
    const text =
      "fn a() -> u8 { 1 }\nfn b() { c(); }\nfn d() -> impl Fn() { || () }\nfn e() -> Box<dyn Fn()> { g() }\ntrait T { fn h(); }\n";
    const bodies = marksOf(text).bodies.map(([start, end, result]) => [text.slice(start, end), result]);
    expect(bodies).toEqual([
      ["{ 1 }", "u8"],
      ["{ c(); }", null],
      ["{ g() }", "Box<dyn Fn()>"],
    ]);
  });

  it("count the other lines of a statement with its first line, but not those of statements inside it", () => {
    const text = "fn f() {\n  x.a()\n    .b()\n    .c(|v| {\n      v\n        .d()\n    })\n    .e()\n}\n";
    expect(marksOf(text).further).toEqual({ 2: [3, 4, 7, 8], 5: [6] });
  });
});
