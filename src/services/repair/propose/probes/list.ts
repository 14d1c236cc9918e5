import type { SyntaxNode } from "../../syntax/node.ts";
import type { Context } from "../context.ts";
import type { Crash } from "../proposals.ts";
import { earlyExit } from "./early-exit.ts";
import type { Expected } from "./expected.ts";
import { joinedCondition } from "./joined-condition.ts";
import type { Probe, Prober } from "./probe.ts";

const probers: readonly Prober[] = [earlyExit, joinedCondition];
/** The number of questions of one kind at a site. */
const MOST = 50;

/** All questions at a site. A crash is reported and costs only the questions for that site. */
export function probesAt(
  site: SyntaxNode,
  context: Context,
  expected: Expected,
  onCrash: (crash: Crash) => void,
): readonly (Probe & Pick<Prober, "id" | "cost">)[] {
  return probers.flatMap(({ id, cost, probesAt: probe }) => {
    try {
      const probes = Iterator.from(probe(site, context, expected)).take(MOST);
      return probes.map((each) => ({ ...each, id, cost })).toArray();
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      onCrash({ operator: id, path: context.path, line: site.line, message });
      return [];
    }
  });
}
