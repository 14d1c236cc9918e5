// Judges candidate edits to sources of a compiled language without a build for each. Uses JSON lines like
// python_worker.py. A batch of candidates is compiled into one test program: the changed body of a function is placed
// before the original and chosen by number, and the program runs once per candidate with its number in the
// environment. Candidates that do not compile are identified from the compiler's output and dropped. Loops and functions
// count ticks. Building costs about the same for one candidate as for a hundred, so the worker asks for large batches.
import { createInterface } from "node:readline";
import shared from "./shared.json" with { type: "json" };

const { FAILED, PLAUSIBLE, OUT_OF_TICKS, BROKEN, PARTLY, COLD } = shared.verdicts;
const MOST_TICKS = 3e7;
/**
 * For each 1,000 ticks of a request, a candidate gets this multiple of the ticks of all tests together, but no less than
 * `LEAST_TICKS`. Most candidates that need more never end.
 */
const SHARE_OF_TESTS = 10;
const LEAST_TICKS = 10_000;
/** How many more times a passing candidate must pass. */
const AGAIN = 3;
/** If no more guards than this fail, they run again, up to `RETRIES` times. */
const MOST_RETRIED = 3;
const RETRIES = 2;
/** The preferred number of candidates per request, and how many compilable ones share a program. */
const BATCH = 480;
const SHARED = 160;

/**
 * Answers requests until the input ends. A toolchain is
 * - `open(request)`: `{ failed }`, or `{ sources, tests, ticks, isTarget }` after the first run of the tests; `ticks`: how
 *   many all tests use together
 * - `build(isCheck)`: the exit code and output of the compiler; a check need not produce a program
 * - `blamed(output, places, insertedBy)`: the candidates that the compiler rejects
 * - `isSyntax(output)`: whether it stopped before it looked at the rest
 * - `test(names, env)`: `{ spent, statuses }`; `spent` if the ticks ran out, else passed, failed or skipped by name
 * - `formed(candidates, given)`: those of the given candidates that can be parsed
 * - `rounds`: how many times a batch is compiled again without the rejected candidates
 * - `close()`
 */
export function serve(toolchain) {
  const worker = new Worker(toolchain);
  /** @type {Promise<unknown>} */
  let tail = Promise.resolve();
  const tell = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);
  const input = createInterface({ input: process.stdin });
  input.on("line", (line) => {
    tail = tail
      .then(async () => tell(await worker.answer(JSON.parse(line))))
      .catch((error) => tell({ failed: String(error) }));
  });
  input.on("close", () => {
    toolchain.close();
    process.exit(0);
  });
}

class Worker {
  #toolchain;
  #jobs = 1;
  /** @type {{ targets: string[], guards: string[], ticks: number }} */
  #plan = { targets: [], guards: [], ticks: LEAST_TICKS };
  /** @type {any} The sources, as the language writes candidates into them. */
  #sources;

  constructor(toolchain) {
    this.#toolchain = toolchain;
  }

  async answer(request) {
    const { op, batch, candidates, ticks } = request;
    if (op === "open") return this.#open(request);
    if (op === "compare") return { batch, answers: [{ inputs: [], outcomes: [] }] };
    const judged = op === "cold" ? this.#judgeApart(candidates, ticks) : this.#judgeAll(candidates, ticks);
    return { batch, answers: await judged };
  }

