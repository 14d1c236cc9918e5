import type { Patch } from "../../../domain/entities/patch.ts";
import type { RepairTarget } from "../../../domain/ports/repair.ts";
import { COSTS } from "../costs.ts";
import { languageOf } from "../languages/list.ts";
import { complaintsOf } from "../localize/complaints.ts";
import type { Suspicion } from "../localize/suspicion.ts";
import type { Operator } from "../operators/operator.ts";
import { createAnswers } from "./answers.ts";
import type { Context } from "./context.ts";
import { fieldsOf } from "./ingredients.ts";
import type { Observed } from "./kinds.ts";
import { costOf, regionSuspicion, siteSuspicion } from "./likelihood.ts";
import { type Crash, proposalsAt } from "./proposals.ts";
import { createQueue } from "./queue.ts";
import { type Region, regionsOf } from "./regions.ts";
import { type Made, repeated } from "./repeated.ts";
import { respelled } from "./respelled.ts";
import { createSameKey } from "./same-key.ts";
import { LARGEST_FILE, openSource } from "./source.ts";
import { takenBack } from "./taken-back.ts";
import { keyOf, toPatch } from "./to-patch.ts";
import { uncaught } from "./uncaught.ts";

const costs = COSTS.candidate;

export interface ProposeOptions {
  readonly operators: readonly Operator[];
  readonly suspicion: Suspicion;
  /** Kinds of values observed in a run, by path. */
  readonly observed?: Readonly<Record<string, Observed>>;
  /** Called when an operator throws at a site. */
  readonly onCrash?: (crash: Crash) => void;
  /** Of a wider search: multiplies the number of proposals that an operator may make at a site. */
  readonly looser?: number;
}

/**
 * Candidates, cheapest first: cost = operator's prior + extra of the proposal + distance from suspicion +
 * size. Candidates that the error itself suggests come first. Files and functions are opened only if nothing
 * cheaper is left, so the first candidates arrive immediately.
 */
export function* propose(target: RepairTarget, options: ProposeOptions): Generator<Patch> {
  const { suspicion, operators, onCrash = () => {} } = options;
  const least = Math.min(...operators.map((each) => each.meta.cost)) + costs.likeliestExtra;
  const closedFiles = createQueue<() => void>();
  const closedRegions = createQueue<() => void>();
  const candidates = createQueue<() => Patch | null>();
  const seen = new Set<string>();
  const fields = fieldsOf([...target.sources, ...target.tests].map((each) => each.text));

  const complaints = complaintsOf(target);
  const whyNoAnswer = createAnswers(target, complaints);
  for (const patch of respelled(target, complaints)) candidates.push(patch.cost, () => patch);
  for (const patch of uncaught(target)) candidates.push(patch.cost, () => patch);
  for (const patch of takenBack(target, suspicion)) candidates.push(patch.cost, () => patch);
  for (const file of target.sources) {
    const most = suspicion.most(file.path);
    const language = languageOf(file.path);
    if (most <= 0 || language === null || file.text.length > LARGEST_FILE) continue;
    closedFiles.push(least + costs.unsuspected * (1 - most), () => {
      const context = openSource(file, language, options.observed?.[file.path], fields);
      const sameKey = createSameKey(context);
      for (const region of regionsOf(context.tree, context.source)) {
        const score = regionSuspicion(region, context, suspicion);
        if (score <= 0) continue;
        closedRegions.push(least + costs.unsuspected * (1 - score), () => expand(region, context, sameKey));
      }
    });
  }

  function expand(region: Region, context: Context, sameKey: ReturnType<typeof createSameKey>): void {
    const file = { path: context.path, text: context.source };
    const made: Made[] = [];
    for (const site of region.sites) {
      const score = siteSuspicion(site, region, context, suspicion);
      if (score <= 0) continue;
      for (const operator of operators) {
        for (const proposal of proposalsAt(operator, site, context, onCrash, options.looser)) {
          const { id, cost: prior } = operator.meta;
          const doubt = whyNoAnswer(proposal.edits, file);
          const cost = costOf({ id, prior, proposal, site, region, score, doubt });
          const making = { operator: id, cost, edits: proposal.edits, file, doubt };
          candidates.push(cost, () => toPatch(making));
          made.push({ operator: id, site, proposal, cost });
        }
      }
    }
    if (options.looser === undefined) return;
    for (const group of [...repeated(made, context), ...sameKey.add(made)]) {
      const cost = Math.min(...group.map((each) => each.cost)) + COSTS.repeated.prior;
      const edits = group.flatMap(({ proposal }) => proposal.edits);
      const doubt = whyNoAnswer(edits, file);
      const making = { operator: group[0]?.operator ?? "", cost, edits, file, doubt };
      candidates.push(cost, () => toPatch(making));
    }
  }

  for (;;) {
    while (closedFiles.peekCost() <= Math.min(candidates.peekCost(), closedRegions.peekCost())) {
      if (closedFiles.size === 0) break;
      closedFiles.pop()?.();
    }
    if (closedRegions.size > 0 && closedRegions.peekCost() <= candidates.peekCost()) {
      closedRegions.pop()?.();
      continue;
    }
    const next = candidates.pop();
    if (next === null) return;
    const patch = next();
    if (patch === null) continue;
    const key = keyOf(patch);
    if (seen.has(key)) continue;
    seen.add(key);
    yield patch;
  }
}
