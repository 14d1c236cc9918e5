import type { Patch, TextEdit } from "../../../domain/entities/patch.ts";
import type { FindRivals, Rival, RivalRequest, SourceFile } from "../../../domain/ports/repair.ts";
import { suspect } from "../localize/suspicion.ts";
import { codeOf } from "../new-tokens.ts";
import { operators } from "../operators/list.ts";
import { applyEdits } from "../propose/apply.ts";
import { propose } from "../propose/propose.ts";
import { rank } from "../search/rank.ts";
import type { SearchSetup } from "../search/search.ts";
import { sift } from "../search/sift.ts";
import { diffTokens } from "../syntax/token-diff.ts";
import { prepareWorker } from "../validate/harness.ts";
import { openWorker, type Worker, WorkerEnded } from "../validate/worker.ts";

const BUDGET_MS = 15_000;
/** A compiling worker answers a whole batch at once, but takes longer. */
const BUILDING_BUDGET_MS = 45_000;
const BATCH = 100;
/** Cheapest first, at the changed lines before others. */
const MOST_TRIED = 600;
/** The suspicion of other lines, relative to those of the change. */
const ELSEWHERE = 0.6;
const DEEPER = 15;
/** How much more than the change a rival may cost, if the search knows the cost of the change. */
const MARGIN = 1.2;
/** Few candidates are compared here, so more inputs can be tried than in a search. */
const INPUTS = 400;

export interface RivalOptions extends Omit<SearchSetup, "onCrash"> {
  readonly budgetMs?: number;
}

/**
 * What the search would have proposed instead of a change, if that passes every test as well and behaves differently.
 * Empty if no worker supports the tests, or if the change does more than modify files.
 */
export function createRivals(setup: RivalOptions): FindRivals {
  return async (request) => {
    const { target, environment, signal } = request;
    signal.throwIfAborted();
    const edits = editsOf(request);
    if (edits === null) return [];
    const known = prepareWorker(target, environment, {
      ...setup,
      budgetMs: setup.budgetMs ?? BUILDING_BUDGET_MS,
    });
    if (known === null) return [];
    const { command, opening, root } = known;
    const began = setup.elapsed();
    const budgetMs = setup.budgetMs ?? (command.builds === true ? BUILDING_BUDGET_MS : BUDGET_MS);
    const files = request.before.map(({ path, text }) => ({ path, text }));
    const process = await setup.startWorker({ ...command, files, signal });
    const timer = setTimeout(() => void process.kill(), budgetMs);
    try {
      const worker = await openWorker(process, opening, root);
      const hasTime = () => setup.elapsed() - began < budgetMs;
      return typeof worker === "string"
        ? []
        : await rivalsIn(worker, request, edits, { ticks: setup.ticks, hasTime });
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof WorkerEnded) return [];
      throw error;
    } finally {
      clearTimeout(timer);
      await process.kill();
    }
  };
}

interface Effort {
  readonly ticks: number;
  readonly hasTime: () => boolean;
}

async function rivalsIn(
  worker: Worker,
  request: RivalRequest,
  edits: readonly TextEdit[],
  { ticks, hasTime }: Effort,
): Promise<readonly Rival[]> {
  const { target } = request;
  const own: Patch = {
    source: "change",
    operator: "change",
    description: "the change",
    cost: 0,
    edits: [...edits],
  };
  if (!(await isPlausible(worker, own, ticks))) return [];
  const suspicion = nearChange(request, edits, worker);
  const candidates = propose(target, { operators, suspicion, observed: worker.survey.kinds });
  let dearest = Number.POSITIVE_INFINITY;
  for (let tried = 0; tried < MOST_TRIED && hasTime(); ) {
    const batch = nextOf(candidates, worker.survey.batch ?? BATCH);
    const [cheapest] = batch;
    if (cheapest === undefined || cheapest.cost > dearest) break;
    tried += batch.length;
    const answers = await worker.judge(
      batch.map((each) => each.edits),
      ticks,
    );
    const plausible = batch.flatMap((patch, order) =>
      answers[order]?.verdict === "plausible" ? [{ patch, order }] : [],
    );
    const same = plausible.filter(({ patch }) => isSame(patch, request));
    dearest = Math.min(dearest, ...same.map(({ patch }) => patch.cost + MARGIN));
    const others = plausible.filter((each) => !same.includes(each) && each.patch.cost <= dearest);
    const { trusted } = sift(others, target);
    const { rivals } = await rank([{ patch: own, order: -1 }, ...trusted], worker, ticks, INPUTS);
    // If time ran out, nothing was compared, which proves nothing.
    if (rivals.length > 0 && hasTime()) return rivals;
  }
  return [];
}

