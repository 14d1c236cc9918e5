import type { Patch } from "../../../domain/entities/patch.ts";
import type { RepairTarget } from "../../../domain/ports/repair.ts";
import { COSTS } from "../costs.ts";
import { languageOf } from "../languages/list.ts";
import { complaintsOf } from "../localise/complaints.ts";
import type { Suspicion } from "../localise/suspicion.ts";
import { skipIf } from "../operators/conditions/skip-if.ts";
import type { Operator, Proposal } from "../operators/operator.ts";
import { ancestors, enclosingStatement, isStatement, type SyntaxNode } from "../syntax/node.ts";
import { createAnswers } from "./answers.ts";
import type { Context } from "./context.ts";
import { CONDITIONED, conditioned } from "./experiments/conditioned.ts";
import { expectedOf, NOTHING_EXPECTED } from "./experiments/expected.ts";
import { EXPERIMENT, isExperiment, SYNTHESIZED } from "./experiments/experiment.ts";
import type { FollowUps } from "./experiments/follow-ups.ts";
import { experimentsAt } from "./experiments/list.ts";
import { fieldsOf } from "./ingredients.ts";
import type { Observed } from "./kinds.ts";
import { type Crash, proposalsAt } from "./proposals.ts";
import { createQueue } from "./queue.ts";
import { type Region, regionsOf } from "./regions.ts";
import { respelled } from "./respelled.ts";
import { openSource } from "./source.ts";
import { takenBack } from "./taken-back.ts";
import { toPatch } from "./to-patch.ts";

const LARGEST_FILE = 400_000;
/** The number of edits that are tried under conditions. */
const MOST_CONDITIONED = 12;
const costs = COSTS.candidate;
const EXPERIMENTING = COSTS.experiment;

/** Where candidates come from. */
interface Place {
  readonly site: SyntaxNode;
  readonly score: number;
  readonly region: Region;
  readonly context: Context;
  /** Whether the candidate follows from how another fared. */
  readonly isGrown?: boolean;
}

export interface ProposeOptions {
  readonly operators: readonly Operator[];
  readonly suspicion: Suspicion;
  /** Kinds of values observed in a run, by path. */
  readonly observed?: Readonly<Record<string, Observed>>;
  /** Called when an operator throws at a site. */
  readonly onCrash?: (crash: Crash) => void;
  /** Multiplies the number of proposals that an operator may make at a site. */
  readonly looser?: number;
  /** If given, experiments are among the candidates, and what follows from the answers. */
  readonly followUps?: FollowUps;
}

/**
 * Candidates, cheapest first: cost = operator's prior + extra of the proposal + distance from suspicion + size.
 * Candidates that the error itself suggests come first. Files and functions are opened only when nothing cheaper is
 * left, so the first candidates arrive immediately.
 */
export function* propose(target: RepairTarget, options: ProposeOptions): Generator<Patch> {
  for (const patch of proposeOnward(target, options)) if (patch !== null) yield patch;
}

