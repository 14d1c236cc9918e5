import type { Patch } from "../../../domain/entities/patch.ts";
import type { RepairTarget } from "../../../domain/ports/repair.ts";
import type { Command, SandboxProcess } from "../../../domain/ports/sandbox.ts";
import { suspect } from "../localise/suspicion.ts";
import { operators } from "../operators/list.ts";
import { propose } from "../propose/propose.ts";
import { type Ground, type HarnessOptions, prepareWorker } from "../validate/harness.ts";
import { openWorker, type Survey, type Worker, WorkerEnded } from "../validate/worker.ts";
import { type Catch, type HuntProgress, huntPatches } from "./hunt.ts";

export interface SearchOptions {
  readonly budgetMs: number;
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: SearchProgress) => void;
}

export interface SearchProgress extends HuntProgress {
  readonly perSecond: number;
}

export interface SearchSetup extends Omit<HarnessOptions, "budgetMs"> {
  readonly startWorker: (command: Command) => Promise<SandboxProcess>;
  /** Milliseconds from an arbitrary start. */
  readonly elapsed: () => number;
}

export type SearchOutcome =
  | { readonly status: "cold"; readonly why: string }
  | ({ readonly status: "searched"; readonly seconds: number } & Catch);

/** Looks for patches that pass the tests, in warm workers. `cold` where this project cannot be run that way. */
export async function search(
  target: RepairTarget,
  ground: Ground,
  setup: SearchSetup,
  options: SearchOptions,
): Promise<SearchOutcome> {
  const began = setup.elapsed();
  const seconds = () => (setup.elapsed() - began) / 1000;
  const prepared = prepareWorker(target, ground, { ...setup, budgetMs: options.budgetMs });
  if (prepared === null) return { status: "cold", why: "no warm worker knows this test framework" };
  const process = await setup.startWorker({ ...prepared.command, signal: options.signal });
  const worker = await openWorker(process, prepared.opening);
  if (worker === null) return { status: "cold", why: "the tests could not be loaded in a warm worker" };
  try {
    const { survey } = worker;
    if (survey.targets.length === 0)
      return { status: "cold", why: "the failing tests pass in a warm worker" };
    const suspicion = suspect(target, spectra(survey));
    const found = await huntPatches(propose(target, { operators, suspicion, observed: survey.kinds }), {
      worker,
      ticks: setup.ticks,
      jobs: setup.jobs,
      over: () => options.signal.aborted || seconds() * 1000 > options.budgetMs,
      onProgress: (progress) => options.onProgress?.({ ...progress, perSecond: progress.tried / seconds() }),
    });
    return { status: "searched", seconds: seconds(), ...found };
  } catch (error) {
    if (error instanceof WorkerEnded) return { status: "cold", why: "the warm worker ended early" };
    throw error;
  } finally {
    await worker.close();
  }
}

function spectra(survey: Survey) {
  const targets = new Set(survey.targets);
  return survey.tests
    .filter((test) => test.passed || targets.has(test.id))
    .map((test) => ({ failed: !test.passed, lines: test.lines }));
}

export type { Patch, Worker };
