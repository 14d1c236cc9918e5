import type { Operator, Proposal } from "../operators/operator.ts";
import type { SyntaxNode } from "../syntax/node.ts";
import type { Context } from "./context.ts";

/** Stops an operator that would never end; far above any bound of an operator. */
const MOST_READ = 5000;

/** An operator that threw, and where. */
export interface Crash {
  readonly operator: string;
  readonly path: string;
  readonly line: number;
  readonly message: string;
}

/**
 * What an operator proposes at a site: nothing where it does not look, at most `meta.most` of the cheapest (`looser`
 * times as many), and nothing when it throws. The crash is reported and costs only its proposals for that site.
 */
export function proposalsAt(
  { meta, propose }: Operator,
  site: SyntaxNode,
  context: Context,
  onCrash: (crash: Crash) => void,
  looser = 1,
): readonly Proposal[] {
  if (!meta.kinds.includes(site.kind)) return [];
  try {
    return cheapest(Iterator.from(propose(site, context)).take(MOST_READ).toArray(), meta.most * looser);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    onCrash({ operator: meta.id, path: context.path, line: site.line, message });
    return [];
  }
}

/** In their own order: equally dear candidates are tried as the operator named them. */
function cheapest(proposals: readonly Proposal[], most: number): readonly Proposal[] {
  if (proposals.length <= most) return proposals;
  const kept = new Set(proposals.toSorted((a, b) => a.extra - b.extra).slice(0, most));
  return proposals.filter((each) => kept.has(each));
}
