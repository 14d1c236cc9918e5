import type { Operator, SitePatch } from "../operators/operator.ts";
import type { SyntaxNode } from "../syntax/node.ts";
import type { Context } from "./context.ts";

/** Stops an operator that would never end; far above any operator's limit. */
const MOST_READ = 5000;

/** An operator that threw, and where. */
export interface Crash {
  readonly operator: string;
  readonly path: string;
  readonly line: number;
  readonly message: string;
}

/**
 * The proposals of an operator at a site: none for a kind it does not handle, at most `meta.most` of the cheapest
 * (`looser` times as many), and none if it throws. A crash is reported and costs only the proposals for that site.
 */
export function proposalsAt(
  { meta, propose }: Operator,
  site: SyntaxNode,
  context: Context,
  onCrash: (crash: Crash) => void,
  looser = 1,
): readonly SitePatch[] {
  if (!meta.kinds.includes(site.kind)) return [];
  try {
    return cheapest(Iterator.from(propose(site, context)).take(MOST_READ).toArray(), meta.most * looser);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    onCrash({ operator: meta.id, path: context.path, line: site.line, message });
    return [];
  }
}

/** In their original order: candidates of equal cost are tried in the operator's order. */
function cheapest(proposals: readonly SitePatch[], most: number): readonly SitePatch[] {
  if (proposals.length <= most) return proposals;
  const kept = new Set(proposals.toSorted((a, b) => a.extra - b.extra).slice(0, most));
  return proposals.filter((each) => kept.has(each));
}
