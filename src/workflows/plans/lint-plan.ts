import type { PlanProblem, ReadPlan } from "../../domain/ports/plans.ts";
import type { PlanPorts } from "./plan-ports.ts";

export interface LintedPlan {
  readonly plan: ReadPlan;
  readonly problems: readonly PlanProblem[];
}

/** Checks form and tool schemas; nothing is rehearsed. */
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

/** The same, and then rehearses the changes on a copy, under the guards, so that a person is only asked about a plan that works. */
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
    what: `action ${index + 1} (${plan.blocks[index]?.call.name}) cannot be executed: ${why}`,
    instead: "a call that works on the current files",
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
