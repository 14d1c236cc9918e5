import type { TraceRecord } from "./record.ts";

/** What the guards remember about a session: a fold over its trace, nothing else. */
export interface HarnessState {
  readonly session_id: string | null;
  readonly started_at: string | null;
  readonly phase: "idle" | "executing" | "completed";
  readonly current_task: string | null;
  readonly tasks_completed: number;
  readonly tasks_remaining: number;
  /** Stops that were refused in this session. */
  readonly iteration: number;
  readonly verification_status: {
    readonly tests_run: boolean;
    readonly tests_passed: boolean;
    readonly lint_run: boolean;
    readonly lint_passed: boolean;
    readonly last_verified_at: string | null;
  };
  /** The phase of the red-green-refactor cycle, according to test results. */
  readonly tdd_phase: "red" | "green" | "refactor" | null;
  readonly context_injected: boolean;
  readonly last_compacted_at: string | null;
  /** Times each file was changed in the current task. */
  readonly edits: Readonly<Record<string, number>>;
  /** Every file the session wrote, including in earlier tasks; absent in state saved by an older version. */
  readonly written?: readonly string[];
  /** Something changed since a stop was last allowed; absent in state saved by an older version. */
  readonly edited_since_stop?: boolean;
  /** Code was changed and no test run has passed since. */
  readonly unverified: boolean;
  /** The code that has changed since then. */
  readonly unverified_paths?: readonly string[];
  /** Some tests have passed since then, but not all of them ran. */
  readonly partly_verified?: boolean;
  readonly failing_commands: Readonly<Record<string, number>>;
  readonly errors: Readonly<Record<string, number>>;
  /** The most recent actions, oldest first. */
  readonly recent: readonly string[];
  /** Failures reported individually since the last batch, so that the batch does not count them again. */
  readonly told_failures: readonly string[];
  /** Failures that only the latest batch reported. */
  readonly batch_failures: number;
  readonly steps: number;
  readonly tokens: number;
  readonly cost_usd: number;
  /** Consecutive refused stops, and how many of them had no tool call in between. */
  readonly refusals: number;
  readonly idle_refusals: number;
  /** The message of a refused stop about weakened tests; it is shown only once. */
  readonly told_weakened: string | null;
}

export const EMPTY_STATE: HarnessState = {
  session_id: null,
  started_at: null,
  phase: "idle",
  current_task: null,
  tasks_completed: 0,
  tasks_remaining: 0,
  iteration: 0,
  verification_status: {
    tests_run: false,
    tests_passed: false,
    lint_run: false,
    lint_passed: false,
    last_verified_at: null,
  },
  tdd_phase: null,
  context_injected: false,
  last_compacted_at: null,
  edits: {},
  written: [],
  edited_since_stop: false,
  unverified: false,
  unverified_paths: [],
  partly_verified: false,
  failing_commands: {},
  errors: {},
  recent: [],
  told_failures: [],
  batch_failures: 0,
  steps: 0,
  tokens: 0,
  cost_usd: 0,
  refusals: 0,
  idle_refusals: 0,
  told_weakened: null,
};

export interface FoldOptions {
  readonly resetOnNewTask: boolean;
  /** Whether an edit to this path invalidates a test run. */
  readonly isCode: (path: string) => boolean;
}

const MAX_RECENT = 40;
const MAX_WRITTEN = 2000;

/** The state after one more record. Pure; a denied call only counts as a step. */
export function advance(state: HarnessState, record: TraceRecord, options: FoldOptions): HarnessState {
  const used = {
    ...state,
    tokens: state.tokens + (record.tokens ?? 0),
    cost_usd: state.cost_usd + (record.cost_usd ?? 0),
    session_id: state.session_id ?? record.session_id,
  };
  const tasked = takeTask(used, record, options);
  if (record.event === "start")
    return {
      ...tasked,
      started_at: tasked.started_at ?? record.timestamp,
      phase: "executing",
      context_injected: true,
    };
  if (record.event === "before_tool")
    return {
      ...tasked,
      steps: tasked.steps + 1,
      started_at: tasked.started_at ?? record.timestamp,
      phase: "executing",
    };
  if (record.event === "stop") return takeStop(tasked, record);
  if (record.event === "batch") return takeBatch(tasked, record);
  if (record.event === "compact") return { ...tasked, last_compacted_at: record.timestamp };
  if (record.event === "end") return { ...tasked, phase: "completed" };
  if (record.result === null) return tasked;
  return takeVerification(takeAction(tasked, record), record, options);
}

/** The same actions in a new task are not a loop. */
function takeTask(state: HarnessState, record: TraceRecord, options: FoldOptions): HarnessState {
  const counted = record.tasks
    ? { ...state, tasks_completed: record.tasks.completed, tasks_remaining: record.tasks.remaining }
    : state;
  if (record.task === undefined || record.task === state.current_task) return counted;
  const renewed = { ...counted, current_task: record.task };
  return options.resetOnNewTask && state.current_task !== null
    ? { ...renewed, edits: {}, failing_commands: {}, errors: {}, recent: [] }
    : renewed;
}

