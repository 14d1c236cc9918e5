import type { Patch } from "../../../domain/entities/patch.ts";
import type {
  Preparation,
  PrepareOptions,
  RepairTarget,
  Search,
  SearchOptions,
  Suspect,
  TestEnvironment,
} from "../../../domain/ports/repair.ts";
import type { Command, SandboxProcess } from "../../../domain/ports/sandbox.ts";
import { locate } from "../localize/suspects.ts";
import { suspect } from "../localize/suspicion.ts";
import { operators } from "../operators/list.ts";
import { searchEvidenceOf } from "../pin/search-evidence.ts";
import { createFollowUps, type FollowUps } from "../propose/experiments/follow-ups.ts";
import { EXPERIMENTED, proposeExperiments } from "../propose/experiments/propose-experiments.ts";
import type { Crash } from "../propose/proposals.ts";
import { type ProposeOptions, propose } from "../propose/propose.ts";
import { BY_VALUE, proposeValues, type ValueOptions } from "../propose/values/propose-values.ts";
import { type HarnessOptions, prepareWorker } from "../validate/harness.ts";
import { openWorker, type Survey, type SurveyedTest, type Worker, WorkerEnded } from "../validate/worker.ts";
import { judgeCandidates } from "./judge-candidates.ts";
import { type Outcome, searchOnward } from "./onward.ts";
import { rank } from "./rank.ts";
import { sift } from "./sift.ts";
import { WIDENED, widerCandidates } from "./wider.ts";

/** With less time left than this, another worker is not worth starting. */
const LEAST_MS = 3000;

export interface SearchSetup extends Omit<HarnessOptions, "budgetMs"> {
  readonly startWorker: (command: Command) => Promise<SandboxProcess>;
  /** Called when an operator throws. */
  readonly onCrash: (crash: Crash) => void;
  /** Called with a sentence about unusual steps of a search. */
  readonly onNote?: (sentence: string) => void;
  /** Milliseconds from an arbitrary start. */
  readonly elapsed: () => number;
}

interface CandidateSetup extends SearchSetup {
  readonly candidatesOf: CandidatesOf;
}

type CandidatesOf = (
  target: RepairTarget,
  options: ProposeOptions & ValueOptions & { readonly followUps: FollowUps },
) => Iterable<Patch | null> | Promise<Iterable<Patch>>;

/** What a search that found nothing tries next, with a sentence about it. */
const OTHERS: readonly (readonly [note: string, CandidatesOf])[] = [
  [EXPERIMENTED, proposeExperiments],
  [BY_VALUE, proposeValues],
  [WIDENED, widerCandidates],
];

type SearchListener = Pick<SearchOptions, "onSuspects" | "onProgress">;

/** A search that runs in the background. */
export interface RunningSearch extends Preparation {
  readonly found: Promise<Search>;
  /** Replaces the listener, which is called at once if the suspects are known. */
  listen(listener: SearchListener): void;
}

/**
 * Searches for patches that pass the tests, in a warm worker; `cold` if this project cannot run that way. Returns
 * immediately. Null if no worker supports this project's tests.
 */
export function startSearch(
  target: RepairTarget,
  environment: TestEnvironment,
  setup: SearchSetup,
  options: PrepareOptions,
): RunningSearch | null {
  if (prepareWorker(target, environment, { ...setup, budgetMs: options.budgetMs }) === null) return null;
  const began = setup.elapsed();
  const left = () => options.budgetMs - (setup.elapsed() - began);
  const processes: Promise<SandboxProcess>[] = [];
  let listener: SearchListener = {};
  let suspects: readonly Suspect[] | null = null;

  function keepSuspects(measured: readonly Suspect[]): void {
    suspects = measured;
    listener.onSuspects?.(measured);
  }

  async function searchFrom(
    aim: RepairTarget,
    budgetMs: number,
    candidatesOf: CandidatesOf = propose,
  ): Promise<Outcome> {
    const known = prepareWorker(aim, environment, { ...setup, budgetMs });
    if (known === null) return cold("no warm worker supports this test framework");
    const { command, opening, root } = known;
    const starting = setup.startWorker({ ...command, signal: options.signal });
    processes.push(starting);
    const worker = await openWorker(await starting, opening, root);
    return searchIn(
      worker,
      aim,
      { ...setup, candidatesOf },
      {
        ...options,
        budgetMs,
        onProgress: (at) => listener.onProgress?.(at),
        ...(suspects === null && { onSuspects: keepSuspects }),
      },
    );
  }

  const found = searchFrom(target, options.budgetMs).then((first) =>
    searchOnward(first, target, {
      searchFrom: (aim) => searchFrom(aim, left() / 2),
      others: OTHERS.map(([note, candidatesOf]) => () => {
        setup.onNote?.(note);
        return searchFrom(target, left(), candidatesOf);
      }),
      hasTime: () => !options.signal.aborted && left() > LEAST_MS,
    }),
  );
  found.catch(() => {});
  return {
    target,
    found,
    listen(added) {
      listener = added;
      if (suspects !== null) listener.onSuspects?.(suspects);
    },
    async [Symbol.asyncDispose]() {
      for (const starting of processes) await (await starting.catch(() => null))?.kill();
    },
  };
}

