import { z } from "zod";
import { isFailing } from "../../../domain/rules/proof/failing.ts";
import type { Finished, Report, ReportedFailure, ReportedTest, RunRequest } from "../contract.ts";
import { fromRoot, nameOf } from "../paths.ts";
import { fileError } from "../results/reported.ts";
import { clean, jsonLines } from "../results/text.ts";

/** The module's import path, and the file that declares each test. */
export interface GoLayout {
  readonly module: string;
  /** Keyed by `folder.TestName`. */
  readonly declared: Readonly<Record<string, string>>;
  /** Other modules of the repository with a file to measure. */
  readonly siblings?: readonly GoModule[];
}

export interface GoModule {
  readonly module: string;
  readonly folder: string;
}

const GoEvent = z.object({
  Action: z.string().optional(),
  Package: z.string().optional(),
  ImportPath: z.string().optional(),
  Test: z.string().optional(),
  Output: z.string().optional(),
  Elapsed: z.number().optional(),
  FailedBuild: z.string().optional(),
});
export type GoEvent = z.infer<typeof GoEvent>;

/** Parses the stream of `go test -json`; null if there is none. Coverage is in another file. */
export function readGoEvents(process: Finished, layout: GoLayout, request: RunRequest): Report | null {
  return reportOf(jsonLines(process.stdout, GoEvent), process, layout, request);
}

/** Interprets a stream of events, regardless of its source. */
export function reportOf(
  events: readonly GoEvent[],
  process: Finished,
  layout: GoLayout,
  request: RunRequest,
): Report | null {
  if (!events.some((event) => event.Action !== undefined && event.Package !== undefined)) return null;
  const reader = new Map<string, TestTrace>();
  for (const event of events) follow(reader, event);
  const tests = [...reader.values()]
    .filter((trace) => trace.ended !== null || !process.timedOut || trace.began)
    .map((trace) => testOf(trace, process, layout, request));
  const failed = packageErrors(events, process, tests, request);
  const started = events.filter((event) => event.Action === "start").length;
  const ended = events.filter(
    (event) => event.Test === undefined && event.Package && /^(pass|fail|skip)$/.test(event.Action ?? ""),
  ).length;
  return {
    tests: [...tests, ...failed],
    finished: ended >= started && !process.timedOut,
  };
}

interface TestTrace {
  readonly name: string;
  readonly pkg: string;
  began: boolean;
  ended: "pass" | "fail" | "skip" | null;
  seconds: number;
  output: string;
}

function follow(traces: Map<string, TestTrace>, event: GoEvent): void {
  if (event.Test === undefined || event.Package === undefined) return;
  const id = `${event.Package}.${event.Test}`;
  const trace = traces.get(id) ?? {
    name: event.Test,
    pkg: event.Package,
    began: false,
    ended: null,
    seconds: 0,
    output: "",
  };
  traces.set(id, trace);
  if (event.Action === "run") trace.began = true;
  if (event.Action === "output" && trace.output.length < 200_000) trace.output += event.Output ?? "";
  if (event.Action === "pass" || event.Action === "fail" || event.Action === "skip") {
    trace.ended = event.Action;
    trace.seconds = event.Elapsed ?? 0;
  }
}

function testOf(trace: TestTrace, process: Finished, layout: GoLayout, request: RunRequest): ReportedTest {
  const folder = folderOfPackage(trace.pkg, layout);
  const declared = layout.declared[`${folder}.${trace.name.split("/")[0]}`];
  const file = declared ? fromRoot(request.root, declared) : null;
  const base = { id: `${trace.pkg}.${trace.name}`, file, name: trace.name, seconds: trace.seconds };
  if (trace.ended === "pass") return { ...base, status: "passed", failure: null };
  if (trace.ended === "skip") return { ...base, status: "skipped", failure: null };
  const failure = failureOf(trace, file);
  if (trace.ended === "fail" && failure.type !== "Timeout") return { ...base, status: "failed", failure };
  const message = process.timedOut
    ? "the time limit was reached while this test was running"
    : `the test binary ended while this test was running${failure.message ? `: ${failure.message}` : ""}`;
  return {
    ...base,
    status: "error",
    failure: {
      ...failure,
      type: process.timedOut || failure.type === "Timeout" ? "Timeout" : "Crash",
      message,
    },
  };
}

