import type { Patch } from "../../../domain/entities/patch.ts";
import { isExperiment } from "../propose/experiments/experiment.ts";
import type { FollowUps } from "../propose/experiments/follow-ups.ts";
import { type Answer, type Worker, WorkerEnded } from "../validate/worker.ts";
import { type Batch, type Ordered, ticksAt } from "./batch.ts";
import { createBudget } from "./budget.ts";
import { effortFor } from "./effort.ts";
import { createPairs, type Helpful } from "./pairs.ts";
import { createScheduler } from "./scheduler.ts";
import { createTriedCandidates } from "./tried-candidates.ts";

interface JudgeProgress {
  readonly tried: number;
  readonly plausible: number;
  readonly latest: Patch;
}

export interface JudgeOptions {
  readonly worker: Worker;
  readonly ticks: number;
  readonly jobs: number;
  /** Whether every target runs some common line, so one edit may fix them all. */
  readonly oneMayFixAll: boolean;
  /** Remaining milliseconds; zero if the person has stopped the search. */
  readonly left: () => number;
  readonly onProgress: (progress: JudgeProgress) => void;
  /** Called with every answer. */
  readonly followUps?: Pick<FollowUps, "answered">;
}

export interface JudgedCandidates {
  /** If no candidate fixes all targets, those that fix every target that runs the changed place. */
  readonly plausible: readonly Ordered[];
  /** Candidates that fix some of the targets and break nothing, those that fix the most first. */
  readonly partly: readonly Helpful[];
  /** The same, plus candidates that only got a target further. */
  readonly helpful: readonly Helpful[];
  readonly tried: number;
  readonly operators: Readonly<Record<string, number>>;
  readonly complete: boolean;
}

/**
 * Judges candidates in batches, several at a time, and processes the answers in request order: the result depends on
 * the candidates and the ticks, never on which process was faster. If a worker dies, the search ends with the results
 * so far; without any, WorkerEnded is thrown.
 */
export async function judgeCandidates(
  candidates: Iterable<Patch | null>,
  options: JudgeOptions,
): Promise<JudgedCandidates> {
  const { worker } = options;
  const isDear = worker.survey.batch !== undefined;
  const pairs = createPairs();
  const known = createTriedCandidates();
  const budget = createBudget(options.left);
  const scheduler = createScheduler(candidates, {
    effort: effortFor(worker.survey),
    pairs,
    isDear,
    oneMayFixAll: options.oneMayFixAll,
  });
  const inFlight: Sent[] = [];
  const mostInFlight = isDear ? 1 : options.jobs + 1;

  function refill(): void {
    while (inFlight.length < mostInFlight) {
      const batch = scheduler.next(known);
      if (batch === null) return;
      inFlight.push(send(batch, worker, options.ticks));
    }
  }

  function unlessEnough(error: unknown): null {
    const isEnough = known.best().length > 0 || budget.isOver();
    if (error instanceof WorkerEnded && isEnough) return null;
    throw error;
  }

  function take(batch: Batch, answers: readonly Answer[]): void {
    for (const [index, candidate] of batch.patches.entries()) {
      const given = answers[index];
      if (given === undefined) continue;
      options.followUps?.answered(candidate.patch, given.fixed);
      const answer = isExperiment(candidate.patch) ? { ...given, verdict: "failed" as const } : given;
      known.add(batch, candidate, answer);
      if (isHelpful(candidate.patch, answer)) pairs.helped({ patch: candidate.patch, fixed: answer.fixed });
      scheduler.answered(batch, candidate, answer);
    }
    const latest = batch.patches.at(-1);
    if (latest === undefined) return;
    options.onProgress({
      tried: known.tried,
      plausible: known.plausible.length,
      latest: latest.patch,
    });
  }

  let complete = true;
  for (;;) {
    refill();
    const sent = inFlight.shift();
    if (sent === undefined) break;
    const answers = await budget.within(sent.answers).catch(unlessEnough);
    if (answers !== null) take(sent.batch, answers);
    if (known.plausible.length > 0) budget.foundPatch();
    if (answers !== null && !budget.isSpent()) continue;
    complete = false;
    break;
  }
  return {
    plausible: known.best(),
    partly: known.partly.toSorted((a, b) => b.fixed - a.fixed || a.patch.cost - b.patch.cost),
    helpful: pairs.best(),
    tried: known.tried,
    operators: known.operators,
    complete,
  };
}

interface Sent {
  readonly batch: Batch;
  readonly answers: Promise<readonly Answer[]>;
}

function send(batch: Batch, worker: Worker, ticks: number): Sent {
  const edits = batch.patches.map((each) => each.patch.edits);
  const allowed = ticksAt(batch.depth, ticks);
  const answers = batch.cold ? worker.judgeCold(edits, allowed) : worker.judge(edits, allowed);
  answers.catch(() => {});
  return { batch, answers };
}

/** A patch that already has a doubt, such as a pair, is not combined with another. */
function isHelpful(patch: Patch, { verdict, further }: Answer): boolean {
  if (isExperiment(patch) || patch.doubt !== undefined) return false;
  return verdict === "partly" || (verdict === "failed" && further);
}
