import type { SitePatch } from "../operators/operator.ts";
import { ancestors, type SyntaxNode } from "../syntax/node.ts";
import type { Context } from "./context.ts";

const MOST_PLACES = 4;

/** A proposal, who made it at which site, and what it costs. */
export interface Made {
  readonly operator: string;
  readonly site: SyntaxNode;
  readonly proposal: SitePatch;
  readonly cost: number;
}

/**
 * Proposals of one operator that change equal code of a function, or of one of its blocks, in the same way: what is
 * wrong in one place is wrong wherever it was copied to. Each group has the places in the order of the file.
 */
export function repeated(made: readonly Made[], context: Context): readonly (readonly Made[])[] {
  const single = made.filter(({ proposal }) => proposal.edits.length === 1);
  const inFunction = [...Map.groupBy(single, (each) => keyOf(each, context)).values()].map(byPlace);
  const inBlock = inFunction.flatMap((group) => [
    ...Map.groupBy(group, ({ site }) => blockOf(site)).values(),
  ]);
  return [...inFunction, ...inBlock].filter(isGroup);
}

function blockOf(site: SyntaxNode): SyntaxNode | undefined {
  return ancestors(site).find(({ kind }) => kind === "block");
}

function keyOf({ operator, site, proposal }: Made, { source, text }: Context): string {
  const [edit] = proposal.edits;
  if (edit === undefined) return operator;
  const removed = source.slice(edit.start, edit.end);
  const code = removed === "" ? `${edit.start - site.start} ${text(site)}` : removed;
  return [operator, site.kind, code, edit.text].join("\0");
}

/** The cheapest proposal for each place. */
export function byPlace(group: readonly Made[]): readonly Made[] {
  const places = new Map<number, Made>();
  for (const each of group) {
    const start = each.proposal.edits[0]?.start ?? 0;
    if (each.cost < (places.get(start)?.cost ?? Number.POSITIVE_INFINITY)) places.set(start, each);
  }
  return [...places].sort(([a], [b]) => a - b).map(([, each]) => each);
}

export function isGroup(group: readonly Made[]): boolean {
  if (group.length < 2 || group.length > MOST_PLACES) return false;
  const edits = group.flatMap(({ proposal }) => proposal.edits);
  return edits.every((edit, at) => edit.end <= (edits[at + 1]?.start ?? Number.POSITIVE_INFINITY));
}
