// Judges candidate edits to JavaScript and TypeScript sources by the project's own tests, without starting Node for
// each. Uses JSON lines like python_worker.py. The main process only supervises; children load the project's modules
// from scratch for every candidate (node_modules once) and run the tests in place. The caller instruments loops and
// functions of the sources, so a candidate that loops forever exhausts its budget of ticks.
import { fork } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import shared from "./shared.json" with { type: "json" };

/**
 * What the search says when it starts the worker, and the plan that the first run of the tests leads to.
 * @typedef {{ jobs: number, framework: string, sources: any[], plan: { floor?: number } | null } & Record<string, any>} Opening
 */

const SELF = fileURLToPath(import.meta.url);
const { BROKEN } = shared.verdicts;
const SURVEY_SECONDS = 60;

if (process.send === undefined) serve();
else (await import("./javascript-judge.mjs")).attend();

function serve() {
  const pool = [];
  const waiting = [];
  /** @type {Opening} */
  let opening;

  const tell = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);

  /** A child and the batch it is working on. */
  function hire() {
    const child = fork(SELF, [], {
      execArgv: [
        "--no-warnings",
        "--experimental-vm-modules",
        "--stack-size=700",
        "--max-old-space-size=400",
      ],
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      serialization: "json",
    });
    const worker = { child, job: null, timer: null };
    child.on("message", (/** @type {any} */ message) => hear(worker, message));
    child.on("exit", () => lose(worker));
    child.send({ op: "open", opening });
    return worker;
  }

  function hear(worker, { answer }) {
    const { job } = worker;
    if (job === null) return;
    job.answers.push(answer);
    watch(worker);
    if (job.answers.length < job.candidates.length) return;
    clearTimeout(worker.timer);
    worker.job = null;
    job.done(job.answers);
    next();
  }

  /** The child hangs where ticks do not help: that candidate is broken, and the rest go to a new child. */
  function lose(worker) {
    clearTimeout(worker.timer);
    const { job } = worker;
    if (pool.includes(worker)) pool.splice(pool.indexOf(worker), 1);
    if (job === null) return;
    job.answers.push(job.failure);
    if (job.answers.length < job.candidates.length) waiting.unshift(job);
    else job.done(job.answers);
    next();
  }

  function watch(worker) {
    clearTimeout(worker.timer);
    worker.timer = setTimeout(() => worker.child.kill("SIGKILL"), worker.job.silence * 1000);
  }

  function next() {
    while (waiting.length > 0) {
      let worker = pool.find((each) => each.job === null);
      if (worker === undefined) {
        if (pool.length >= opening.jobs) return;
        worker = hire();
        pool.push(worker);
      }
      const job = waiting.shift();
      worker.job = job;
      watch(worker);
      worker.child.send({
        op: job.op,
        ticks: job.ticks,
        limit: job.limit,
        candidates: job.candidates.slice(job.answers.length),
      });
    }
  }

  function ask(op, candidates, ticks, more = {}) {
    return new Promise((done) => {
      // longer than the child allows a single test
      const silence = 2.5 + Math.min(6, ticks / 100_000);
      waiting.push({ op, candidates, ticks, answers: [], failure: [BROKEN, 0], silence, done, ...more });
      next();
    });
  }

  /** Drops work that is no longer needed. */
  function drop() {
    waiting.length = 0;
    for (const worker of pool.filter((each) => each.job !== null)) {
      worker.job = null;
      worker.child.kill("SIGKILL");
      pool.splice(pool.indexOf(worker), 1);
    }
  }

  async function open(request) {
    opening = { ...request, plan: null };
    const [found] = await ask("survey", [null], request.ticks, { failure: null, silence: SURVEY_SECONDS });
    if (found === null || found.failed !== undefined) {
      tell({ failed: found?.failed ?? "the first run of the tests did not finish" });
      return;
    }
    opening = { ...opening, plan: found.plan };
    for (const worker of [...pool]) worker.child.send({ op: "plan", plan: found.plan });
    tell({ ready: found });
  }

  async function take(line) {
    const request = JSON.parse(line);
    if (request.op === "open") return open(request);
    const ticks = Math.max(request.ticks, opening.plan?.floor ?? 0);
    if (request.op === "compare") {
      drop();
      const answers = await ask("compare", [request.candidates], ticks, {
        limit: request.limit,
        failure: {},
        silence: 30,
      });
      return tell({ batch: request.batch, answers });
    }
    const op = request.op === "values" ? "values" : "try";
    tell({ batch: request.batch, answers: await ask(op, request.candidates, ticks) });
  }

  const input = createInterface({ input: process.stdin });
  input.on("line", (line) => void take(line));
  input.on("close", () => {
    for (const { child } of pool) child.kill("SIGKILL");
    process.exitCode = 0;
    setTimeout(() => process.exit(0), 50).unref();
  });
}
