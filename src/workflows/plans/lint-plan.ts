import type { PlanProblem, ReadPlan } from "../../domain/ports/plans.ts";
import type { PlanPorts } from "./plan-ports.ts";

export interface LintedPlan {
  readonly plan: ReadPlan;
  readonly problems: readonly PlanProblem[];
}

/** Form and tools' schemas; nothing is tried. */
export function lintForm(ports: Pick<PlanPorts, "documents" | "checkCall">, text: string): LintedPlan {
  const plan = ports.documents.readPlan(text);
  const misunderstood = plan.blocks.flatMap(({ line, call }) => {
    const why = ports.checkCall(call);
    return why === null
      ? []
      : [{ line, what: why, instead: "parameters as `agentforge tool list --json` describes them" }];
  });
  return { plan, problems: [...plan.problems, ...misunderstood] };
}

/** The same, and then the changes are made on a copy, under the guards: a person is asked about what can be done. */
export async function lintPlan(
  ports: Pick<PlanPorts, "checkCall" | "documents" | "rehearse">,
  text: string,
  signal: AbortSignal,
): Promise<LintedPlan> {
  const { plan, problems } = lintForm(ports, text);
  if (problems.length > 0) return { plan, problems };
  const rehearsal = await ports.rehearse(plan.blocks, signal);
  const failures = rehearsal.failures.map(({ index, why }) => ({
    line: plan.blocks[index]?.line ?? 1,
    what: `action ${index + 1} (${plan.blocks[index]?.call.name}) cannot be done: ${why}`,
    instead: "a call that works on the files as they are",
  }));
  if (failures.length > 0) return { plan, problems: failures };
  const unnamed = rehearsal.files.filter((path) => !plan.draft.files_touched.includes(path));
  const line = text.split(/\r?\n/).findIndex((each) => /^##\s+files/i.test(each)) + 1;
  return {
    plan,
    problems: unnamed.map((path) => ({
      line,
      what: `the actions change ${path}, which "Files touched" does not name`,
      instead: `- \`${path}\` under it`,
    })),
  };
}