async function searchIn(
  worker: Worker | string,
  target: RepairTarget,
  setup: CandidateSetup,
  options: SearchOptions,
): Promise<Outcome> {
  if (typeof worker === "string") return cold(`the tests could not be loaded in a warm worker: ${worker}`);
  try {
    if (worker.survey.targets.length === 0) return cold("the failing tests pass in a warm worker");
    return await searchWith(worker, target, setup, options);
  } catch (error) {
    if (error instanceof WorkerEnded) return cold("the warm worker exited early");
    throw error;
  } finally {
    await worker.close();
  }
}

async function searchWith(
  worker: Worker,
  target: RepairTarget,
  setup: CandidateSetup,
  options: SearchOptions,
): Promise<Outcome> {
  const began = setup.elapsed();
  const milliseconds = () => setup.elapsed() - began;
  const suspicion = suspect(target, spectra(worker.survey), worker.survey.loaded);
  options.onSuspects?.(locate(target, suspicion));
  const { onCrash, candidatesOf } = setup;
  const followUps = createFollowUps();
  const candidates = await candidatesOf(target, {
    operators,
    suspicion,
    observed: worker.survey.kinds,
    onCrash,
    followUps,
    observe: (place) => worker.observe(place, setup.ticks),
    mayObserve: () => !options.signal.aborted && milliseconds() < options.budgetMs / 2,
  });
  const found = await judgeCandidates(candidates, {
    worker,
    ticks: setup.ticks,
    jobs: setup.jobs,
    followUps,
    oneMayFixAll: haveLineInCommon(worker.survey),
    left: () => (options.signal.aborted ? 0 : options.budgetMs - milliseconds()),
    onProgress: (progress) => options.onProgress?.(progress),
  });
  if (found.plausible.length === 0 && !runsSources(worker.survey))
    return cold("the failing tests run no line of the sources in a warm worker");
  const { trusted, distrusted } = sift(found.plausible, target);
  const ranking = await rank(trusted, worker, setup.ticks);
  const search: Search = {
    status: "searched",
    ...ranking,
    ...(await searchEvidenceOf(trusted, found, { worker, target, suspicion, ticks: setup.ticks })),
    distrusted,
    partly: found.partly.slice(0, 8).map((each) => each.patch),
    tried: found.tried,
    operators: found.operators,
    complete: found.complete,
  };
  return { search, helpful: found.helpful };
}

function cold(why: string): Outcome {
  return { search: { status: "cold", why }, helpful: [] };
}

/** Tests that start programs of the project run its code elsewhere, where candidates have no effect. */
function runsSources(survey: Survey): boolean {
  const targets = survey.tests.filter((test) => survey.targets.includes(test.id));
  return targets.some((test) => Object.values(test.lines).some((lines) => lines.length > 0));
}

function haveLineInCommon(survey: Survey): boolean {
  const runs = survey.tests.filter((test) => survey.targets.includes(test.id)).map((test) => placesOf(test));
  const [first, ...others] = runs;
  return first === undefined || [...first].some((place) => others.every((each) => each.has(place)));
}

function placesOf(test: SurveyedTest): ReadonlySet<string> {
  return new Set(
    Object.entries(test.lines).flatMap(([path, lines]) => lines.map((line) => `${path}:${line}`)),
  );
}

function spectra(survey: Survey) {
  const targets = new Set(survey.targets);
  return survey.tests
    .filter((test) => test.passed || targets.has(test.id))
    .map((test) => ({ failed: !test.passed, lines: test.lines }));
}
