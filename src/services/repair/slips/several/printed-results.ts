import { isScript } from "../../propose/context.ts";
import { callOf } from "../../propose/method-call.ts";
import { descendants, enclosingFunction, isStatement } from "../../syntax/node.ts";
import { at, type Slip } from "../slip.ts";

const printedResult: Slip = {
  why: "a result that is printed and not returned",
  chance: "shown",
  kinds: ["expression-statement"],
  examples: {
    python: [["def f(s):\n    n = len(s)\n    print(n)\n", "def f(s):\n    n = len(s)\n    return n\n"]],
    javascript: [
      [
        "function f(s) { const n = s.length; console.log(n); }",
        "function f(s) { const n = s.length; return n; }",
      ],
    ],
  },
  leaves: {
    python: ["def f(s):\n    print(s)\n    return s\n"],
    javascript: ["function f() { console.log(1); return 1; }"],
  },
  *correct(site, context) {
    const owner = enclosingFunction(site);
    const call = callOf(site.children[0], context);
    const [only, ...more] = call?.given ?? [];
    const [prints, end] = isScript(context) ? ["console.log", ";"] : ["print", ""];
    if (owner === null || call === null || context.text(call.callee) !== prints) return;
    if (only === undefined || more.length > 0 || !isStatement(site)) return;
    if (!descendants(owner).some(({ kind }) => kind === "return"))
      yield [at(site, `return ${context.text(only)}${end}`)];
  },
};

export const printedResultSlips: readonly Slip[] = [printedResult];