/** `for...of` closes an iterator when it stops early; this keeps it open. */
function nextOf(candidates: Iterator<Patch>, count: number): readonly Patch[] {
  const found: Patch[] = [];
  while (found.length < count) {
    const { done, value } = candidates.next();
    if (done === true) break;
    found.push(value);
  }
  return found;
}

async function isPlausible(worker: Worker, { edits }: Patch, ticks: number): Promise<boolean> {
  const [answer] = await worker.judge([edits], ticks * DEEPER);
  return answer?.verdict === "plausible";
}

/** Whether it is the change itself, possibly formatted differently. */
function isSame({ edits }: Patch, { target, after }: RivalRequest): boolean {
  const texts = applyEdits(edits, new Map(target.sources.map((each) => [each.path, each.text])));
  return after.every((file) => {
    const text = texts.get(file.path) ?? target.sources.find(({ path }) => path === file.path)?.text ?? "";
    return wordsOf({ path: file.path, text }) === wordsOf(file);
  });
}

function wordsOf(file: SourceFile): string {
  return codeOf(file)
    .map(({ text }) => text)
    .join(" ");
}

/** The search's suspicion, with the highest value for the lines that the change touches. */
function nearChange({ target }: RivalRequest, edits: readonly TextEdit[], { survey }: Worker) {
  const spectra = survey.tests.map((test) => ({ failed: !test.passed, lines: test.lines }));
  const usual = suspect(target, spectra, survey.loaded);
  const lines = new Set(
    edits.flatMap(({ path, start, end }) => {
      const text = target.sources.find((each) => each.path === path)?.text ?? "";
      const [first, last] = [start, end].map((at) => text.slice(0, at).split("\n").length);
      return [`${path}:${first}`, `${path}:${last}`];
    }),
  );
  const paths = new Set(edits.map(({ path }) => path));
  return {
    ...usual,
    of: (path: string, line: number, name: string) =>
      lines.has(`${path}:${line}`) ? 1 : ELSEWHERE * usual.of(path, line, name),
    most: (path: string) => (paths.has(path) ? 1 : ELSEWHERE * usual.most(path)),
    isLinked: (path: string) => paths.has(path) || usual.isLinked(path),
  };
}

/** The change as edits to the old contents; null if it adds or removes files or touches others. */
function editsOf({ before, after, target }: RivalRequest): readonly TextEdit[] | null {
  if (before.length !== after.length) return null;
  const edits: TextEdit[] = [];
  for (const file of after) {
    const earlier = before.find(({ path }) => path === file.path);
    if (earlier === undefined || !target.sources.some(({ path }) => path === file.path)) return null;
    edits.push(...hunksOf(earlier, file));
  }
  return edits;
}

function hunksOf(before: SourceFile, after: SourceFile): readonly TextEdit[] {
  const [old, now] = [codeOf(before), codeOf(after)];
  return diffTokens(old, now).map(({ from, to, start, end }) => ({
    path: before.path,
    start: old[from - 1]?.end ?? 0,
    end: old[to]?.start ?? before.text.length,
    text: after.text.slice(now[start - 1]?.end ?? 0, now[end]?.start ?? after.text.length),
  }));
}
