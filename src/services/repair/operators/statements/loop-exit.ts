import { COSTS } from "../../costs.ts";
import type { Context } from "../../propose/context.ts";
import { insertAfter, put } from "../../propose/edits.ts";
import {
  ancestors,
  descendants,
  isLoop,
  isStatement,
  type Kind,
  type SyntaxNode,
} from "../../syntax/node.ts";
import type { Operator, SitePatch } from "../operator.ts";

const costs = COSTS["loop-exit"];

export const loopExit: Operator = {
  meta: {
    id: "loop-exit",
    title: "Break, continue or return",
    why: "A loop that exits when it should skip an iteration, or the other way around; a case that falls through.",
    cost: costs.prior,
    kinds: ["break", "continue", "return", "switch"],
    most: 2,
    examples: [
      { language: "python", before: "for x in xs:\n    break", after: "for x in xs:\n    continue" },
      {
        language: "javascript",
        before: "for (const x of xs) { continue; }",
        after: "for (const x of xs) { break; }",
      },
      {
        language: "typescript",
        before: "for (const x of xs) { break; }",
        after: "for (const x of xs) { continue; }",
      },
      {
        language: "go",
        before: "package p\nfunc f() { for { break } }",
        after: "package p\nfunc f() { for { continue } }",
      },
      { language: "rust", before: "fn f() { loop { break; } }", after: "fn f() { loop { continue; } }" },
      {
        language: "javascript",
        before: "switch (x) {\n  case 1:\n    if (a) f();\n    else g();\n  case 2:\n    g();\n}",
        after: "switch (x) {\n  case 1:\n    if (a) f();\n    else g();\n    break;\n  case 2:\n    g();\n}",
      },
      {
        language: "java",
        before:
          "class A { void f(int x) {\n  switch (x) {\n    case 1:\n      g();\n    case 2:\n      h();\n  }\n} }",
        after:
          "class A { void f(int x) {\n  switch (x) {\n    case 1:\n      g();\n      break;\n    case 2:\n      h();\n  }\n} }",
      },
      {
        language: "java",
        before: "class A { void f() { while (x) { break; } } }",
        after: "class A { void f() { while (x) { continue; } } }",
      },
    ],
    leaves: [
      { language: "python", code: "def f(a):\n    return a" },
      { language: "javascript", code: "function f(a) { return a; }" },
    ],
  },
  *propose(site, context) {
    const { write } = context.language;
    const semicolon = context.text(site).endsWith(";");
    const print = (code: string) => (semicolon ? code : code.replace(/;$/, ""));
    if (site.kind === "break") yield put(site, print(write.continuing));
    if (site.kind === "continue") yield put(site, print(write.breaking));
    if (site.kind === "switch") yield* endCases(site, context);
    if (site.kind !== "return") return;
    const inLoop = [...ancestors(site)].some(isLoop);
    if (!inLoop) return;
    yield put(site, print(write.continuing), costs.otherExit);
    yield put(site, print(write.breaking), costs.otherExit);
  },
};

const LEAVES: ReadonlySet<Kind> = new Set(["break", "continue", "return", "throw"]);

/** A missing `break`: one case falls through to the next. */
function* endCases(site: SyntaxNode, context: Context): Generator<SitePatch> {
  const cases = descendants(site).filter((each) => each.kind === "block" && /^switch_/.test(each.raw));
  for (const each of cases) {
    const last = each.children.at(-1);
    if (last !== undefined && isStatement(last) && !LEAVES.has(last.kind))
      yield insertAfter(context, last, context.language.write.breaking);
  }
}
