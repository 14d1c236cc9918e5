import { z } from "zod";
import { LineCoverage, TestCase } from "../../../domain/entities/test-result.ts";
import type { ExecutedLines } from "../../../domain/ports/testing.ts";
import { escapeRegex } from "../../../domain/rules/text/escape-regex.ts";
import type { Finished, Report, ReportedFailure, ReportedTest, RunRequest } from "../contract.ts";
import { fromRoot } from "../paths.ts";
import { addTest, numbered, type SameId } from "./reported.ts";
import { clean, jsonLines } from "./text.ts";

/** The file that our helpers write into the artifacts folder, one JSON object per line. */
export const REPORT = "report.jsonl";
/** The file that test processes write in addition to the reporter: coverage, early exits. */
export const PROCESS = "process.jsonl";

const EventFailure = z.object({
  type: z.string().optional(),
  message: z.string().optional(),
  stack: z.string().optional(),
  line: z.number().nullish(),
  /** The output of a file that could not be loaded, if there is nothing better. */
  output: z.string().optional(),
});
type EventFailure = z.infer<typeof EventFailure>;

const Event = z.object({
  event: z.string(),
  id: z.string().optional(),
  file: z.string().nullish(),
  path: z.array(z.string()).optional(),
  name: z.string().optional(),
  status: TestCase.shape.status.optional(),
  seconds: z.number().optional(),
  line: z.number().nullish(),
  failure: EventFailure.nullish(),
  files: LineCoverage.optional(),
  lines: z.record(z.string(), z.array(z.int())).optional(),
  stack: z.string().optional(),
});
type Event = z.infer<typeof Event>;

interface Reading {
  readonly request: RunRequest;
  readonly sameId: SameId;
}

export function readEvents(process: Finished, reading: Reading): Report | null {
  const events = [process.artifacts[REPORT], process.artifacts[PROCESS]].flatMap((text) =>
    jsonLines(text ?? "", Event),
  );
  if (!events.some((event) => event.event === "start")) return null;

  const tests = new Map<string, ReportedTest>();
  const finished = events.some((event) => event.event === "end");
  for (const event of events) {
    if (event.event === "test") addTest(tests, testOf(event, reading.request), reading.sameId);
    if (event.event === "error") addTest(tests, errorOf(event, reading.request), "merge");
  }
  for (const test of unfinished(events, tests, process, reading.request)) {
    tests.set(test.id, test);
    // Naming the test that was running is more precise than naming its file.
    if (test.file && tests.get(test.file)?.failure?.type === "Crash") tests.delete(test.file);
  }

  return {
    tests: [...tests.values()],
    finished,
    coverage: coverageOf(events, reading.request),
    perTest: linesOf(events, reading.request),
  };
}

function testOf(event: Event, request: RunRequest): ReportedTest {
  const file = event.file ? fromRoot(request.root, event.file) : null;
  return {
    id: idOf(event, request),
    file,
    name: event.name ?? (event.path && event.path.length > 0 ? event.path.join(" > ") : (file ?? "")),
    status: event.status ?? "error",
    seconds: Math.max(0, event.seconds ?? 0),
    failure: event.failure ? failureOf(event.failure, event.file ?? null, event.line ?? null) : null,
  };
}

/** A file that could not be loaded is one test with an error, named after the file. */
function errorOf(event: Event, request: RunRequest): ReportedTest {
  const file = event.file ? fromRoot(request.root, event.file) : null;
  const id = event.id === undefined ? (file ?? "(collection)") : idOf(event, request);
  return {
    id,
    file,
    name: event.name ?? id,
    status: "error",
    seconds: event.seconds ?? 0,
    failure: failureOf(event.failure ?? {}, event.file ?? null, event.line ?? null),
  };
}

function idOf(event: Event, request: RunRequest): string {
  if (event.id !== undefined) {
    const [path = "", ...rest] = event.id.split("::");
    return [fromRoot(request.root, path), ...rest].join("::");
  }
  const file = event.file ? fromRoot(request.root, event.file) : "";
  return [file, ...(event.path ?? [])].join(" > ");
}

