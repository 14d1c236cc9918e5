import type { Violation } from "../../domain/entities/violation.ts";
import { AgentForgeError } from "../../domain/errors.ts";
import type { CheckRun, CheckScope, Filing } from "../../domain/ports/conformance.ts";
import type { Ports } from "../ports.ts";
import { live } from "../proof/check-requirement.ts";
import { closeEscalations } from "../reviews/escalate.ts";

export interface CheckRequest extends Omit<CheckScope, "files"> {
  readonly files?: readonly string[];
  /** Only files that differ from the last commit. */
  readonly changed?: boolean;
  /** Only files that differ from the merge base with this commit, including uncommitted changes. */
  readonly since?: string;
  /** False to also report violations in the baseline. */
  readonly baseline?: boolean;
}

export interface Checked {
  readonly run: CheckRun;
  readonly filing: Filing;
  /** Violations that are not in the baseline. */
  readonly fresh: readonly Violation[];
}

/** Runs the contracts on the working tree and records the violations. */
export async function check(
  ports: Pick<Ports, "conformance" | "escalations" | "journal" | "workspace">,
  request: CheckRequest = {},
): Promise<Checked> {
  if ((await ports.conformance.countChecks()) === 0) {
    throw new AgentForgeError("not_found", "this repository has no contracts, so there is nothing to check", {
      hint: "Run `agentforge init` to write starter contracts to .agentforge/contracts/; docs/conformance.md explains how to write your own.",
    });
  }
  const { changed, since, baseline = true, ...scope } = request;
  const isNarrowed = changed || since !== undefined;
  const files = isNarrowed ? await changedFiles(ports, request) : request.files;
  const run = await ports.conformance.check("working-tree", { ...scope, baseline, ...(files && { files }) });
  if (!isNarrowed && run.missing.length > 0) throw notInTree(run.missing);
  const fresh = live(run);
  const filing = await run.file();
  await closeEscalations(ports, filing.resolved);
  ports.journal.record({
    traceId: null,
    actor: "system",
    actionType: "checks.run",
    metadata: {
      violations: fresh.length + run.inBaseline,
      opened: filing.opened.length,
      reopened: filing.reopened.length,
      resolved: filing.resolved.length,
      problems: run.problems.length,
    },
  });
  await ports.journal.flush();
  return { run, filing, fresh };
}

/** A changed file may have been deleted; a file that the user named must exist. */
function notInTree(paths: readonly string[]): AgentForgeError {
  return new AgentForgeError(
    "not_found",
    `nothing was checked; not files in this repository: ${paths.join(", ")}`,
    {
      hint: "Ignored files are not checked either. Without files, everything is checked.",
    },
  );
}

async function changedFiles(
  ports: Pick<Ports, "workspace">,
  { files: wanted, since }: CheckRequest,
): Promise<readonly string[]> {
  const { dirty } = await ports.workspace.state();
  const committed = since === undefined ? [] : await ports.workspace.changedSince(since);
  if (committed === null)
    throw new AgentForgeError("not_found", `there is no commit ${since}`, {
      hint: "Name a branch, a tag or a commit in this clone. Run `git fetch` if it is missing.",
    });
  const all = [...new Set([...dirty, ...committed])];
  return wanted ? all.filter((path) => wanted.includes(path)) : all;
}
