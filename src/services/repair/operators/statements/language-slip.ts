import { COSTS } from "../../costs.ts";
import { isScript } from "../../propose/context.ts";
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
  slips.flatMap((slip) =>
    Object.keys(slip.examples).flatMap((language) =>
      slip.kinds.map((kind) => ({ slip, key: `${language} ${kind}` })),
    ),
  ),
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
    examples: slips.flatMap(({ examples }) =>
      Object.entries(examples).flatMap(([language, some]) =>
        some.map(([before, after]) => ({ language, before, after })),
      ),
    ),
    leaves: slips.flatMap(({ leaves = {} }) =>
      Object.entries(leaves).flatMap(([language, some]) => some.map((code) => ({ language, code }))),
    ),
  },
  *propose(site, context) {
    const language = isScript(context) ? "javascript" : context.language.id;
    for (const { slip } of slipsAt.get(`${language} ${site.kind}`) ?? []) {
      let at = 0;
      for (const edits of slip.correct(site, context)) {
        if (edits.length > 0) yield { edits, extra: EXTRA[slip.chance] + at * costs.perCorrection };
        at += 1;
      }
    }
  },
};
