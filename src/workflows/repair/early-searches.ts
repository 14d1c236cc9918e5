import type { Preparation, RepairTarget, SourceFile } from "../../domain/ports/repair.ts";
import type { Suite } from "../../domain/ports/testing.ts";
import type { AttemptTree } from "../../domain/ports/workspace.ts";
import type { Ports } from "../ports.ts";
import type { Failing } from "../proof/baseline.ts";
import type { Early } from "./fix-search-input.ts";
import type { RepairRequest } from "./repair-request.ts";
import { describeTarget, listFiles } from "./repair-target.ts";

/** Searches that begin while the failing tests are run once more: most are not flaky, and what to look for is known. */
export interface EarlySearches extends Early, AsyncDisposable {
  /** Before the tests have said anything. */
  foresee(suites: readonly Suite[]): void;
  begin(presumed: Failing): Promise<void>;
}

export function openEarlySearches(
  ports: Pick<Ports, "gatherNear" | "isSource" | "sources">,
  tree: AttemptTree,
  request: RepairRequest,
  signal: AbortSignal,
): EarlySearches {
  const begun = new Map<string, Preparation>();
  const foreseen: AsyncDisposable[] = [];
  let listing: ReturnType<typeof listFiles> | undefined;
  const options = { budgetMs: request.budgetSeconds * 1000, signal };
  const environmentOf = (suites: readonly Suite[]) => ({ tree: tree.path, lent: tree.lent, suites });
  return {
    foresee(suites) {
      listing = listFiles(ports, tree);
      listing.catch(() => {});
      for (const source of ports.sources) {
        const started = source.foresee?.(environmentOf(suites), options);
        if (started) foreseen.push(started);
      }
    },
    async begin({ suites, judging, result, targets }) {
      const able = ports.sources.filter((source) => source.prepare !== undefined);
      if (able.length === 0) return;
      const target = await describeTarget(ports, tree, judging, result, targets, listing);
      for (const source of able) {
        const preparation = source.prepare?.(target, environmentOf(suites), options);
        if (preparation) begun.set(source.id, preparation);
      }
    },
    take(source, target) {
      const preparation = begun.get(source);
      if (preparation === undefined || !isSame(preparation.target, target)) return undefined;
      begun.delete(source);
      return preparation;
    },
    async [Symbol.asyncDispose]() {
      for (const each of [...begun.values(), ...foreseen]) await each[Symbol.asyncDispose]();
    },
  };
}

function isSame(a: RepairTarget, b: RepairTarget): boolean {
  const failing = (target: RepairTarget) => target.failing.failures.map((each) => each.test_id).join("\n");
  return failing(a) === failing(b) && areSame(a.sources, b.sources) && areSame(a.tests, b.tests);
}

function areSame(some: readonly SourceFile[], others: readonly SourceFile[]): boolean {
  return (
    some.length === others.length &&
    some.every((file, at) => file.path === others[at]?.path && file.text === others[at].text)
  );
}
