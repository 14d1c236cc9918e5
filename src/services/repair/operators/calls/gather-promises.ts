import { COSTS } from "../../costs.ts";
import { isScript } from "../../propose/context.ts";
import { put, replace } from "../../propose/edits.ts";
import { callOf } from "../../propose/method-call.ts";
import { atom } from "../../syntax/expression.ts";
import { child, enclosingFunction } from "../../syntax/node.ts";
import type { Operator } from "../operator.ts";

const costs = COSTS["gather-promises"];
const ASYNC = /^async\b/;

export const gatherPromises: Operator = {
  meta: {
    id: "gather-promises",
    title: "Wait for every task of a list",
    why: "`map` with an async callback returns promises, `forEach` does not wait for them, and a list of them cannot be awaited.",
    cost: costs.prior,
    kinds: ["await", "call", "expression-statement"],
    most: 2,
    examples: [
      {
        language: "python",
        before: "async def f(xs):\n    return await [g(x) for x in xs]",
        after: "async def f(xs):\n    return await asyncio.gather(*[g(x) for x in xs])",
      },
      {
        language: "javascript",
        before: "async function f(xs) { const ys = await xs.map(async (x) => g(x)); }",
        after: "async function f(xs) { const ys = await Promise.all(xs.map(async (x) => g(x))); }",
      },
      {
        language: "javascript",
        before: "async function f(xs) { const ys = xs.map(async (x) => g(x)); }",
        after: "async function f(xs) { const ys = await Promise.all(xs.map(async (x) => g(x))); }",
      },
      {
        language: "javascript",
        before: "async function f(xs) { xs.forEach(async (x) => { await g(x); }); }",
        after: "async function f(xs) { for (const x of xs) { await g(x); } }",
      },
      {
        language: "typescript",
        before: "async function f(xs: T[]) { const ys = await xs.map((x) => g(x)); }",
        after: "async function f(xs: T[]) { const ys = await Promise.all(xs.map((x) => g(x))); }",
      },
    ],
    leaves: [
      { language: "python", code: "async def f(x):\n    return await g(x)" },
      {
        language: "javascript",
        code: "async function f(xs) { return await Promise.all(xs.map(async (x) => g(x))); }",
      },
    ],
  },
  *propose(site, context) {
    const text = context.text(site);
    if (site.kind === "await") {
      const [value] = site.children;
      if (value === undefined) return;
      if (context.language.id === "python" && (value.kind === "comprehension" || value.kind === "list"))
        yield replace(value, atom(`asyncio.gather(*${context.text(value)})`));
      const call = isScript(context) ? callOf(value, context) : null;
      if (value.kind === "list" || (call?.object != null && /^(?:map|flatMap)$/.test(call.name)))
        if (isScript(context)) yield replace(value, atom(`Promise.all(${context.text(value)})`));
      return;
    }
    const owner = enclosingFunction(site);
    if (!isScript(context) || owner === null || !/\basync\b/.test(context.text(owner).slice(0, 30))) return;
    const node = site.kind === "call" ? site : site.children[0];
    const call = callOf(node, context);
    const [callback] = call?.given ?? [];
    if (!call?.object || callback === undefined || !ASYNC.test(context.text(callback))) return;
    if (site.kind === "call") {
      const isHandled = site.parent?.kind === "arguments" || site.parent?.kind === "await";
      if (call.name === "map" && !isHandled)
        yield replace(site, { text: `await Promise.all(${text})`, level: 11 });
      return;
    }
    if (call.name !== "forEach") return;
    const list = context.text(call.object);
    const [parameters, body] = [child(callback, "parameters"), child(callback, "body")];
    const names = context.text(parameters).replace(/^\(([\s\S]*)\)$/, "$1");
    if (
      body?.kind === "block" &&
      /^[\w$]+$|^[[{][^()]*[\]}]$/.test(names) &&
      !/\breturn\b/.test(context.text(body))
    )
      yield put(site, `for (const ${names} of ${list}) ${context.text(body)}`);
    const semicolon = text.endsWith(";") ? ";" : "";
    yield put(site, `await Promise.all(${list}.map(${context.text(callback)}))${semicolon}`, costs.together);
  },
};