function failureOf(failure: EventFailure, file: string | null, declared: number | null): ReportedFailure {
  if (failure.output !== undefined) return failureFromOutput(failure.output, file);
  const stack = clean(failure.stack ?? "");
  const line = failure.line ?? (file ? lineInStack(stack, file) : null) ?? declared;
  return {
    type: failure.type || "Error",
    message: clean(failure.message ?? "").trim(),
    stack,
    line: line !== null && line > 0 ? line : null,
  };
}

/** Parses what Node prints for an uncaught error. */
export function failureFromOutput(output: string, file: string | null): ReportedFailure {
  const text = clean(output).trim();
  const named =
    /^(?:Uncaught | *Exception during run: )?([A-Z]\w*Exception|\w*Error)(?: \[\w+\])?: (.*)$/m.exec(text);
  const last = text.split("\n").findLast((line) => line.trim() !== "") ?? "";
  return {
    type: named?.[1] ?? "Error",
    message: named?.[2] ?? last,
    stack: text,
    line: file ? lineInStack(text, file) : null,
  };
}

/** The first location in a stack that is in the given file. */
export function lineInStack(stack: string, file: string): number | null {
  const at = new RegExp(`${escapeRegex(file)}:(\\d+)`).exec(stack);
  return at?.[1] ? Number(at[1]) : null;
}

/** Tests that started and never ended: the process was killed, crashed or exited. */
function unfinished(
  events: readonly Event[],
  tests: ReadonlyMap<string, ReportedTest>,
  process: Finished,
  request: RunRequest,
): ReportedTest[] {
  const open = new Map<string, Event>();
  for (const event of events) {
    if (event.event === "begin") open.set(idOf(event, request), event);
    if (event.event === "finish" || event.event === "test") open.delete(idOf(event, request));
  }
  const exits = new Map(
    events.filter((each) => each.event === "exit").map((each) => [each.file, each.stack ?? ""]),
  );
  return [...open]
    .filter(([id]) => !tests.has(id))
    .map(([id, event]) => {
      const file = event.file ?? (event.id?.includes("::") ? event.id.split("::")[0] : null) ?? null;
      const failure = cutShort(process, exits.get(event.file));
      return testOf({ ...event, name: nameFrom(event, id), file, status: "error", failure }, request);
    });
}

export function cutShort(
  process: Pick<Finished, "exitCode" | "signal" | "stderr" | "timedOut">,
  exitStack: string | undefined,
): { type: string; message: string; stack: string } {
  if (exitStack !== undefined)
    return {
      type: "EarlyExit",
      message: "process.exit was called while this test was running",
      stack: exitStack,
    };
  const stack = process.stderr.slice(-4000);
  if (process.timedOut)
    return { type: "Timeout", message: "the time limit was reached while this test was running", stack };
  const how = process.signal ?? `exit code ${process.exitCode}`;
  return { type: "Crash", message: `the process ended (${how}) while this test was running`, stack };
}

function nameFrom(event: Event, id: string): string {
  if (event.path && event.path.length > 0) return event.path.join(" > ");
  return id.split("::").slice(1).join("::") || id;
}

function coverageOf(events: readonly Event[], request: RunRequest): LineCoverage | null {
  const found = events.filter((event) => event.event === "coverage");
  if (request.coverageOf.length === 0 || found.length === 0) return null;
  const merged: LineCoverage = {};
  for (const { files } of found) {
    for (const [path, lines] of Object.entries(files ?? {})) {
      const name = fromRoot(request.root, path);
      const known = merged[name];
      merged[name] = {
        executed: union(known?.executed, lines.executed),
        executable: union(known?.executable, lines.executable),
      };
    }
  }
  return merged;
}

function linesOf(events: readonly Event[], request: RunRequest): Record<string, ExecutedLines> | null {
  if (!request.perTestCoverage) return null;
  const told = events.filter((event) => event.event === "lines");
  if (told.length === 0) return null;
  const found: Record<string, ExecutedLines> = {};
  for (const event of told) {
    const id = idOf(event, request);
    const lines: Record<string, number[]> = {};
    for (const [path, hit] of Object.entries(event.lines ?? {})) lines[fromRoot(request.root, path)] = hit;
    found[numbered(id, (taken) => found[taken] !== undefined)] = lines;
  }
  return found;
}

function union(one: readonly number[] | undefined, other: readonly number[]): number[] {
  return [...new Set([...(one ?? []), ...other])].sort((a, b) => a - b);
}
