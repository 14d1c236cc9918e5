import type { Violation } from "../../domain/entities/violation.ts";
import { AgentForgeError } from "../../domain/errors.ts";
import type { CheckRun, CheckScope, Filing } from "../../domain/ports/conformance.ts";
import { compareWithBaseline } from "../../domain/rules/baseline.ts";
import type { Ports } from "../ports.ts";
import { live } from "../proof/check-goal.ts";
import { closeEscalations } from "../reviews/escalate.ts";

export interface CheckRequest extends Omit<CheckScope, "files"> {
  readonly files?: readonly string[];
  /** Only what differs from the last commit. */
  readonly changed?: boolean;
  /** False to report what is in the baseline too. */
  readonly baseline?: boolean;
}

export interface Checked {
  readonly run: CheckRun;
  readonly filing: Filing;
  /** What was found and is not in the baseline. */
  readonly fresh: readonly Violation[];
  readonly inBaseline: readonly Violation[];
}

/** Runs the contracts on what the user has in front of them and files what is found. */
export async function check(
  ports: Pick<Ports, "conformance" | "escalations" | "journal" | "workspace">,
  request: CheckRequest = {},
): Promise<Checked> {
  if ((await ports.conformance.countChecks()) === 0) {
    throw new AgentForgeError("not_found", "this repository has no contracts, so there is nothing to check", {
      hint: "agentforge init writes starter contracts to .agentforge/contracts/; docs/conformance.md says how to write your own.",
    });
  }
  const { changed, baseline: isUsed = true, ...scope } = request;
  const files = changed ? await changedFiles(ports, request.files) : request.files;
  const baseline = isUsed ? await ports.conformance.baseline() : null;
  const run = await ports.conformance.check("working-tree", { ...scope, ...(files && { files }) });
  if (!changed && run.missing.length > 0) throw notInTree(run.missing);
  const filing = await run.file();
  await closeEscalations(ports, filing.resolved);
  ports.journal.record({
    traceId: null,
    actor: "system",
    actionType: "checks.run",
    metadata: {
      violations: live(run).length,
      opened: filing.opened.length,
      reopened: filing.reopened.length,
      resolved: filing.resolved.length,
      problems: run.problems.length,
    },
  });
  await ports.journal.flush();
  const found = live(run);
  if (baseline === null) return { run, filing, fresh: found, inBaseline: [] };
  const { fresh, known } = compareWithBaseline(baseline, found);
  return { run, filing, fresh, inBaseline: known };
}

/** A changed file may be a deleted one; a file that somebody named must exist. */
function notInTree(paths: readonly string[]): AgentForgeError {
  return new AgentForgeError("not_found", `nothing was checked: ${paths.join(", ")} is not a file here`, {
    hint: "Ignored files are not checked either. Without files, everything is checked.",
  });
}

async function changedFiles(
  ports: Pick<Ports, "workspace">,
  wanted: readonly string[] | undefined,
): Promise<readonly string[]> {
  const { dirty } = await ports.workspace.state();
  return wanted ? dirty.filter((path) => wanted.includes(path)) : dirty;
}