/** The same; null if the next candidate depends on answers that are still open. */
export function* proposeOnward(target: RepairTarget, options: ProposeOptions): Generator<Patch | null> {
  const { suspicion, operators, onCrash = () => {}, followUps } = options;
  const least = Math.min(...operators.map((each) => each.meta.cost)) + costs.likeliestExtra;
  const closedFiles = createQueue<() => void>();
  const closedRegions = createQueue<() => void>();
  const candidates = createQueue<() => Patch | null>();
  const seen = new Set<string>();
  const fields = fieldsOf([...target.sources, ...target.tests].map((each) => each.text));

  const complaints = complaintsOf(target);
  const whyNoAnswer = createAnswers(target, complaints);
  const expected = followUps === undefined ? NOTHING_EXPECTED : expectedOf(target);
  let conditionedBases = 0;
  for (const patch of respelled(target, complaints)) candidates.push(patch.cost, () => patch);
  for (const patch of takenBack(target, suspicion)) candidates.push(patch.cost, () => patch);
  for (const file of target.sources) {
    const most = suspicion.most(file.path);
    const language = languageOf(file.path);
    if (most <= 0 || language === null || file.text.length > LARGEST_FILE) continue;
    closedFiles.push(least + costs.unsuspected * (1 - most), () => {
      const context = openSource(file, language, options.observed?.[file.path], fields);
      for (const region of regionsOf(context.tree, context.source)) {
        const score = regionSuspicion(region, context, suspicion);
        if (score <= 0) continue;
        closedRegions.push(least + costs.unsuspected * (1 - score), () => expand(region, context));
      }
    });
  }

  function expand(region: Region, context: Context): void {
    for (const site of region.sites) {
      const score = siteSuspicion(site, region, context, suspicion);
      if (score <= 0) continue;
      const place = { site, score, region, context };
      const before = { ...place, score: onwardSuspicion(place, suspicion) };
      for (const operator of operators)
        for (const proposal of proposalsAt(operator, site, context, onCrash, options.looser))
          offer(operator === skipIf ? before : place, operator.meta.id, operator.meta.cost, proposal);
      if (followUps === undefined) continue;
      for (const { id, cost, proposal, grow } of experimentsAt(site, context, expected, onCrash))
        offer(before, EXPERIMENT, EXPERIMENTING.prior, proposal, () => {
          for (const each of grow()) offer({ ...before, isGrown: true }, id, cost, each);
        });
    }
  }

  /** `grow` runs if failing tests pass with the proposal although it is not the repair. */
  function offer(place: Place, id: string, prior: number, proposal: Proposal, grow?: () => void): void {
    const { site, score, region, context, isGrown } = place;
    const file = { path: context.path, text: context.source };
    const unanswered = whyNoAnswer(proposal.edits, file);
    const doubt = unanswered ?? (isGrown ? SYNTHESIZED : null);
    const cost =
      prior +
      proposal.extra +
      unlikelihood(site, region, id) +
      (unanswered === null ? 0 : costs.unanswered) +
      costs.unsuspected * (1 - score) +
      (id === EXPERIMENT ? 0 : sizeCost(proposal));
    const making = { operator: id, cost, edits: proposal.edits, file, doubt };
    candidates.push(cost, () => {
      const patch = toPatch(making);
      if (patch !== null) followUps?.expect(patch, grow ?? (() => condition(place, patch)));
      return patch;
    });
  }

  /** An edit that helps but breaks other tests may be right in some cases. */
  function condition(place: Place, patch: Patch): void {
    if (conditionedBases === MOST_CONDITIONED || place.isGrown === true) return;
    const found = [...conditioned(patch, place.site, place.context, expected)];
    if (found.length > 0) conditionedBases += 1;
    const prior = patch.cost - costs.unsuspected * (1 - place.score);
    for (const each of found) offer({ ...place, isGrown: true }, CONDITIONED, prior, each);
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
    if (next === null && followUps?.isOpen !== true) return;
    const patch = next === null ? null : next();
    if (next === null) yield null;
    if (patch === null) continue;
    const places = patch.edits.map((edit) => `${edit.path}:${edit.start}:${edit.end}:${edit.text}`);
    const key = [...(isExperiment(patch) ? [EXPERIMENT] : []), ...places].join("\n");
    if (seen.has(key)) {
      followUps?.forget(patch);
      continue;
    }
    seen.add(key);
    yield patch;
  }
}

/**
 * A line inside a multi-line statement may not be measured separately, so the statement's first line counts for it.
 */
function siteSuspicion(site: SyntaxNode, region: Region, context: Context, suspicion: Suspicion): number {
  const own = suspicion.of(context.path, site.line, region.name);
  const parameters = [...ancestors(site)].find((each) => each.kind === "parameters");
  if (own === 0 && parameters !== undefined)
    return COSTS.suspicion.parameters * regionSuspicion(region, context, suspicion);
  const statement = enclosingStatement(site);
  if (statement === null || statement.line === site.line) return own;
  return Math.max(own, suspicion.of(context.path, statement.line, region.name));
}

/** A check that is missing before a statement is as suspicious as what it would keep from running. */
function onwardSuspicion({ site, score, region, context }: Place, suspicion: Suspicion): number {
  const block = isStatement(site) ? site.parent : null;
  let most = score;
  for (let line = site.line; line <= (block?.endLine ?? 0); line += 1)
    most = Math.max(most, suspicion.of(context.path, line, region.name));
  return most;
}

function regionSuspicion(region: Region, context: Context, suspicion: Suspicion): number {
  let most = 0;
  let line = -1;
  for (const site of region.sites) {
    if (site.line === line) continue;
    line = site.line;
    most = Math.max(most, suspicion.of(context.path, line, region.name));
  }
  return most;
}

/** How an object is compared or shown, which tests rely on. */
const JUDGING = /(?:^|\.)(?:__eq__|__ne__|__hash__|__repr__|__str__|equals|toString|toJSON)$/;

/** Exception messages, and how tests see an object, are seldom wrong. */
function unlikelihood(site: SyntaxNode, region: Region, id: string): number {
  const isThrown = id !== "exception-kind" && enclosingStatement(site)?.kind === "throw";
  return (isThrown ? costs.thrown : 0) + (JUDGING.test(region.name) ? costs.comparedOrShown : 0);
}

function sizeCost(proposal: Proposal): number {
  let size = 0;
  for (const edit of proposal.edits) size += edit.text.length;
  return Math.min(costs.mostForSize, size * costs.perCharacter);
}
