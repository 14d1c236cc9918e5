import type {
  Preparation,
  PrepareOptions,
  RepairTarget,
  Search,
  SearchOptions,
  SourceFile,
  TestEnvironment,
  WarmUp,
} from "../../domain/ports/repair.ts";
import { type RunningSearch, type SearchSetup, startSearch } from "./search/search.ts";
import { foreseenCommand } from "./validate/harness.ts";
import { createWarmProcesses } from "./validate/warm-processes.ts";

/** Proposes, runs and ranks hundreds of candidates per second. */
export interface WarmSearch {
  /** Starts a process that any search here will need. Null if that gains nothing. */
  foresee(environment: TestEnvironment, options: PrepareOptions): AsyncDisposable | null;
  /** Starts the search itself. Null if it cannot search. */
  prepare(target: RepairTarget, environment: TestEnvironment, options: PrepareOptions): Preparation | null;
  search(target: RepairTarget, environment: TestEnvironment, options: SearchOptions): Promise<Search>;
  warmUp(environment: TestEnvironment, options: PrepareOptions): WarmUp;
  /** The search that a warm-up started for this target in this tree; can be taken once. */
  takeExpected(target: RepairTarget, environment: TestEnvironment): Preparation | undefined;
}

/** Preparing starts the search itself, so a later request finds it already running. */
export function createWarmSearch(given: SearchSetup): WarmSearch {
  const runningSearches = new WeakMap<Preparation, RunningSearch>();
  /** Includes the tree: two repairs of the same code do not share a search. */
  const expected = new Map<Preparation, string>();
  const processes = createWarmProcesses(given.startWorker);
  const setup = { ...given, startWorker: processes.take };

  const foresee: WarmSearch["foresee"] = (environment, { budgetMs, signal }) => {
    const command = foreseenCommand(environment, { ...setup, budgetMs });
    return command && processes.start({ ...command, signal });
  };
  const prepare: WarmSearch["prepare"] = (target, environment, options) => {
    const running = startSearch(target, environment, setup, options);
    if (running !== null) runningSearches.set(running, running);
    return running;
  };
  return {
    foresee,
    prepare,
    async search(target, environment, { prepared, onSuspects, onProgress, ...options }) {
      const early = prepared && runningSearches.get(prepared);
      const running = early ?? startSearch(target, environment, setup, options);
      if (running === null) return { status: "cold", why: "no warm worker supports this test framework" };
      running.listen({ ...(onSuspects && { onSuspects }), ...(onProgress && { onProgress }) });
      return running.found;
    },
    warmUp(environment, options) {
      const started = foresee(environment, options);
      const own: Preparation[] = [];
      return {
        expect(target) {
          const preparation = prepare(target, environment, options);
          if (preparation === null) return;
          own.push(preparation);
          expected.set(preparation, environment.tree);
        },
        async [Symbol.asyncDispose]() {
          const unwanted = own.filter((preparation) => expected.delete(preparation));
          for (const preparation of unwanted) await preparation[Symbol.asyncDispose]();
          await started?.[Symbol.asyncDispose]();
        },
      };
    },
    takeExpected: (target, { tree }) => takeExpected(expected, target, tree),
  };
}

function takeExpected(
  expected: Map<Preparation, string>,
  target: RepairTarget,
  tree: string,
): Preparation | undefined {
  const isIt = ([preparation, of]: [Preparation, string]) =>
    of === tree && isSame(preparation.target, target);
  const [found] = [...expected].find(isIt) ?? [];
  if (found) expected.delete(found);
  return found;
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
