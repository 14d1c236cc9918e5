import { COSTS } from "../../costs.ts";
import { type Context, isScript } from "../../propose/context.ts";
import { put, replace } from "../../propose/edits.ts";
import { callOf } from "../../propose/method-call.ts";
import { atom } from "../../syntax/expression.ts";
import { child, descendants, isValue, type SyntaxNode } from "../../syntax/node.ts";
import type { Operator, SitePatch } from "../operator.ts";

const costs = COSTS["split-rest"];

export const splitRest: Operator = {
  meta: {
    id: "split-rest",
    title: "Keep everything after the first separator",
    why: "`key=a=b` split at every separator loses what follows the second one.",
    cost: costs.prior,
    kinds: ["subscript", "declaration", "call"],
    most: 2,
    examples: [
      { language: "python", before: 'k, v = s.split("=")', after: 'k, v = s.split("=", 1)' },
      {
        language: "javascript",
        before: "const parts = s.split('='); x = parts[1];",
        after: "const parts = s.split('='); x = parts.slice(1).join('=');",
      },
      {
        language: "javascript",
        before: "const [key, value] = s.split('=');",
        after: "const [key, ...rest] = s.split('='); const value = rest.join('=');",
      },
      {
        language: "typescript",
        before: "const parts = s.split(':'); f(parts[1] ?? '');",
        after: "const parts = s.split(':'); f(parts.slice(1).join(':'));",
      },
    ],
    leaves: [
      { language: "python", code: 'parts = s.split("=")' },
      { language: "javascript", code: "const parts = s.split('='); x = parts[0]; y = xs[1];" },
    ],
  },
  *propose(site, context) {
    if (context.language.id === "python" && site.kind === "call") yield* once(site, context);
    if (!isScript(context)) return;
    if (site.kind === "declaration") yield* pattern(site, context);
    if (site.kind === "subscript") yield* second(site, context);
  },
};

/** Two names take two parts. */
function* once(site: SyntaxNode, context: Context): Generator<SitePatch> {
  const call = callOf(site, context);
  const [separator, ...more] = call?.given ?? [];
  const target = site.parent?.kind === "assign" ? child(site.parent, "target") : null;
  if (call?.name !== "split" || !separator || more.length > 0 || target?.children.length !== 2) return;
  yield put(separator, `${context.text(separator)}, 1`);
}

function* pattern(site: SyntaxNode, context: Context): Generator<SitePatch> {
  const match = /^(const|let)\s+\[\s*(\w+),\s*(\w+)\s*\]\s*=\s*(.+\.split\(([^()]+)\));?$/.exec(
    context.text(site),
  );
  if (match === null) return;
  const [, word, first, other, parts, separator] = match;
  yield put(site, `${word} [${first}, ...rest] = ${parts}; ${word} ${other} = rest.join(${separator});`);
}

function* second(site: SyntaxNode, context: Context): Generator<SitePatch> {
  const [object, index] = [child(site, "object"), child(site, "index")];
  if (!object || !index || context.text(index) !== "1" || !isValue(site)) return;
  const name = context.text(object);
  const separator = descendants(context.tree)
    .filter((each) => each.kind === "assign" && context.text(child(each, "target") ?? each) === name)
    .map((each) => callOf(child(each, "value"), context))
    .find((call) => call?.name === "split" && call.given.length === 1)?.given[0];
  if (separator === undefined) return;
  const { parent } = site;
  const isDefaulted = parent?.kind === "logical" && /^(?:\?\?|\|\|)$/.test(parent.operators[0]?.text ?? "");
  const rest = atom(`${name}.slice(1).join(${context.text(separator)})`);
  yield replace(isDefaulted ? parent : site, rest);
}
