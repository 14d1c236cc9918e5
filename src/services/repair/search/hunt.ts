import type { Patch } from "../../../domain/entities/patch.ts";
import { type Answer, type Survey, type Worker, WorkerEnded } from "../validate/worker.ts";

export interface Plausible {
  readonly patch: Patch;
  /** Position in the order of candidates. */
  readonly order: number;
}

export interface HuntProgress {
  readonly tried: number;
  readonly plausible: number;
  readonly latest: Patch;
}

export interface HuntOptions {
  readonly worker: Worker;
  readonly ticks: number;
  readonly jobs: number;
  /** Whether some line is run by every target, so that one edit may mend them all. */
  readonly oneMayMendAll: boolean;
  /** True when the budget is spent or the person has had enough. */
  readonly over: () => boolean;
  readonly onProgress: (progress: HuntProgress) => void;
}

export interface Catch {
  /** Where no candidate mends all targets: those that mend every target which runs the changed place. */
  readonly plausible: readonly Plausible[];
  /** Candidates that mend some of the targets and break nothing, most first. */
  readonly partly: readonly { readonly patch: Patch; readonly fixed: number }[];
  readonly tried: number;
  readonly operators: Readonly<Record<string, number>>;
  readonly complete: boolean;
}

const FIRST_BATCH = 24;
const BATCH = 120;
const COLD_BATCH = 6;
const MOST_COLD = 600;
const DEEPER = [15, 300];
const MOST_DEEPEST = 24;
/** Candidates put off for ticks or fresh imports that are tried although a plausible patch is known. */
const MOST_AFTERWARDS = 30;
/** A candidate that ran out of ticks waits until candidates this much dearer have been tried. */
const DEEPER_WAIT = 1;
const COLD_WAIT = 0.2;
/** After the first plausible patch: how much dearer rivals may be, and how many candidates are tried for them. */
const RIVAL_MARGIN = 0.9;
const RIVAL_COUNT = 900;
const LEAST_RIVAL_COUNT = 120;
/** Where the quickest target does more than so many ticks, fewer rivals are looked for. */
const QUICK_TICKS = 1500;
const COLD_RIVAL_MARGIN = 0.5;
/** Patches that pass are enough when they are as many as will be compared; fewer where all tests together do more than so many ticks. */
const MOST_PLAUSIBLE = 24;
const LEAST_PLAUSIBLE = 4;
const LIGHT_TICKS = 200_000;
/** After the first patch that mends its share of the targets: how much further one that mends all is looked for. */
const SHARE_MARGIN = 1.5;
const SHARE_COUNT = 3000;

interface PutOff {
  readonly patch: Patch;
  readonly order: number;
  readonly depth: number;
  readonly cold: boolean;
  /** Not before candidates of this cost. */
  readonly due: number;
  readonly promising: boolean;
}

interface Job {
  readonly patches: readonly { readonly patch: Patch; readonly order: number }[];
  readonly answers: Promise<readonly Answer[]>;
  readonly depth: number;
  readonly cold: boolean;
}

/**
 * Judges candidates in batches, several at a time, and takes their answers in the order they were asked: what
 * is found depends on the candidates and the ticks, never on which process was faster.
 */
