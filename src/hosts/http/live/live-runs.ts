import { AgentForgeError } from "../../../domain/errors.ts";
import type { Sessions } from "../../../domain/ports/sessions.ts";
import type { LiveRun } from "../api/runs.ts";
import { Refusal } from "../problem.ts";

/** What the work of a run receives. */
export interface RunControls {
  readonly signal: AbortSignal;
  say(text: string): void;
  /** Wraps the sessions so that the run learns the id of its own session. */
  watched(sessions: Sessions): Sessions;
}

/** How a run ended. */
export interface RunEnd {
  readonly outcome: string;
  readonly why?: string | null;
  readonly review_id?: string;
  readonly request_id?: string;
  readonly escalation_id?: string;
}

export interface RunTask extends Pick<LiveRun, "kind" | "title" | "by"> {
  /** Set from the start if the run is about a review. */
  readonly review_id?: string;
  readonly request_id?: string;
  work(controls: RunControls): Promise<RunEnd>;
}

export interface LiveRuns {
  start(task: RunTask): string;
  get(runId: string): LiveRun | null;
  /** By the id of the session that records it. */
  ofSession(sessionId: string): LiveRun | null;
  /** Newest first. */
  list(): readonly LiveRun[];
  stop(runId: string): LiveRun;
  /** Stops all and waits for them. */
  close(): Promise<void>;
}

export interface LiveRunsOptions {
  readonly newId: (prefix: string) => string;
  readonly now: () => string;
  /** Called whenever a run changes. */
  readonly changed: (run: LiveRun) => void;
  /** Called with unexpected errors. */
  readonly bug: (error: unknown) => void;
}

const MOST_AT_ONCE = 4;
const MOST_KEPT = 50;
const MOST_LINES = 200;
/** A run may log faster than anyone can read; updates are throttled to this interval. */
const TELL_EVERY_MS = 200;

interface Entry {
  readonly run: LiveRun;
  readonly stop: AbortController;
  done: Promise<void>;
}

/** The runs that people started from the page; they are recorded like any other run. */
export function createLiveRuns(options: LiveRunsOptions): LiveRuns {
  const entries = new Map<string, Entry>();
  const running = () => [...entries.values()].filter(({ run }) => isRunning(run));

  function start(task: RunTask): string {
    if (running().length >= MOST_AT_ONCE) {
      throw new Refusal(429, "too_many_runs", `${MOST_AT_ONCE} runs are already in progress`, {
        hint: "Wait for one to end, or stop one.",
      });
    }
    forgetOldest(entries);
    const run = newRun(task, options);
    const stop = new AbortController();
    const tell = inTime(() => options.changed(run));
    const entry = { run, stop, done: Promise.resolve() };
    entries.set(run.run_id, entry);
    entry.done = carryOut(task, run, stop, options, tell);
    options.changed(run);
    return run.run_id;
  }

  return {
    start,
    get: (runId) => entries.get(runId)?.run ?? null,
    ofSession: (sessionId) =>
      [...entries.values()].find(({ run }) => run.session_id === sessionId)?.run ?? null,
    list: () => [...entries.values()].map(({ run }) => run).reverse(),
    stop(runId) {
      const entry = entries.get(runId);
      if (entry === undefined) throw notStartedHere(runId);
      if (!isRunning(entry.run)) {
        throw new AgentForgeError("conflict", `${runId} has already ended (${entry.run.status})`);
      }
      entry.run.status = "stopping";
      entry.stop.abort(new Error("stopped from the review page"));
      options.changed(entry.run);
      return entry.run;
    },
    async close() {
      for (const { stop } of running()) stop.abort(new Error("the server is stopping"));
      await Promise.all([...entries.values()].map(({ done }) => done));
    },
  };
}

function newRun({ kind, title, by, review_id, request_id }: RunTask, options: LiveRunsOptions): LiveRun {
  return {
    ...{ kind, title, by, run_id: options.newId("RUN"), status: "running", started_at: options.now() },
    ...{ ended_at: null, log: [], session_id: null, outcome: null, why: null, escalation_id: null },
    review_id: review_id ?? null,
    request_id: request_id ?? null,
  };
}

async function carryOut(
  task: RunTask,
  run: LiveRun,
  stop: AbortController,
  options: LiveRunsOptions,
  tell: () => void,
): Promise<void> {
  const controls: RunControls = {
    signal: stop.signal,
    say(text) {
      if (run.log.at(-1)?.text === text) return;
      run.log.push({ at: options.now(), text });
      if (run.log.length > MOST_LINES) run.log.shift();
      tell();
    },
    watched: (sessions) =>
      watchedSessions(sessions, (sessionId) => {
        run.session_id ??= sessionId;
        tell();
      }),
  };
  try {
    const end = await task.work(controls);
    Object.assign(run, { status: "done", why: null, ...end });
  } catch (error) {
    const isStopped = stop.signal.aborted;
    const isKnown = error instanceof AgentForgeError || error instanceof Refusal;
    if (!isKnown && !isStopped) options.bug(error);
    const why = isKnown ? error.message : isStopped ? "stopped" : "this is a bug in AgentForge";
    Object.assign(run, { status: isStopped ? "stopped" : "failed", outcome: "failed", why });
    if (isStopped) run.outcome = "stopped";
  }
  run.ended_at = options.now();
  options.changed(run);
}

function isRunning({ status }: LiveRun): boolean {
  return status === "running" || status === "stopping";
}

function watchedSessions(sessions: Sessions, began: (sessionId: string) => void): Sessions {
  return {
    ...sessions,
    async begin(session) {
      await sessions.begin(session);
      began(session.session_id);
    },
  };
}

/**
 * Calls `tell` at most once per interval, at its end. The code that ends the run reports the final state
 * itself.
 */
function inTime(tell: () => void): () => void {
  let timer: NodeJS.Timeout | null = null;
  return () => {
    if (timer !== null) return;
    timer = setTimeout(() => {
      timer = null;
      tell();
    }, TELL_EVERY_MS);
    timer.unref();
  };
}

function forgetOldest(entries: Map<string, Entry>): void {
  for (const [id, { run }] of entries) {
    if (entries.size < MOST_KEPT) return;
    if (!isRunning(run)) entries.delete(id);
  }
}

function notStartedHere(runId: string): AgentForgeError {
  return new AgentForgeError("not_found", `no run ${runId} was started here`, {
    hint: "To stop a run that was started on the command line, press Ctrl-C there.",
  });
}
