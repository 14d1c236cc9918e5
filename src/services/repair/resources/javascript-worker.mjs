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
const FLAGS = ["--no-warnings", "--experimental-vm-modules", "--stack-size=700", "--max-old-space-size=400"];
const CHILD_STDIO = /** @type {("ignore" | "ipc")[]} */ (["ignore", "ignore", "ignore", "ipc"]);

function serve() {
  const service = new Service();
  const input = createInterface({ input: process.stdin });
  input.on("line", (line) => void service.take(JSON.parse(line)));
  input.on("close", () => {
    service.close();
    process.exitCode = 0;
    setTimeout(() => process.exit(0), 50).unref();
  });
}

/** Answers the requests of the search. */
class Service {
  #pool = new Pool();

  async take(request) {
    if (request.op === "open") return this.#open(request);
    const pool = this.#pool;
    const ticks = Math.max(request.ticks, pool.opening.plan?.floor ?? 0);
    if (request.op === "compare") {
      pool.drop();
      const more = { limit: request.limit, failure: {}, silence: 30 };
      const answers = await pool.ask("compare", [request.candidates], ticks, more);
      return tell({ batch: request.batch, answers });
    }
    const op = request.op === "values" ? "values" : "try";
    tell({ batch: request.batch, answers: await pool.ask(op, request.candidates, ticks) });
  }

  close() {
    this.#pool.close();
  }

  async #open(request) {
    const pool = this.#pool;
    pool.opening = { ...request, plan: null };
    const more = { failure: null, silence: SURVEY_SECONDS };
    const [found] = await pool.ask("survey", [null], request.ticks, more);
    if (found === null || found.failed !== undefined) {
      tell({ failed: found?.failed ?? "the first run of the tests did not finish" });
      return;
    }
    pool.plan(found.plan);
    tell({ ready: found });
  }
}

/** Children, each with the batch it is working on, and the batches that wait for one. */
class Pool {
  /** @type {Opening} */
  opening = /** @type {any} */ (null);
  /** @type {any[]} */
  #workers = [];
  /** @type {any[]} */
  #waiting = [];

  ask(op, candidates, ticks, more = {}) {
    return new Promise((done) => {
      // longer than the child allows a single test
      const silence = 2.5 + Math.min(6, ticks / 100_000);
      const job = { op, candidates, ticks, answers: [], failure: [BROKEN, 0], silence, done, ...more };
      this.#waiting.push(job);
      this.#next();
    });
  }

  /** The plan for all further work. */
  plan(plan) {
    this.opening = { ...this.opening, plan };
    for (const { child } of this.#workers) child.send({ op: "plan", plan });
  }

  /** Drops work that is no longer needed. */
  drop() {
    this.#waiting.length = 0;
    for (const worker of this.#workers.filter((each) => each.job !== null)) {
      worker.job = null;
      worker.child.kill("SIGKILL");
      this.#remove(worker);
    }
  }

  close() {
    for (const { child } of this.#workers) child.kill("SIGKILL");
  }

  #next() {
    while (this.#waiting.length > 0) {
      const worker = this.#workers.find((each) => each.job === null) ?? this.#hire();
      if (worker === null) return;
      const job = this.#waiting.shift();
      worker.job = job;
      this.#watch(worker);
      const { op, ticks, limit } = job;
      worker.child.send({ op, ticks, limit, candidates: job.candidates.slice(job.answers.length) });
    }
  }

  /** A new child; null if there are enough. */
  #hire() {
    if (this.#workers.length >= this.opening.jobs) return null;
    const child = fork(SELF, [], { execArgv: FLAGS, stdio: CHILD_STDIO, serialization: "json" });
    const worker = { child, job: null, timer: undefined };
    child.on("message", (/** @type {any} */ message) => this.#hear(worker, message));
    child.on("exit", () => this.#lose(worker));
    child.send({ op: "open", opening: this.opening });
    this.#workers.push(worker);
    return worker;
  }

  #hear(worker, { answer }) {
    const { job } = worker;
    if (job === null) return;
    job.answers.push(answer);
    this.#watch(worker);
    if (job.answers.length < job.candidates.length) return;
    clearTimeout(worker.timer);
    worker.job = null;
    job.done(job.answers);
    this.#next();
  }

  /** The child hangs where ticks do not help: that candidate is broken, and the rest go to a new child. */
  #lose(worker) {
    clearTimeout(worker.timer);
    const { job } = worker;
    this.#remove(worker);
    if (job === null) return;
    job.answers.push(job.failure);
    if (job.answers.length < job.candidates.length) this.#waiting.unshift(job);
    else job.done(job.answers);
    this.#next();
  }

  #watch(worker) {
    clearTimeout(worker.timer);
    worker.timer = setTimeout(() => worker.child.kill("SIGKILL"), worker.job.silence * 1000);
  }

  #remove(worker) {
    if (this.#workers.includes(worker)) this.#workers.splice(this.#workers.indexOf(worker), 1);
  }
}

function tell(message) {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}

if (process.send === undefined) serve();
else (await import("./javascript-judge.mjs")).attend();
