import { COSTS } from "../../costs.ts";
import { put, replace } from "../../propose/edits.ts";
import { enclosingFunction, isValue } from "../../syntax/node.ts";
import type { Operator } from "../operator.ts";

const costs = COSTS["await-call"];

export const awaitCall: Operator = {
  meta: {
    id: "await-call",
    title: "Await",
    why: "A promise or coroutine used before it has finished; a function that awaits without being async.",
    cost: costs.prior,
    kinds: ["call", "function", "lambda"],
    most: 1,
    examples: [
      {
        language: "python",
        before: "async def f():\n    return g()",
        after: "async def f():\n    return await g()",
      },
      {
        language: "javascript",
        before: "async function f() { return g(); }",
        after: "async function f() { return await g(); }",
      },
      {
        language: "typescript",
        before: "const f = async () => { const x = g(); };",
        after: "const f = async () => { const x = await g(); };",
      },
    ],
    leaves: [
      { language: "python", code: "def f(a):\n    return g(a)" },
      { language: "javascript", code: "async function f(a) { return await g(a); }" },
    ],
  },
  *propose(site, context) {
    if (site.kind !== "call") {
      const text = context.text(site);
      if (
        /\bawait\b/.test(text) &&
        !/^(?:export\s+)?async\b/.test(text) &&
        context.language.id !== "python"
      ) {
        yield put({ start: site.start, end: site.start, text: "" }, "async ", 0);
      }
      return;
    }
    const owner = enclosingFunction(site);
    if (owner === null || site.parent?.kind === "await") return;
    if (
      !/^(?:static\s+)?async\b/.test(context.text(owner)) ||
      (!isValue(site) && site.parent?.kind !== "expression-statement")
    )
      return;
    yield replace(site, { text: `await ${context.text(site)}`, level: 11 }, 0);
  },
};
