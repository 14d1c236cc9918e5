import type { Patch } from "../../../../domain/entities/patch.ts";
import type { RepairTarget } from "../../../../domain/ports/repair.ts";
import { COSTS } from "../../costs.ts";
import { complaintsOf } from "../../localize/complaints.ts";
import { grouped, neededAt } from "../../syntax/expression.ts";
import type { SyntaxNode } from "../../syntax/node.ts";
import type { ObservedPlace, ObservedTest } from "../../validate/worker.ts";
import { createAnswers } from "../answers.ts";
import type { Context } from "../context.ts";
import { costOf, siteSuspicion } from "../likelihood.ts";
import type { ProposeOptions } from "../propose.ts";
import type { Region } from "../regions.ts";
import { suspiciousRegions } from "../suspicious-regions.ts";
import { keyOf, toPatch } from "../to-patch.ts";
import { atomsAt } from "./atoms.ts";
import { enumerate } from "./enumerate.ts";
import { OBSERVED_LANGUAGES } from "./forms-of.ts";
import { depthOf, valueSites } from "./value-sites.ts";
import { visitsOf } from "./visits.ts";

const costs = COSTS.values;
/** Places that are observed, the most suspicious ones. */
const MOST_PLACES = 60;
const MOST_AT_A_PLACE = 40;
const AT_ONCE = 2;
const OPERATOR = "value";

/** What a search that found nothing tries next, for people. */
export const BY_VALUE =
  "no usual edit fixed the tests, so the search observed the values at suspicious places and built expressions that have the values the failing tests expect there";

/** The doubt about every such edit. */
const BUILT =
  "the expression was built from the values that the tests expect, and the tests may not determine it";

export interface ValueOptions extends Pick<ProposeOptions, "suspicion" | "observed"> {
  observe(place: ObservedPlace): Promise<readonly ObservedTest[]>;
  /** Whether to observe another place, or to leave the rest of the time to the candidates. */
  readonly mayObserve: () => boolean;
}

interface Place {
  readonly site: SyntaxNode;
  readonly region: Region;
  readonly context: Context;
  readonly score: number;
}

/**
 * Replacements of suspicious expressions by ones with the right values. Those whose value the failing tests show come
 * first, then those that only change what the failing tests see and nothing else.
 */
export async function proposeValues(target: RepairTarget, options: ValueOptions): Promise<readonly Patch[]> {
  const whyNoAnswer = createAnswers(target, complaintsOf(target));
  const cheapest = new Map<string, Patch>();
  const places = placesOf(target, options);
  for (let at = 0; at < places.length && options.mayObserve(); at += AT_ONCE) {
    const some = places.slice(at, at + AT_ONCE);
    const found = await Promise.all(some.map((place) => patchesAt(place, options, whyNoAnswer)));
    for (const patch of found.flat()) {
      const known = cheapest.get(keyOf(patch));
      if (known === undefined || known.cost > patch.cost) cheapest.set(keyOf(patch), patch);
    }
  }
  return [...cheapest.values()].sort((a, b) => a.cost - b.cost);
}

async function patchesAt(
  place: Place,
  { observe }: ValueOptions,
  whyNoAnswer: ReturnType<typeof createAnswers>,
): Promise<readonly Patch[]> {
  const { site, context } = place;
  const { start, end } = site;
  const file = { path: context.path, text: context.source };
  const atoms = atomsAt(site, context);
  const codes = atoms.map((each) => each.expression.text);
  const visits = visitsOf(await observe({ path: file.path, start, end, atoms: codes }));
  const original = context.expression(site);
  const found = enumerate(visits, { original, atoms, language: context.language });
  return found.slice(0, MOST_AT_A_PLACE).flatMap(({ expression, size, isSure }) => {
    const edits = [{ start, end, text: grouped(expression, neededAt(site)) }];
    const doubt = whyNoAnswer(edits, file);
    const extra = size * costs.perSize + (isSure ? 0 : costs.unsure);
    const cost = costOf({ ...place, id: OPERATOR, prior: costs.prior, proposal: { edits, extra }, doubt });
    return toPatch({ operator: OPERATOR, cost, edits, file, doubt: doubt ?? BUILT }) ?? [];
  });
}

function placesOf(target: RepairTarget, { suspicion, observed }: ValueOptions): readonly Place[] {
  const places: Place[] = [];
  for (const { context, region } of suspiciousRegions(target, {
    suspicion,
    observed,
    languages: OBSERVED_LANGUAGES,
  })) {
    for (const site of valueSites(region)) {
      const score = siteSuspicion(site, region, context, suspicion);
      if (score > 0) places.push({ site, region, context, score });
    }
  }
  return places.sort((a, b) => b.score - a.score || depthOf(a.site) - depthOf(b.site)).slice(0, MOST_PLACES);
}
