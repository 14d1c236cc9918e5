import type { Patch } from "../../../domain/entities/patch.ts";
import { type Answer, type Worker, WorkerEnded } from "../validate/worker.ts";
import { effortFor } from "./effort.ts";
import { createPairs, type Helpful } from "./pairs.ts";

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
  /** Milliseconds left; none when the person has had enough. */
  readonly left: () => number;
  readonly onProgress: (progress: HuntProgress) => void;
}

export interface Catch {
  /** Where no candidate mends all targets: those that mend every target which runs the changed place. */
  readonly plausible: readonly Plausible[];
  /** Candidates that mend some of the targets and break nothing, most first. */
  readonly partly: readonly Helpful[];
  /** Those, and candidates with which a target only came further. */
  readonly helpful: readonly Helpful[];
  readonly tried: number;
  readonly operators: Readonly<Record<string, number>>;
  readonly complete: boolean;
}

/** So many candidates are tried by themselves before two are tried at once, in turns with the rest. */
const ALONE = 1200;
const COLD_BATCH = 12;
const MOST_COLD = 1200;
const DEEPER = [15, 300];
const MOST_DEEPEST = 24;
/** Candidates put off for ticks or fresh imports that are tried although a plausible patch is known. */
const MOST_AFTERWARDS = 30;
/** A candidate that ran out of ticks waits until candidates this much dearer have been tried. */
const DEEPER_WAIT = 1;
const COLD_WAIT = 0.2;
/** After the first plausible patch: how much dearer rivals may be, and how long they are looked for at least. */
const RIVAL_MARGIN = 0.9;
const RIVAL_MS = 15_000;
const COLD_RIVAL_MARGIN = 0.5;
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
 * is found depends on the candidates and the ticks, never on which process was faster. A worker that dies ends it:
 * what was found stands, and where nothing was, WorkerEnded is thrown.
 */
export async function huntPatches(candidates: Iterable<Patch>, options: HuntOptions): Promise<Catch> {
  const { worker } = options;
  const effort = effortFor(worker.survey);
  const isDear = worker.survey.batch !== undefined;
  const source = candidates[Symbol.iterator]();
  const plausible: Plausible[] = [];
  const shares: Plausible[] = [];
  const partly: Helpful[] = [];
  const pairs = createPairs();
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
  /** Fresh imports take long: candidates that need them and others take turns. */
  let isColdTurnOver = false;

  const isBeyond = (first: Plausible | undefined, margin: number, count: number) =>
    first !== undefined && (frontier > first.patch.cost + margin || order > first.order + count);
  const enough = () =>
    plausible.length >= effort.plausible ||
    isBeyond(plausible[0], RIVAL_MARGIN, effort.rivals) ||
    (options.oneMayMendAll
      ? isBeyond(shares[0], SHARE_MARGIN, SHARE_COUNT)
      : isBeyond(shares[0], RIVAL_MARGIN, effort.rivals));

  function nextFresh(): Job | null {
    const patches: { patch: Patch; order: number }[] = [];
    const size = order === 0 ? effort.firstBatch : effort.batch;
    const add = (patch: Patch) => {
      patches.push({ patch, order });
      order += 1;
    };
    while (patches.length < size) {
      const next = exhausted ? undefined : source.next();
      exhausted ||= next?.done === true;
      if (next?.done === false) {
        frontier = next.value.cost;
        pairs.saw(next.value);
        add(next.value);
      }
      const pair = exhausted || order > ALONE ? nextPair() : null;
      if (pair !== null) add(pair);
      if (exhausted && pair === null) break;
    }
    isColdTurnOver = false;
    return patches.length === 0 ? null : send(patches, 0, false);
  }

  function nextPair(): Patch | null {
    return plausible.length + shares.length > 0 ? null : pairs.next();
  }

  /** What may still be tried once a plausible patch of this cost is known. */
  function isWorthwhile(each: PutOff, cost: number): boolean {
    if (each.cold) return each.patch.cost < cost + COLD_RIVAL_MARGIN;
    return each.depth === 1 && each.patch.cost < cost;
  }

  function nextLater(): Job | null {
    const [first] = options.oneMayMendAll ? plausible : [...plausible, ...shares];
    const due = later.filter((each) => {
      if (each.cold && isColdTurnOver && !exhausted) return false;
      if (first !== undefined) return isWorthwhile(each, first.patch.cost) && afterwards < MOST_AFTERWARDS;
      return exhausted || ((each.promising || each.depth < DEEPER.length) && each.due <= frontier);
    });
    const [head] = due;
    if (head === undefined) return null;
    const same = due.filter((each) => each.depth === head.depth && each.cold === head.cold);
    const chosen = same.slice(0, head.cold ? COLD_BATCH : deeperBatch(head.depth));
    for (const each of chosen) later.splice(later.indexOf(each), 1);
    if (first !== undefined) afterwards += chosen.length;
    isColdTurnOver = head.cold;
    return send(chosen, head.depth, head.cold);
  }

  function deeperBatch(depth: number): number {
    return isDear ? effort.batch : Math.max(4, effort.batch >> (2 * depth));
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
      const helps = answer.verdict === "partly" || (answer.verdict === "failed" && answer.further);
      if (helps && patch.doubt === undefined) pairs.helped({ patch, fixed: answer.fixed });
      if (answer.verdict === "out_of_ticks" && job.depth < DEEPER.length)
        putOff(job, patch, at, answer.fixed > 0 || answer.further);
      if ((answer.verdict === "cold" || answer.verdict === "cold_too") && cold < MOST_COLD) {
        cold += 1;
        const wait = !isDear && answer.verdict === "cold" ? COLD_WAIT : DEEPER_WAIT;
        later.push({ patch, order: at, depth: 0, cold: true, due: patch.cost + wait, promising: false });
      }
    }
    const latest = job.patches.at(-1);
    if (latest !== undefined)
      options.onProgress({ tried, plausible: plausible.length, latest: latest.patch });
  }

  const began = options.left();
  /** What is left when rivals have been looked for as long as the first patch took, and for a while at least. */
  let floor = 0;
  let complete = true;
  for (;;) {
    while (flying.length <= (isDear ? 0 : options.jobs)) {
      const job = nextLater() ?? (enough() ? null : nextFresh());
      if (job === null) break;
      flying.push(job);
    }
    const job = flying.shift();
    if (job === undefined) break;
    const answers = await within(options.left() - floor, job.answers).catch((error: unknown) => {
      const isEnough = plausible.length + shares.length > 0 || options.left() <= 0;
      if (error instanceof WorkerEnded && isEnough) return null;
      throw error;
    });
    if (answers !== null) take(job, answers);
    if (floor === 0 && plausible.length > 0)
      floor = Math.max(0, options.left() - Math.max(RIVAL_MS, began - options.left()));
    if (answers === null || options.left() <= floor) {
      complete = false;
      break;
    }
  }
  const found = plausible.length > 0 ? plausible : shares;
  found.sort((a, b) => a.patch.cost - b.patch.cost || a.order - b.order);
  partly.sort((a, b) => b.fixed - a.fixed || a.patch.cost - b.patch.cost);
  return { plausible: found, partly, helpful: pairs.best(), tried, operators, complete };
}

/** Null when time is up. */
async function within<T>(ms: number, answer: Promise<T>): Promise<T | null> {
  const timer = Promise.withResolvers<null>();
  const alarm = setTimeout(timer.resolve, Math.max(0, ms), null);
  try {
    return await Promise.race([answer, timer.promise]);
  } finally {
    clearTimeout(alarm);
  }
}