export async function huntPatches(candidates: Iterable<Patch>, options: HuntOptions): Promise<Catch> {
  const { worker } = options;
  const { batch } = worker.survey;
  const rivalCount = rivalsWorth(worker.survey);
  const mostPlausible = plausibleWorth(worker.survey);
  const source = candidates[Symbol.iterator]();
  const plausible: Plausible[] = [];
  const shares: Plausible[] = [];
  const partly: { patch: Patch; fixed: number }[] = [];
  const operators: Record<string, number> = {};
  const later: PutOff[] = [];
  const flying: Job[] = [];
  let order = 0;
  let tried = 0;
  let cold = 0;
  let deepest = 0;
  let afterwards = 0;
  let frontier = 0;
  let exhausted = false;

  const isBeyond = (first: Plausible | undefined, margin: number, count: number) =>
    first !== undefined && (frontier > first.patch.cost + margin || order > first.order + count);
  const enough = () =>
    plausible.length >= mostPlausible ||
    isBeyond(plausible[0], RIVAL_MARGIN, rivalCount) ||
    (options.oneMayMendAll
      ? isBeyond(shares[0], SHARE_MARGIN, SHARE_COUNT)
      : isBeyond(shares[0], RIVAL_MARGIN, rivalCount));

  function nextFresh(): Job | null {
    const patches: { patch: Patch; order: number }[] = [];
    const size = order === 0 ? (batch ?? 4 * FIRST_BATCH) / 4 : (batch ?? BATCH);
    while (patches.length < size) {
      const next = source.next();
      if (next.done === true) {
        exhausted = true;
        break;
      }
      patches.push({ patch: next.value, order });
      order += 1;
      frontier = next.value.cost;
    }
    return patches.length === 0 ? null : send(patches, 0, false);
  }

  /** What may still be tried once a plausible patch of this cost is known. */
  function isWorthwhile(each: PutOff, cost: number): boolean {
    if (each.cold) return each.patch.cost < cost + COLD_RIVAL_MARGIN;
    return each.depth === 1 && each.patch.cost < cost;
  }

  function nextLater(): Job | null {
    const [first] = options.oneMayMendAll ? plausible : [...plausible, ...shares];
    const due = later.filter((each) => {
      if (first !== undefined) return isWorthwhile(each, first.patch.cost) && afterwards < MOST_AFTERWARDS;
      return exhausted || ((each.promising || each.depth < DEEPER.length) && each.due <= frontier);
    });
    const [head] = due;
    if (head === undefined) return null;
    const same = due.filter((each) => each.depth === head.depth && each.cold === head.cold);
    const chosen = same.slice(0, head.cold ? COLD_BATCH : (batch ?? Math.max(4, BATCH >> (2 * head.depth))));
    for (const each of chosen) later.splice(later.indexOf(each), 1);
    if (first !== undefined) afterwards += chosen.length;
    return send(chosen, head.depth, head.cold);
  }

  function send(patches: Job["patches"], depth: number, isCold: boolean): Job {
    const ticks = options.ticks * (depth === 0 ? 1 : (DEEPER[depth - 1] ?? 1));
    const edits = patches.map((each) => each.patch.edits);
    const answers = isCold ? worker.judgeCold(edits, ticks) : worker.judge(edits, ticks);
    answers.catch(() => {});
    return { patches, answers, depth, cold: isCold };
  }

  /** More ticks later; at once for a candidate that mended some targets before it ran out. */
  function putOff(job: Job, patch: Patch, at: number, promising: boolean): void {
    const depth = job.depth + 1;
    if (depth === DEEPER.length && !promising) {
      deepest += 1;
      if (deepest > MOST_DEEPEST) return;
    }
    const due = promising ? patch.cost : patch.cost + DEEPER_WAIT * depth;
    later.push({ patch, order: at, depth, cold: job.cold, due, promising });
  }

  function take(job: Job, answers: readonly Answer[]): void {
    for (const [index, { patch, order: at }] of job.patches.entries()) {
      const answer = answers[index];
      if (answer === undefined) continue;
      if (job.depth === 0 && !job.cold) {
        tried += 1;
        operators[patch.operator] = (operators[patch.operator] ?? 0) + 1;
      }
      if (answer.verdict === "plausible") plausible.push({ patch, order: at });
      if (answer.verdict === "share") shares.push({ patch, order: at });
      if (answer.verdict === "partly") partly.push({ patch, fixed: answer.fixed });
      if (answer.verdict === "out_of_ticks" && job.depth < DEEPER.length)
        putOff(job, patch, at, answer.fixed > 0);
      if (answer.verdict === "cold" && cold < MOST_COLD) {
        cold += 1;
        later.push({
          patch,
          order: at,
          depth: 0,
          cold: true,
          due: patch.cost + (batch === undefined ? COLD_WAIT : DEEPER_WAIT),
          promising: false,
        });
      }
    }
    const latest = job.patches.at(-1);
    if (latest !== undefined)
      options.onProgress({ tried, plausible: plausible.length, latest: latest.patch });
  }

  let complete = true;
  for (;;) {
    while (flying.length <= (batch === undefined ? options.jobs : 0)) {
      const job = nextLater() ?? (exhausted || enough() ? null : nextFresh());
      if (job === null) break;
      flying.push(job);
    }
    const job = flying.shift();
    if (job === undefined) break;
    const answers = await job.answers.catch(unlessEnded);
    if (answers !== null) take(job, answers);
    if (answers === null || options.over()) {
      complete = false;
      break;
    }
  }
  const found = plausible.length > 0 ? plausible : shares;
  found.sort((a, b) => a.patch.cost - b.patch.cost || a.order - b.order);
  partly.sort((a, b) => b.fixed - a.fixed || a.patch.cost - b.patch.cost);
  return { plausible: found, partly, tried, operators, complete };
}

function rivalsWorth({ tests, targets }: Survey): number {
  const ticks = tests
    .filter((test) => targets.includes(test.id))
    .map(({ ticks: count = 0, ended = true }) => (ended ? count : 0));
  const share = QUICK_TICKS / Math.max(QUICK_TICKS, Math.min(...ticks));
  return Math.max(LEAST_RIVAL_COUNT, Math.round(RIVAL_COUNT * share));
}

function plausibleWorth({ tests }: Survey): number {
  let ticks = 0;
  for (const { ticks: count = 0, ended = true } of tests) ticks += ended ? count : 0;
  return Math.max(LEAST_PLAUSIBLE, Math.round(MOST_PLAUSIBLE * Math.min(1, LIGHT_TICKS / ticks)));
}

/** A worker that died ends the hunt; what it had found stands. */
function unlessEnded(error: unknown): null {
  if (error instanceof WorkerEnded) return null;
  throw error;
}