/** Hosts reject some calls before any other event fires; only the batch reports them. */
function takeBatch(state: HarnessState, record: TraceRecord): HarnessState {
  const untold = (record.failed ?? []).filter(({ action }) => !state.told_failures.includes(action));
  const counted = untold.reduce<HarnessState>(
    (folded, failure) => takeAction(folded, { ...record, ...failure, result: "failure" }),
    state,
  );
  return { ...counted, told_failures: [], batch_failures: untold.length };
}

function takeAction(state: HarnessState, record: TraceRecord): HarnessState {
  const failed = record.result === "failure";
  const outcome = `${record.action ?? record.tool ?? "?"}:${failed ? (record.error ?? "failed") : "ok"}`;
  const edits = { ...state.edits };
  for (const path of record.edits ?? []) edits[path] = (edits[path] ?? 0) + 1;
  return {
    ...state,
    edits,
    edited_since_stop: state.edited_since_stop === false ? (record.edits ?? []).length > 0 : true,
    written: [...new Set([...(state.written ?? []), ...(record.edits ?? [])])].slice(-MAX_WRITTEN),
    recent: [...state.recent, outcome].slice(-MAX_RECENT),
    failing_commands:
      record.action === undefined
        ? state.failing_commands
        : setCount(
            state.failing_commands,
            record.action,
            failed ? (state.failing_commands[record.action] ?? 0) + 1 : 0,
          ),
    errors:
      failed && record.error
        ? setCount(state.errors, record.error, (state.errors[record.error] ?? 0) + 1)
        : state.errors,
    told_failures:
      failed && record.action
        ? [...state.told_failures, record.action].slice(-MAX_RECENT)
        : state.told_failures,
    idle_refusals: 0,
  };
}

function takeVerification(state: HarnessState, record: TraceRecord, options: FoldOptions): HarnessState {
  const code = record.tests === undefined ? (record.edits ?? []).filter(options.isCode) : [];
  const edited = code.length > 0 ? takeEdits(state, code) : state;
  const tested = takeTests(edited, record);
  if (!record.lint) return tested;
  return {
    ...tested,
    verification_status: {
      ...tested.verification_status,
      lint_run: true,
      lint_passed: record.lint === "passed",
    },
  };
}

function takeEdits(state: HarnessState, code: readonly string[]): HarnessState {
  return {
    ...state,
    verification_status: { ...state.verification_status, tests_passed: false, lint_passed: false },
    unverified: true,
    unverified_paths: [...new Set([...(state.unverified_paths ?? []), ...code])].slice(-MAX_WRITTEN),
    partly_verified: false,
    tdd_phase: state.tdd_phase === "green" ? "refactor" : state.tdd_phase,
  };
}

/** A green run covers all code, or the folder it ran in; a run of selected tests covers nothing yet. */
function takeTests(state: HarnessState, record: TraceRecord): HarnessState {
  const { below } = record;
  const missed =
    below !== undefined && (state.unverified_paths ?? []).some((path) => !path.startsWith(`${below}/`));
  if (record.part || (record.tests === "passed" && missed))
    return { ...state, partly_verified: state.unverified };
  if (!record.tests) return state;
  const passed = record.tests === "passed";
  return {
    ...state,
    verification_status: {
      ...state.verification_status,
      tests_run: true,
      tests_passed: passed,
      last_verified_at: passed ? record.timestamp : state.verification_status.last_verified_at,
    },
    unverified: !passed,
    unverified_paths: passed ? [] : (state.unverified_paths ?? []),
    partly_verified: false,
    tdd_phase: passed ? "green" : "red",
  };
}

function takeStop(state: HarnessState, record: TraceRecord): HarnessState {
  if (record.result !== "denied") {
    const isEnd = record.waiting !== true && record.agent_id === undefined;
    return {
      ...state,
      refusals: 0,
      idle_refusals: 0,
      ...(isEnd && { edited_since_stop: false }),
    };
  }
  return {
    ...state,
    iteration: state.iteration + 1,
    refusals: state.refusals + 1,
    idle_refusals: state.idle_refusals + 1,
    told_weakened: record.guard === "test_guard" ? (record.weakened ?? null) : state.told_weakened,
  };
}

function setCount(
  counts: Readonly<Record<string, number>>,
  key: string,
  count: number,
): Readonly<Record<string, number>> {
  const { [key]: _, ...rest } = counts;
  const kept = Object.entries(rest).slice(-63);
  return Object.fromEntries(count === 0 ? kept : [...kept, [key, count]]);
}
