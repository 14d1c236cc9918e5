import type { SyntaxNode } from "../../syntax/node.ts";
import type { Context } from "../context.ts";
import type { Crash } from "../proposals.ts";
import { earlyExit } from "./early-exit.ts";
import type { Expected } from "./expected.ts";
import type { Experiment, ExperimentKind } from "./experiment.ts";
import { joinedCondition } from "./joined-condition.ts";

const KINDS: readonly ExperimentKind[] = [earlyExit, joinedCondition];
/** At most this many questions of one kind are asked at a site. */
const MOST = 50;

/** All questions at a site. A crash is reported and costs only the questions for that site. */
export function experimentsAt(
  site: SyntaxNode,
  context: Context,
  expected: Expected,
  onCrash: (crash: Crash) => void,
): readonly (Experiment & Pick<ExperimentKind, "id" | "cost">)[] {
  return KINDS.flatMap(({ id, cost, experimentsAt: experiment }) => {
    try {
      const experiments = Iterator.from(experiment(site, context, expected)).take(MOST);
      return experiments.map((each) => ({ ...each, id, cost })).toArray();
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      onCrash({ operator: id, path: context.path, line: site.line, message });
      return [];
    }
  });
}
