import { COSTS } from "../../costs.ts";
import { type Context, isScript } from "../../propose/context.ts";
import { slips } from "../../slips/list.ts";
import type { Chance } from "../../slips/slip.ts";
import type { Operator } from "../operator.ts";

const costs = COSTS["language-slip"];
const EXTRA: Readonly<Record<Chance, number>> = {
  shown: costs.shown,
  likely: costs.likely,
  ordinary: costs.ordinary,
};

/** By language and kind of node: they are asked for at every site. */
const slipsAt = Map.groupBy(
  slips.flatMap((slip) => slip.kinds.map((kind) => ({ slip, key: `${slip.language} ${kind}` }))),
  ({ key }) => key,
);

export const languageSlip: Operator = {
  meta: {
    id: "language-slip",
    title: "Correct a typical slip of the language",
    why: "Code that runs and means something else: a text that lost its placeholder, `=+` for `+=`, a shared default, a shadowed variable, bytes for characters, a lost error.",
    cost: costs.prior,
    kinds: [...new Set(slips.flatMap((each) => each.kinds))],
    most: 30,
    examples: slips.flatMap(({ language, examples }) =>
      examples.map(([before, after]) => ({ language, before, after })),
    ),
    leaves: slips.flatMap(({ language, leaves = [] }) => leaves.map((code) => ({ language, code }))),
  },
  *propose(site, context) {
    for (const { slip } of languagesOf(context).flatMap((id) => slipsAt.get(`${id} ${site.kind}`) ?? [])) {
      let at = 0;
      for (const edits of slip.correct(site, context)) {
        if (edits.length > 0) yield { edits, extra: EXTRA[slip.chance] + at * costs.perCorrection };
        at += 1;
      }
    }
  },
};

/** Whose slips can occur in a file: TypeScript has those of JavaScript and its own. */
function languagesOf(context: Context): readonly string[] {
  const { id } = context.language;
  if (!isScript(context)) return [id];
  return id === "javascript" ? [id] : ["javascript", "typescript"];
}
