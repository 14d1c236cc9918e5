import type { SearchEvidence } from "../../entities/evidence.ts";
import { isByRule } from "./authors.ts";
import { isFullyPinned } from "./pinning.ts";

export interface NewCode {
  readonly madeBy: readonly string[];
  /** The number of words, numbers and operators the change adds. */
  readonly tokens: number;
  readonly search: SearchEvidence | null;
}

/**
 * How much new code the fixed tests must prove. None of a rule's own rewrite, which was not written to pass them; none
 * of an edit by search if the tests detect every small change to it.
 */
export function tokensToProve({ madeBy, tokens, search }: NewCode): number {
  return isByRule(madeBy) || isFullyPinned(search?.pinning ?? null) ? 0 : tokens;
}