  async #open(request) {
    this.#jobs = request.jobs;
    const opened = await this.#toolchain.open(request);
    if (opened.failed !== undefined) return opened;
    this.#sources = opened.sources;
    const { tests, ticks } = opened;
    const failing = tests.filter((test) => !test.passed);
    const chosen = failing.filter((test) => opened.isTarget(test.id));
    this.#plan = {
      targets: (chosen.length > 0 ? chosen : failing).map((test) => test.id),
      guards: tests.filter((test) => test.passed).map((test) => test.id),
      ticks: Math.max(LEAST_TICKS, SHARE_OF_TESTS * ticks),
    };
    return { ready: { tests, targets: this.#plan.targets, kinds: {}, batch: BATCH } };
  }

  async #judgeAll(candidates, ticks) {
    const answers = candidates.map(() => [BROKEN, 0]);
    const inside = [];
    for (const [index, candidate] of candidates.entries()) {
      if (this.#sources.bodyOf(candidate) === null) answers[index] = [COLD, 0];
      else inside.push(index);
    }
    const formed = await this.#toolchain.formed(candidates, inside);
    const sound = formed.length > SHARED ? await this.#compiling(candidates, formed, true) : formed;
    for (let at = 0; at < sound.length; at += SHARED) {
      const alive = await this.#compiling(candidates, sound.slice(at, at + SHARED), false);
      await this.#inParallel(alive, async (index) => {
        answers[index] = await this.#judge(index + 1, ticks);
      });
    }
    return answers;
  }

  /** Edits outside functions (constants, tables) cannot always be selected at run time: each needs a build. */
  async #judgeApart(candidates, ticks) {
    const answers = [];
    for (const candidate of candidates) {
      this.#sources.apart(candidate);
      const built = await this.#toolchain.build(false);
      answers.push(built.code === 0 ? await this.#judge(0, ticks) : [BROKEN, 0]);
    }
    return answers;
  }

  /**
   * The candidates that compile together, without those that the compiler rejects. A check stops after the first list
   * of type errors, because the rest almost always compiles.
   */
  async #compiling(candidates, given, isCheck) {
    const [toolchain, sources] = [this.#toolchain, this.#sources];
    let alive = given;
    for (let round = 0; round < toolchain.rounds && alive.length > 0; round += 1) {
      const places = sources.write(candidates, alive);
      const built = await toolchain.build(isCheck);
      if (built.code === 0) return alive;
      const wrong = toolchain.blamed(built.output, places, (index) => sources.insertedBy(candidates[index]));
      alive = wrong.size === 0 ? [] : alive.filter((index) => !wrong.has(index));
      if (isCheck && !toolchain.isSyntax(built.output)) return alive;
    }
    return [];
  }

  async #inParallel(items, work) {
    const queue = [...items];
    const next = async () => {
      for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
    };
    await Promise.all(Array.from({ length: this.#jobs }, next));
  }

  async #judge(mutant, ticks) {
    const { targets, guards } = this.#plan;
    const budget = Math.min((ticks / 1000) * this.#plan.ticks, MOST_TICKS);
    const env = { AF_MUTANT: mutant, AF_TICKS: budget };
    const outOfTicks = budget < MOST_TICKS ? OUT_OF_TICKS : FAILED;
    const { spent, statuses } = await this.#toolchain.test(targets, env);
    if (spent) return [outOfTicks, 0];
    const fixed = targets.filter((name) => statuses.get(name) === "passed").length;
    if (fixed === 0) return [FAILED, 0];
    const guarded = await this.#run([], guards, env);
    if (guarded.spent) return [outOfTicks, fixed];
    if (!guarded.passed) return [FAILED, fixed];
    if (fixed < targets.length) return [PARTLY, fixed];
    // Map iteration order differs in every process: a candidate that passes by luck does not pass repeatedly.
    for (let round = 0; round < AGAIN; round += 1) {
      const again = await this.#run(targets, guards, env);
      if (!again.passed) return [again.spent ? outOfTicks : FAILED, fixed];
    }
    return [PLAUSIBLE, fixed];
  }

  /**
   * Whether none of these tests fails, regardless of others that run with them. A few guards that fail may be flaky, for
   * example because the machine is busy: they count as passed if they then pass every time.
   */
  async #run(targets, guards, env) {
    const names = [...targets, ...guards];
    if (names.length === 0) return { passed: true, spent: false };
    let { failing, spent } = await this.#failing(names, env);
    if (failing.length > MOST_RETRIED || failing.some((name) => targets.includes(name)))
      return { passed: false, spent };
    for (let round = 0; round < RETRIES && failing.length > 0 && !spent; round += 1) {
      const retried = await this.#failing(failing, env);
      if (retried.failing.length > 0) return { passed: false, spent: retried.spent };
      spent = retried.spent;
    }
    return { passed: !spent, spent };
  }

  async #failing(names, env) {
    const { spent, statuses } = await this.#toolchain.test(names, env);
    const isFailing = (name) => statuses.get(name) !== "passed" && statuses.get(name) !== "skipped";
    return { failing: names.filter(isFailing), spent };
  }
}
