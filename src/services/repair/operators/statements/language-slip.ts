import { COSTS } from "../../costs.ts";
import { isScript } from "../../propose/context.ts";
import { slips } from "../../slips/list.ts";
import type { Chance, Slip } from "../../slips/slip.ts";
import type { Operator } from "../operator.ts";

const costs = COSTS["language-slip"];
const EXTRA: Readonly<Record<Chance, number>> = {
  shown: costs.shown,
  likely: costs.likely,
  ordinary: costs.ordinary,
};

export const languageSlip = correcting(slips);

/** The operator for some slips: all of them in a search, one at a time when a measurement asks which one it was. */
export function correcting(some: readonly Slip[]): Operator {
  /** By language and kind of node: they are asked for at every site. */
  const slipsAt = Map.groupBy(
    some.flatMap((slip) =>
      Object.keys(slip.examples).flatMap((language) =>
        slip.kinds.map((kind) => ({ slip, key: `${language} ${kind}` })),
      ),
    ),
    ({ key }) => key,
  );
  return {
    meta: {
      id: "language-slip",
      title: "Correct a typical slip of the language",
      why: "Code that runs and means something else: a text that lost its placeholder, `=+` for `+=`, a shared default, a shadowed variable, bytes for characters, a lost error.",
      cost: costs.prior,
      kinds: [...new Set(some.flatMap((each) => each.kinds))],
      most: 30,
      examples: some.flatMap(({ examples }) =>
        Object.entries(examples).flatMap(([language, pairs]) =>
          pairs.map(([before, after]) => ({ language, before, after })),
        ),
      ),
      leaves: some.flatMap(({ leaves = {} }) =>
        Object.entries(leaves).flatMap(([language, texts]) => texts.map((code) => ({ language, code }))),
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
}
