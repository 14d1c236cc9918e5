import type { Conformance } from "../../domain/ports/conformance.ts";
import type { PatchSource, ViolationSource } from "../../domain/ports/repair.ts";
import type { Command, Sandbox } from "../../domain/ports/sandbox.ts";
import { createSearchBrain } from "../../services/repair/index.ts";

export function searchBrain(workers: ReturnType<typeof workerOptions>): PatchSource {
  return createSearchBrain(workers);
}

/** For everything that runs the code under repair in its own process. */
export function workerOptions(sandbox: () => Promise<Sandbox>, resourceFolder: string) {
  return {
    startWorker: async (command: Command) => (await sandbox()).start(command),
    resourceFolder,
    programs: { python: "python3", node: process.execPath },
    jobs: 2,
    ticks: 2000,
    elapsed: () => performance.now(),
  };
}

/** The checks' own fixes: a rewrite, a linter's fixer. */
export function checksAsSource(conformance: Conformance): ViolationSource {
  return {
    id: "conformance",
    byTool: true,
    async *patches({ violation, reportedAs, tree, signal }) {
      for (const { violation_id } of [violation, ...(reportedAs ? [reportedAs] : [])])
        for await (const patch of conformance.patches(violation_id, tree, signal)) yield { patch };
    },
  };
}
