import { COSTS } from "../../costs.ts";
import { infix } from "../../syntax/expression.ts";
import { isValue, type SyntaxNode } from "../../syntax/node.ts";
import { replace } from "../edits.ts";
import { conditionsAt } from "./conditions.ts";
import type { ExperimentKind } from "./experiment.ts";
import { fixInVisits, VISITS } from "./visits.ts";

const costs = COSTS.joinedCondition;

/**
 * A condition that is true too often or too rarely: if a failing test passes when it is always true or always
 * false, one more condition is joined to it.
 */
export const joinedCondition: ExperimentKind = {
  id: "joined-condition",
  cost: costs.prior,
  *experimentsAt(site, context, expected) {
    if (!isCondition(site)) return;
    const { write } = context.language;
    const whole = context.expression(site);
    for (const value of [true, false]) {
      const joiner = value ? write.or : write.and;
      const grow = function* () {
        for (const { expression, extra } of conditionsAt(site, context, expected))
          if (!whole.text.includes(expression.text))
            yield replace(site, infix(joiner, whole, expression), extra);
      };
      yield { proposal: replace(site, value ? write.true : write.false), grow };
      for (const [at, visits] of VISITS.entries()) {
        const proposal = fixInVisits(context, site, whole, value, visits);
        if (proposal !== null) yield { proposal: { ...proposal, extra: costs.perVisit * (at + 1) }, grow };
      }
    }
  },
};

/** The complete condition of a branch or a filter, or a result that is one. */
function isCondition(site: SyntaxNode): boolean {
  if (!isValue(site) || site.kind === "boolean" || site.kind === "group") return false;
  let outer = site;
  while (outer.parent?.kind === "group") outer = outer.parent;
  if (outer.role === "condition" || outer.parent?.raw === "if_clause") return true;
  const isAnswer =
    outer.parent?.kind === "return" || outer.role === "value" || outer.parent?.kind === "lambda";
  return isAnswer && (site.kind === "comparison" || site.kind === "logical" || site.kind === "not");
}
