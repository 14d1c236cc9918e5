import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LANGUAGES, type LanguageId } from "../../../domain/rules/languages/languages.ts";
import { openFile } from "../checked-file.ts";
import { compileRule } from "../matchers.ts";
import { mayMatch, requiredWords } from "../required-words.ts";
import { parseText, rangeOf, type SgNode } from "../syntax.ts";
import { ast } from "./ast.ts";

/** Code with every kind of node that is named after a keyword, whether or not the code contains the keyword. */
const CODE: Readonly<Record<LanguageId, string>> = {
  python: `
import os.path as p
from a.b import c
async def f(x, y=[], *z):
    global g
    with open(p.join(x, "y")) as h, lock:
        await h.read(x)
    for i in range(len(x)):
        if i == None or x.y(i): continue
        elif i is True: break
        else: pass
    while not x: x.pop().close()
    try: raise ValueError(x)
    except* (A, B) as e: del e
    else: print(e)
    finally: assert x, "y"
    match x:
        case [1, y] if y: return [k for k in x if k(1)]
        case _: yield lambda a: a.b(1)
    def inner():
        nonlocal x
        from . import d
`,
  javascript: `
import def, { a as b } from "m";
import * as ns from 'n';
export default async function f(x, y = 1) {
  for (const i of x) { if (i == null) continue; else break; }
  for (let i = 0; i < x.length; i++) console.log(i, x?.y(i));
  while (x) do { x = await x.next(); } while (!x.done)
  try { throw new Error("x"); } catch (e) { debugger; } finally { clean(true); }
  switch (x) { case 1: return (a, b) => a.b(b); default: y = function* () { yield x; }; }
  with (x) { y(false); }
  return class A extends B { static g() { return super.g(1); } };
}
`,
  typescript: `
import def, { type A } from "m";
import lib = require("lib");
abstract class C<T> extends D<T> implements E { private x?: number; get(k: keyof T): T { return this.x!.get<T>(k) as T; } }
enum F { A, B = 2 }
interface G extends H { m(x: string): void }
type M = { [K in keyof T]: T[K] };
function f(this: C<any>, ...x: unknown[]): asserts x is G { for (const i in x) { console.log(i satisfies string); } }
namespace N { export const a = async () => { await f(1); debugger; }; }
try { throw f?.(true); } catch { if (a) b(); else c(); }
`,
  tsx: `
import def from "m";
const f = <T,>(x: T) => { if (x) return <A b={x.c(1)}>text {x.d()}</A>; return null; };
for (const i of x) f(<B {...i} />);
`,
  go: `
package p

import ("fmt"; e "errors")

type S struct { a int; b func(int) error }
type I interface { M(x ...any) }

func (s *S) f(x []int, c chan int) (err error) {
	for i := 0; i < len(x); i++ { defer fmt.Println(i, x[i]) }
	for _, v := range x { if v == 0 { continue } else { break } }
	for { goto end }
	switch y := any(x).(type) { case nil: return errors.New(fmt.Sprintf("%d", y)); default: panic(true) }
	select { case v := <-c: go s.f(append(x, v), make(chan int)); default: }
end:
	s.b(1)
	return nil
}
`,
  rust: `
use a::b::{c, d};
pub struct S<'a> { x: &'a str }
trait T { fn m(&self) -> Result<(), E>; }
impl<'a> T for S<'a> {
    fn m(&self) -> Result<(), E> {
        let s = S { x: "y" };
        for i in 0..3 { if i == 1 { continue; } else { break; } }
        while let Some(v) = s.x.parse::<i32>().ok() { g(v)?; }
        let t = loop { break match s { S { x } if x.is_empty() => g(1).unwrap(), _ => return Err(e) }; };
        unsafe { h(t) }
        async move { k(|a, b| a + b).await };
        Ok(())
    }
}
enum F { A(i32), B { c: u8 } }
const fn n() -> bool { println!("{}", true); false }
`,
  java: `
import java.util.*;
abstract class A<T> extends B implements C {
  static final int X = 1;
  synchronized T f(List<String> x, int... y) throws E {
    for (int i = 0; i < x.size(); i++) { if (i == 0) continue; else break; }
    for (String s : x) System.out.println(s);
    do { x.add("y"); } while (true);
  }
  int g(Object o) {
    try (R r = open(o)) { throw new E("x"); } catch (E | F e) { assert e != null : "m"; } finally { this.h(1); }
    while (o instanceof String s) { run(() -> s.length()); run(a -> { return a.b(1); }); }
    switch (o) { case null: yield 1; default: return switch (k) { case 1 -> false; default -> 2; }; }
  }
}
enum D { P, Q { void m() {} } }
interface I { default void m() { synchronized (this) { A.<T>n(1); } } }
`,
};

