import { COSTS } from "../costs.ts";
import type { Suspicion } from "../localize/suspicion.ts";
import type { SitePatch } from "../operators/operator.ts";
import { ancestors, enclosingStatement, type SyntaxNode } from "../syntax/node.ts";
import type { Context } from "./context.ts";
import type { Region } from "./regions.ts";

const costs = COSTS.candidate;

/** A proposal and where it comes from. */
interface Proposed {
  readonly id: string;
  readonly prior: number;
  readonly proposal: SitePatch;
  readonly site: SyntaxNode;
  readonly region: Region;
  /** How suspicious the site is. */
  readonly score: number;
  /** Why it does not address the error; null if it may. */
  readonly doubt: string | null;
}

/** How unlikely a proposal is to be the fix. */
export function costOf({ id, prior, proposal, site, region, score, doubt }: Proposed): number {
  return (
    prior +
    proposal.extra +
    unlikelihood(site, region, id) +
    (doubt === null ? 0 : costs.unanswered) +
    costs.unsuspected * (1 - score) +
    sizeCost(proposal)
  );
}

/**
 * A line inside a multi-line statement may not be measured separately, so the statement's first line counts for it.
 */
export function siteSuspicion(
  site: SyntaxNode,
  region: Region,
  context: Context,
  suspicion: Suspicion,
): number {
  const own = suspicion.of(context.path, site.line, region.name);
  const parameters = [...ancestors(site)].find((each) => each.kind === "parameters");
  if (own === 0 && parameters !== undefined)
    return COSTS.suspicion.parameters * regionSuspicion(region, context, suspicion);
  const statement = enclosingStatement(site);
  if (statement === null || statement.line === site.line) return own;
  return Math.max(own, suspicion.of(context.path, statement.line, region.name));
}

export function regionSuspicion(region: Region, context: Context, suspicion: Suspicion): number {
  let most = 0;
  let line = -1;
  for (const site of region.sites) {
    if (site.line === line) continue;
    line = site.line;
    most = Math.max(most, suspicion.of(context.path, line, region.name));
  }
  return most;
}

/** Methods that compare or print an object; tests rely on them. */
const JUDGING = /(?:^|\.)(?:__eq__|__ne__|__hash__|__repr__|__str__|equals|toString|toJSON)$/;

/** Exception messages, and code that tests use to compare or print an object, are rarely wrong. */
function unlikelihood(site: SyntaxNode, region: Region, id: string): number {
  const isThrown = id !== "exception-kind" && enclosingStatement(site)?.kind === "throw";
  return (isThrown ? costs.thrown : 0) + (JUDGING.test(region.name) ? costs.comparedOrShown : 0);
}

function sizeCost(proposal: SitePatch): number {
  let size = 0;
  for (const edit of proposal.edits) size += edit.text.length;
  return Math.min(costs.mostForSize, size * costs.perCharacter);
}
