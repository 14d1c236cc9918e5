// Judges candidate edits to sources of a compiled language without a build for each. Uses JSON lines like
// python_worker.py. A batch of candidates is compiled into one test program: the changed body of a function is placed
// before the original and chosen by number, and the program runs once per candidate with its number in the
// environment. Candidates that do not compile are identified from the compiler's output and dropped. Loops and functions
// count ticks. Building costs about the same for one candidate as for a hundred, so the worker asks for large batches.
import { createInterface } from "node:readline";
import shared from "./shared.json" with { type: "json" };

const { FAILED, PLAUSIBLE, OUT_OF_TICKS, BROKEN, PARTLY, COLD } = shared.verdicts;
const MOST_TICKS = 3e7;
/** How many more times a passing candidate must pass. */
const AGAIN = 3;
/** The preferred number of candidates per request, and how many compilable ones share a program. */
const BATCH = 480;
const SHARED = 160;

/**
 * Answers requests until the input ends. A toolchain is
 * - `open(request)`: `{ failed }`, or `{ sources, tests, targets }` after the first run of the tests
 * - `build(isCheck)`: the exit code and output of the compiler; a check need not produce a program
 * - `blamed(output, places, insertedBy)`: the candidates that the compiler rejects
 * - `isSyntax(output)`: whether it stopped before it looked at the rest
 * - `test(names, env)`: `{ spent, statuses }`; `spent` if the ticks ran out, else passed, failed or skipped by name
 * - `formed(candidates, given)`: those of the given candidates that can be parsed
 * - `rounds`: how many times a batch is compiled again without the rejected candidates
 * - `close()`
 */
export function serve(toolchain) {
  let jobs = 1;
  /** @type {Promise<unknown>} */
  let tail = Promise.resolve();
  /** @type {{ targets: string[], guards: string[] }} */
  let plan;
  let sources;

  const tell = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);
  const input = createInterface({ input: process.stdin });
  input.on("line", (line) => {
    tail = tail.then(() => take(JSON.parse(line))).catch((error) => tell({ failed: String(error) }));
  });
  input.on("close", () => {
    toolchain.close();
    process.exit(0);
  });

  async function take(request) {
    if (request.op === "open") return open(request);
    if (request.op === "compare")
      return tell({ batch: request.batch, answers: [{ inputs: [], outcomes: [] }] });
    const judged = request.op === "cold" ? judgeApart : judgeAll;
    tell({ batch: request.batch, answers: await judged(request.candidates, request.ticks) });
  }

  async function open(request) {
    jobs = request.jobs;
    const opened = await toolchain.open(request);
    if (opened.failed !== undefined) return tell(opened);
    sources = opened.sources;
    const { tests } = opened;
    const failing = tests.filter((test) => !test.passed);
    const chosen = failing.filter((test) => opened.isTarget(test.id));
    plan = {
      targets: (chosen.length > 0 ? chosen : failing).map((test) => test.id),
      guards: tests.filter((test) => test.passed).map((test) => test.id),
    };
    tell({ ready: { tests, targets: plan.targets, kinds: {}, batch: BATCH } });
  }

  async function judgeAll(candidates, ticks) {
    const answers = candidates.map(() => [BROKEN, 0]);
    const inside = [];
    for (const [index, candidate] of candidates.entries()) {
      if (sources.bodyOf(candidate) === null) answers[index] = [COLD, 0];
      else inside.push(index);
    }
    const formed = await toolchain.formed(candidates, inside);
    const sound = formed.length > SHARED ? await compiling(candidates, formed, true) : formed;
    for (let at = 0; at < sound.length; at += SHARED) {
      const alive = await compiling(candidates, sound.slice(at, at + SHARED), false);
      await inParallel(alive, async (index) => {
        answers[index] = await judge(index + 1, ticks);
      });
    }
    return answers;
  }

  /** Edits outside functions (constants, tables) cannot always be selected at run time: each needs a build. */
  async function judgeApart(candidates, ticks) {
    const answers = [];
    for (const candidate of candidates) {
      sources.apart(candidate);
      const built = await toolchain.build(false);
      answers.push(built.code === 0 ? await judge(0, ticks) : [BROKEN, 0]);
    }
    return answers;
  }

  /**
   * The candidates that compile together, without those that the compiler rejects. A check stops after the first list
   * of type errors, because the rest almost always compiles.
   */
  async function compiling(candidates, given, isCheck) {
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

  async function inParallel(items, work) {
    const queue = [...items];
    const next = async () => {
      for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
    };
    await Promise.all(Array.from({ length: jobs }, next));
  }

  async function judge(mutant, ticks) {
    const budget = Math.min(ticks * 1000, MOST_TICKS);
    const env = { AF_MUTANT: mutant, AF_TICKS: budget };
    const outOfTicks = budget < MOST_TICKS ? OUT_OF_TICKS : FAILED;
    const { spent, statuses } = await toolchain.test(plan.targets, env);
    if (spent) return [outOfTicks, 0];
    const fixed = plan.targets.filter((name) => statuses.get(name) === "passed").length;
    if (fixed === 0) return [FAILED, 0];
    const guarded = await run(plan.guards, env);
    if (guarded.spent) return [outOfTicks, fixed];
    if (!guarded.passed) return [FAILED, fixed];
    if (fixed < plan.targets.length) return [PARTLY, fixed];
    // Map iteration order differs in every process: a candidate that passes by luck does not pass repeatedly.
    for (let round = 0; round < AGAIN; round += 1) {
      const again = await run([...plan.targets, ...plan.guards], env);
      if (!again.passed) return [again.spent ? outOfTicks : FAILED, fixed];
    }
    return [PLAUSIBLE, fixed];
  }

  /** Whether none of these tests fails, regardless of others that run with them. */
  async function run(names, env) {
    if (names.length === 0) return { passed: true, spent: false };
    const { spent, statuses } = await toolchain.test(names, env);
    const passed = names.every((name) => statuses.get(name) === "passed" || statuses.get(name) === "skipped");
    return { passed: passed && !spent, spent };
  }
}
