import type { WarmUp } from "../../domain/ports/repair.ts";
import type { Suite } from "../../domain/ports/testing.ts";
import type { AttemptTree } from "../../domain/ports/workspace.ts";
import type { Ports } from "../ports.ts";
import type { Failing } from "../proof/baseline.ts";
import type { RepairRequest } from "./repair-request.ts";
import { describeTarget, environmentOf, listFiles } from "./repair-target.ts";

/** Searches that start while the failing tests are run again: most tests are not flaky, and the targets are known. */
export interface EarlySearches extends AsyncDisposable {
  /** Called before any test result is known. */
  foresee(suites: readonly Suite[]): void;
  begin(presumed: Failing): Promise<void>;
}

export function openEarlySearches(
  ports: Pick<Ports, "gatherNear" | "sourcesOf" | "sources">,
  tree: AttemptTree,
  request: RepairRequest,
  signal: AbortSignal,
): EarlySearches {
  let warming: readonly WarmUp[] = [];
  let listing: ReturnType<typeof listFiles> | undefined;
  const options = { budgetMs: request.budgetSeconds * 1000, signal };
  return {
    foresee(suites) {
      listing = listFiles(ports, tree);
      listing.catch(() => {});
      const environment = environmentOf(tree, suites);
      warming = ports.sources.flatMap((source) => source.warmUp?.(environment, options) ?? []);
    },
    async begin(presumed) {
      if (warming.length === 0) return;
      const target = await describeTarget(ports, tree, presumed, listing);
      for (const each of warming) each.expect(target);
    },
    async [Symbol.asyncDispose]() {
      for (const each of warming) await each[Symbol.asyncDispose]();
    },
  };
}