describe.each(LANGUAGES)("%s", (language) => {
  const nodes = nodesOf(parseText(language, CODE[language]).root);

  it.each([...new Set(nodes.map((node) => String(node.kind())))])(
    "requires no word that a %s may lack",
    (kind) => {
      for (const node of nodes.filter((each) => each.kind() === kind)) {
        expect(mayMatch(node.text(), requiredWords({ kind }, "node"))).toBe(true);
        expect(mayMatch(CODE[language], requiredWords({ kind }))).toBe(true);
      }
    },
  );

  it("finds with many rules at once exactly what each rule matches, whatever the code looks like", () => {
    const file = fc.array(change, { maxLength: 4 }).map((changes) => changed(CODE[language], changes));
    const rules = fc.array(ruleOf(nodes), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(file, rules, (text, given) => {
        const valid = given.flatMap((rule) => {
          const parsed = ast.meta.options.safeParse({ language, rule });
          return parsed.success && ast.whyInvalid?.(parsed.data) === null
            ? [{ rule, options: parsed.data }]
            : [];
        });
        const checked = openFile(`a.${EXTENSIONS[language]}`, text);
        const together = ast.runTogether?.(
          checked,
          valid.map(({ options }) => options),
        );
        for (const { rule, options } of valid) {
          const matcher = compileRule({ language: [language] }, rule).get(language) ?? "";
          const expected = parseText(language, text).root.findAll(matcher).map(rangeOf);
          expect(together?.get(options)?.map(({ range }) => range)).toEqual(expected);
        }
      }),
      { numRuns: 150 },
    );
  });
});

const EXTENSIONS: Readonly<Record<LanguageId, string>> = {
  python: "py",
  javascript: "js",
  typescript: "ts",
  tsx: "tsx",
  go: "go",
  rust: "rs",
  java: "java",
};

function nodesOf(root: SgNode): readonly SgNode[] {
  return [root, ...root.children().flatMap(nodesOf)].filter((node) => node.isNamed());
}

/** A part of a text, by its distance from the start, from 0 to 1. */
const place = fc.double({ min: 0, max: 0.999, noNaN: true });

type Change = { readonly at: number } & ({ readonly insert: string } | { readonly remove: number });
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({
    at: place,
    insert: fc.constantFrom(" ", "\n", "(", ")", "{", ";", " /* why */ ", "# why\n", "ü"),
  }),
  fc.record({ at: place, remove: fc.integer({ min: 1, max: 40 }) }),
);

function changed(text: string, changes: readonly Change[]): string {
  return changes.reduce((before, { at, ...what }) => {
    const offset = Math.floor(at * before.length);
    const insert = "insert" in what ? what.insert : "";
    return before.slice(0, offset) + insert + before.slice(offset + ("remove" in what ? what.remove : 0));
  }, text);
}

/** Rules that match something in this code, as a person would write them. */
function ruleOf(nodes: readonly SgNode[]): fc.Arbitrary<object> {
  const node = fc.nat({ max: nodes.length - 1 }).map((index) => nodes[index] as SgNode);
  const kind = node.map((each) => ({ kind: String(each.kind()) }));
  const pattern = fc
    .tuple(node, fc.array(place, { maxLength: 2 }))
    .map(([each, places]) => ({ pattern: withHoles(each, places) }));
  const { rule } = fc.letrec<{ rule: object }>((tie) => ({
    rule: fc.oneof(
      { maxDepth: 2, withCrossShrink: true },
      kind,
      pattern,
      fc.record({ any: fc.array(tie("rule"), { minLength: 1, maxLength: 3 }) }),
      fc.record({ all: fc.array(tie("rule"), { minLength: 1, maxLength: 2 }) }),
      fc.tuple(kind, tie("rule")).map(([outer, inner]) => ({ ...outer, not: inner })),
      fc.tuple(kind, tie("rule")).map(([outer, inner]) => ({ ...outer, has: { ...inner, stopBy: "end" } })),
      fc
        .tuple(kind, tie("rule"))
        .map(([outer, inner]) => ({ ...outer, inside: { ...inner, stopBy: "end" } })),
      fc.tuple(kind, fc.constantFrom("^\\w+$", "x", "\\(")).map(([outer, regex]) => ({ ...outer, regex })),
    ),
  }));
  return rule;
}

/** The code of a node, with some of the nodes in it replaced by variables. */
function withHoles(node: SgNode, places: readonly number[]): string {
  const inner = nodesOf(node).slice(1);
  const start = node.range().start.index;
  const holes = places
    .flatMap((at) => inner[Math.floor(at * inner.length)] ?? [])
    .map((hole) => hole.range())
    .sort((left, right) => right.start.index - left.start.index);
  return holes.reduce(
    ({ text, from }, hole, index) => {
      if (hole.end.index > from) return { text, from };
      const [at, end] = [hole.start.index - start, hole.end.index - start];
      return { text: `${text.slice(0, at)}$V${index}${text.slice(end)}`, from: hole.start.index };
    },
    { text: node.text(), from: Infinity },
  ).text;
}
