import type { Patch } from "../../../domain/entities/patch.ts";
import type {
  Ground,
  Preparation,
  PrepareOptions,
  RepairTarget,
  Search,
  SearchOptions,
} from "../../../domain/ports/repair.ts";
import type { Command, SandboxProcess } from "../../../domain/ports/sandbox.ts";
import { suspect } from "../localise/suspicion.ts";
import { operators } from "../operators/list.ts";
import { propose } from "../propose/propose.ts";
import { type HarnessOptions, prepareWorker } from "../validate/harness.ts";
import { openWorker, type Survey, type SurveyedTest, type Worker, WorkerEnded } from "../validate/worker.ts";
import { antiPattern } from "./guard.ts";
import { huntPatches, type Plausible } from "./hunt.ts";
import { rank } from "./rank.ts";

export interface SearchSetup extends Omit<HarnessOptions, "budgetMs"> {
  readonly startWorker: (command: Command) => Promise<SandboxProcess>;
  /** Milliseconds from an arbitrary start. */
  readonly elapsed: () => number;
}

/** A worker on its way; null in the end where the tests could not be loaded. */
export interface WarmStart extends Preparation {
  readonly worker: Promise<Worker | null>;
}

/** Starts a warm worker and does not wait for it. Null where none knows this project's tests. */
export function startWarm(
  target: RepairTarget,
  ground: Ground,
  setup: SearchSetup,
  { budgetMs, signal }: PrepareOptions,
): WarmStart | null {
  const prepared = prepareWorker(target, ground, { ...setup, budgetMs });
  if (prepared === null) return null;
  const starting = setup.startWorker({ ...prepared.command, signal });
  const worker = starting.then((process) => openWorker(process, prepared.opening, prepared.root));
  worker.catch(() => {});
  return {
    target,
    worker,
    async [Symbol.asyncDispose]() {
      await starting.then(
        (process) => process.kill(),
        () => {},
      );
    },
  };
}

/** Looks for patches that pass the tests, in warm workers. `cold` where this project cannot be run that way. */
export async function search(warm: WarmStart, setup: SearchSetup, options: SearchOptions): Promise<Search> {
  const worker = await warm.worker;
  if (worker === null) return { status: "cold", why: "the tests could not be loaded in a warm worker" };
  try {
    if (worker.survey.targets.length === 0)
      return { status: "cold", why: "the failing tests pass in a warm worker" };
    return await searchWith(worker, warm.target, setup, options);
  } catch (error) {
    if (error instanceof WorkerEnded) return { status: "cold", why: "the warm worker ended early" };
    throw error;
  } finally {
    await worker.close();
  }
}

async function searchWith(
  worker: Worker,
  target: RepairTarget,
  setup: SearchSetup,
  options: SearchOptions,
): Promise<Search> {
  const began = setup.elapsed();
  const milliseconds = () => setup.elapsed() - began;
  const suspicion = suspect(target, spectra(worker.survey));
  const found = await huntPatches(propose(target, { operators, suspicion, observed: worker.survey.kinds }), {
    worker,
    ticks: setup.ticks,
    jobs: setup.jobs,
    oneMayMendAll: haveLineInCommon(worker.survey),
    over: () => options.signal.aborted || milliseconds() > options.budgetMs,
    onProgress: ({ tried, latest }) =>
      options.onProgress?.({ tried, latest, perSecond: tried / (milliseconds() / 1000) }),
  });
  const { trusted, distrusted } = sift(found.plausible, target);
  const ranking = await rank(trusted, worker, setup.ticks);
  return {
    status: "searched",
    ...ranking,
    distrusted,
    partly: found.partly.slice(0, 8).map((each) => each.patch),
    tried: found.tried,
    operators: found.operators,
    complete: found.complete,
  };
}

function sift(plausible: readonly Plausible[], target: RepairTarget) {
  const trusted: Plausible[] = [];
  const distrusted: { patch: Patch; why: string }[] = [];
  for (const each of plausible) {
    const why = antiPattern(each.patch, target.sources, target.tests);
    if (why === null) trusted.push(each);
    else distrusted.push({ patch: each.patch, why });
  }
  return { trusted, distrusted };
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