const MARKS = /^\s*(=== (RUN|PAUSE|CONT|NAME)|--- (FAIL|PASS|SKIP):|FAIL\b|PASS\b|exit status|ok\s)/;

function failureOf(trace: TestTrace, file: string | null): ReportedFailure {
  const lines = clean(trace.output)
    .split("\n")
    .filter((line) => !MARKS.test(line));
  const stack = lines.join("\n").trim();
  const panic = /^panic: (.*)$/m.exec(stack);
  const name = file ? nameOf(file) : null;
  const at = [...stack.matchAll(/(?:^|[\s/])([\w.-]+\.go):(\d+)/g)].find(
    ([, where]) => name === null || where === name,
  );
  const line = at?.[2] ? Number(at[2]) : null;
  if (panic) {
    const message = (panic[1] ?? "").replace(/ \[recovered.*\]$/, "");
    return { type: message.startsWith("test timed out") ? "Timeout" : "panic", message, stack, line };
  }
  const told = stack.split("\n").map((each) => each.replace(/^\s*[\w.-]+\.go:\d+: ?/, "").trimEnd());
  const message = told.join("\n").trim();
  return { type: "TestFailure", message: message === "" ? "a subtest failed" : message, stack, line };
}

/** Packages that failed without a failing test: they do not compile, or exit before or after their tests. */
function packageErrors(
  events: readonly GoEvent[],
  process: Finished,
  tests: readonly ReportedTest[],
  request: RunRequest,
): ReportedTest[] {
  const failing = tests.filter(isFailing).map(({ id }) => id);
  const failed = events.filter(
    (event) => event.Action === "fail" && event.Test === undefined && event.Package,
  );
  return failed
    .filter(({ Package = "" }) => !failing.some((id) => id.startsWith(`${Package}.`)))
    .map(({ Package = "", FailedBuild }) => {
      const built = buildOutput(events, process.stderr, Package, FailedBuild);
      const said = events
        .filter((event) => event.Package === Package && event.Test === undefined)
        .map((event) => event.Output ?? "");
      const stack = clean(built || said.join("")).trim();
      const at = /^(?:vet: )?(?:\.\/)?([^\s:]+\.go):(\d+)(?::\d+)?: (.*)$/m.exec(stack);
      const file = at?.[1] ? fromRoot(request.root, at[1]) : null;
      const isBuild = built !== "" || /\[(build|setup) failed\]/.test(stack);
      const message =
        at?.[3] ??
        stack.split("\n").find((line) => line.trim() !== "" && !line.startsWith("FAIL")) ??
        "the package failed";
      const line = at?.[2] ? Number(at[2]) : null;
      const failure = { type: isBuild ? "BuildError" : "Crash", message, stack, line };
      return { ...fileError(Package, failure), file };
    });
}

/** From Go 1.24 on, compiler errors are events; before, they are text under a `# package` heading. */
function buildOutput(
  events: readonly GoEvent[],
  stderr: string,
  pkg: string,
  failedBuild: string | undefined,
): string {
  const told = events
    .filter(
      (event) =>
        event.Action === "build-output" &&
        (event.ImportPath === failedBuild || event.ImportPath?.split(" ")[0] === pkg),
    )
    .map((event) => event.Output ?? "")
    .join("");
  if (told !== "") return told;
  const blocks = stderr
    .split(/^(?=# (?!\[))/m)
    .filter((block) => block.startsWith(`# ${pkg}`) && /^# \S+( \[|$)/m.test(block));
  return blocks.find((block) => [" ", "\n", "_"].includes(block[pkg.length + 2] ?? "\n")) ?? "";
}

export function folderOfPackage(pkg: string, { module }: GoLayout): string {
  return pkg === module ? "." : pkg.startsWith(`${module}/`) ? pkg.slice(module.length + 1) : pkg;
}
