import type { Patch } from "../../../../domain/entities/patch.ts";
import type { SitePatch } from "../../operators/operator.ts";
import type { SyntaxNode } from "../../syntax/node.ts";
import type { Context } from "../context.ts";
import type { Expected } from "./expected.ts";

/** The operator name of patches that only ask a question. */
export const EXPERIMENT = "experiment";

/** The doubt about every edit with a synthesized condition. */
export const SYNTHESIZED =
  "the condition was found by trying conditions until the tests passed, and the tests may not determine it";

/**
 * An edit that is never a repair: it asks whether a failing test would pass if the program took another path at this
 * place. If one does, `grow` yields the edits that take that path under a condition.
 */
export interface Experiment {
  readonly proposal: SitePatch;
  readonly grow: () => Iterable<SitePatch>;
}

/** Asks one kind of question. Looks at one site; never mutates the tree. */
export interface ExperimentKind {
  /** The operator name of the grown edits. */
  readonly id: string;
  /** The prior of the grown edits. */
  readonly cost: number;
  experimentsAt(site: SyntaxNode, context: Context, expected: Expected): Iterable<Experiment>;
}

export function isExperiment({ operator }: Patch): boolean {
  return operator === EXPERIMENT;
}
