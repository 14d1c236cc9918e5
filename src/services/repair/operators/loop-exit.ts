import { put } from "../propose/edits.ts";
import { ancestors } from "../syntax/node.ts";
import type { Operator } from "./operator.ts";

export const loopExit: Operator = {
  meta: {
    id: "loop-exit",
    title: "Break, continue or return",
    why: "A loop that is left when the turn should be skipped, or the other way round.",
    cost: 1.7,
    kinds: ["break", "continue", "return"],
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
        language: "java",
        before: "class A { void f() { while (x) { break; } } }",
        after: "class A { void f() { while (x) { continue; } } }",
      },
    ],
  },
  *propose(site, context) {
    const { write } = context.language;
    const semicolon = context.text(site).endsWith(";");
    const print = (code: string) => (semicolon ? code : code.replace(/;$/, ""));
    if (site.kind === "break") yield put(site, print(write.continuing));
    if (site.kind === "continue") yield put(site, print(write.breaking));
    if (site.kind !== "return") return;
    const inLoop = [...ancestors(site)].some(
      (each) => each.kind === "while" || each.kind === "for-each" || each.kind === "for-classic",
    );
    if (!inLoop) return;
    yield put(site, print(write.continuing), 0.8);
    yield put(site, print(write.breaking), 0.8);
  },
};
