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
const OPERATOR = "value";

/** What a search that found nothing tries next, for people. */
export const BY_VALUE =
  "no usual edit fixed the tests, so the search observed the values at suspicious places and built expressions that have the values the failing tests expect there";

/** The doubt about every such edit. */
const BUILT =
  "the expression was built from the values that the tests expect, and the tests may not determine it";

export interface ValueOptions extends Pick<ProposeOptions, "suspicion" | "observed"> {
  observe(place: ObservedPlace): Promise<readonly ObservedTest[]>;
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
  const patches = new Map<string, Patch>();
  const found = await Promise.all(placesOf(target, options).map((place) => expressionsAt(place, options)));
  for (const { place, expressions } of found) {
    const { context, site } = place;
    const file = { path: context.path, text: context.source };
    for (const { expression, size, isSure } of expressions) {
      const edits = [{ start: site.start, end: site.end, text: grouped(expression, neededAt(site)) }];
      const doubt = whyNoAnswer(edits, file);
      const extra = size * costs.perSize + (isSure ? 0 : costs.unsure);
      const cost = costOf({ ...place, id: OPERATOR, prior: costs.prior, proposal: { edits, extra }, doubt });
      const patch = toPatch({ operator: OPERATOR, cost, edits, file, doubt: doubt ?? BUILT });
      if (patch === null) continue;
      const known = patches.get(keyOf(patch));
      if (known === undefined || known.cost > cost) patches.set(keyOf(patch), patch);
    }
  }
  return [...patches.values()].sort((a, b) => a.cost - b.cost);
}

async function expressionsAt(place: Place, { observe }: ValueOptions) {
  const { site, context } = place;
  const atoms = atomsAt(site, context);
  const at = {
    path: context.path,
    start: site.start,
    end: site.end,
    atoms: atoms.map((each) => each.expression.text),
  };
  const visits = visitsOf(await observe(at));
  const { language } = context;
  const expressions = enumerate(visits, { original: context.expression(site), atoms, language });
  return { place, expressions: expressions.slice(0, MOST_AT_A_PLACE) };
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
