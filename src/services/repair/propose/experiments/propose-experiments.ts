import type { Patch } from "../../../../domain/entities/patch.ts";
import type { RepairTarget } from "../../../../domain/ports/repair.ts";
import { COSTS } from "../../costs.ts";
import { complaintsOf } from "../../localize/complaints.ts";
import type { Suspicion } from "../../localize/suspicion.ts";
import type { SitePatch } from "../../operators/operator.ts";
import { isStatement, type SyntaxNode } from "../../syntax/node.ts";
import { createAnswers } from "../answers.ts";
import type { Context } from "../context.ts";
import { costOf, siteSuspicion } from "../likelihood.ts";
import type { ProposeOptions } from "../propose.ts";
import { createQueue } from "../queue.ts";
import type { Region } from "../regions.ts";
import { suspiciousRegions } from "../suspicious-regions.ts";
import { keyOf, toPatch } from "../to-patch.ts";
import { expectedOf } from "./expected.ts";
import { EXPERIMENT, isExperiment, SYNTHESIZED } from "./experiment.ts";
import type { FollowUps } from "./follow-ups.ts";
import { experimentsAt } from "./list.ts";

/** In a compiled language, one candidate that does not compile ruins its whole batch. */
const LANGUAGES: ReadonlySet<string> = new Set(["python", "javascript", "typescript"]);

/** What a search that found nothing tries next, for people. */
export const EXPERIMENTED =
  "none of the usual candidates fixed the tests, so the search looked for places where leaving a function early or forcing a condition makes a failing test pass, and for the condition under which to do so";

export interface ExperimentOptions extends Pick<ProposeOptions, "suspicion" | "observed" | "onCrash"> {
  readonly followUps: FollowUps;
}

interface Place {
  readonly site: SyntaxNode;
  readonly region: Region;
  readonly context: Context;
  readonly score: number;
}

/**
 * Experiments, and the edits that follow from their answers, cheapest first. Null if the next candidate depends on
 * answers that are still open.
 */
export function* proposeExperiments(
  target: RepairTarget,
  options: ExperimentOptions,
): Generator<Patch | null> {
  const { suspicion, observed, onCrash = () => {}, followUps } = options;
  const candidates = createQueue<() => Patch | null>();
  const seen = new Set<string>();
  const whyNoAnswer = createAnswers(target, complaintsOf(target));
  const expected = expectedOf(target);

  function offer(place: Place, id: string, prior: number, proposal: SitePatch, grow?: () => void): void {
    const { context } = place;
    const file = { path: context.path, text: context.source };
    const doubt = whyNoAnswer(proposal.edits, file);
    const cost = costOf({ ...place, id, prior, proposal, doubt });
    candidates.push(cost, () => {
      const patch = toPatch({
        operator: id,
        cost,
        edits: proposal.edits,
        file,
        doubt: doubt ?? (grow === undefined ? SYNTHESIZED : null),
      });
      if (patch !== null && grow !== undefined) followUps.expect(patch, grow);
      return patch;
    });
  }

  function experiment(place: Place): void {
    for (const { id, cost, proposal, grow } of experimentsAt(place.site, place.context, expected, onCrash))
      offer(place, EXPERIMENT, COSTS.experiment.prior, proposal, () => {
        for (const each of grow()) offer(place, id, cost, each);
      });
  }

  for (const { context, region } of suspiciousRegions(target, {
    suspicion,
    observed,
    languages: LANGUAGES,
  })) {
    for (const site of region.sites) {
      const score = onwardSuspicion(site, region, context, suspicion);
      if (score <= 0) continue;
      experiment({ site, region, context, score });
    }
  }

  for (;;) {
    const next = candidates.pop();
    if (next === null && !followUps.isOpen) return;
    if (next === null) yield null;
    const patch = next?.() ?? null;
    if (patch === null) continue;
    const key = `${isExperiment(patch)} ${keyOf(patch)}`;
    if (seen.has(key)) {
      followUps.forget(patch);
      continue;
    }
    seen.add(key);
    yield patch;
  }
}

/** A check that is missing before a statement is as suspicious as what it would keep from running. */
function onwardSuspicion(site: SyntaxNode, region: Region, context: Context, suspicion: Suspicion): number {
  const block = isStatement(site) ? site.parent : null;
  let most = siteSuspicion(site, region, context, suspicion);
  if (most <= 0) return most;
  for (let line = site.line; line <= (block?.endLine ?? 0); line += 1)
    most = Math.max(most, suspicion.of(context.path, line, region.name));
  return most;
}
