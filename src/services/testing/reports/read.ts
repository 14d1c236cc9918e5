import type { Finished, Report, ReportedTest, RunRequest } from "../contract.ts";
import { fromRoot } from "../paths.ts";
import { failureFromOutput } from "../results/events.ts";
import { addTest, fileError } from "../results/reported.ts";
import { bounded, clean } from "../results/text.ts";
import { junitTests } from "./junit.ts";
import { minitestTests } from "./minitest.ts";
import { rspecTests } from "./rspec.ts";
import { type TapReading, tapTests } from "./tap-tests.ts";
import { trxTests } from "./trx.ts";

/** How a command reports its tests. `auto` detects it from the output; `exit` uses only the exit code. */
export type ReportFormat = "auto" | "tap" | "junit" | "trx" | "rspec" | "minitest" | "exit";

export interface TapHabits extends Pick<TapReading, "byComment" | "byAssertion"> {
  /** Each file has a separate stream, after a line `# file NAME`. */
  readonly byFile?: boolean;
}

export interface Reading {
  readonly format: ReportFormat;
  /** The report files, or the output of the command. */
  readonly texts: readonly string[];
  /** The command as a person would type it, used to name its only test if it has just an exit code. */
  readonly command: string;
  readonly request: RunRequest;
  /** How the tool uses TAP. */
  readonly tap?: TapHabits;
  placeOf?: NonNullable<TapReading["placeOf"]>;
  isFile(path: string): boolean;
  fileOfClass(name: string): string | null;
}

/** Parses a command's report; null if nothing is readable. Never throws. */
export function readReport(process: Finished, reading: Reading): Report | null {
  const { format, texts } = reading;
  if (format === "exit") return exitReport(process, reading);
  if (format === "auto") return automatic(process, texts, reading);
  return format === "tap" ? tapReport(texts, reading) : listReport(process, texts, reading);
}

function automatic(process: Finished, texts: readonly string[], reading: Reading): Report | null {
  const junit = texts.map(xmlIn).filter((text) => text !== null);
  if (junit.length > 0) return listReport(process, junit, { ...reading, format: "junit" });
  return tapReport(texts, reading) ?? exitReport(process, reading);
}

/** A report may be printed between other lines. */
function xmlIn(text: string): string | null {
  const start = text.search(/<testsuites?[\s>]/);
  const end = Math.max(text.lastIndexOf("</testsuite>"), text.lastIndexOf("</testsuites>"));
  return start === -1 || end < start ? null : text.slice(start, text.indexOf(">", end) + 1);
}

function tapReport(texts: readonly string[], reading: Reading): Report | null {
  const { request, isFile, placeOf, tap } = reading;
  if (tap?.byFile) return sectionsReport(texts.join("\n"), reading);
  const streams = texts.flatMap(
    (text) => tapTests(text, { request, isFile, ...tap, ...(placeOf && { placeOf }) }) ?? [],
  );
  if (streams.length === 0) return null;
  return reportOf(
    streams.flatMap(({ tests }) => tests),
    streams.every(({ finished }) => finished),
  );
}

const SECTION = /^# file (.+)$/m;

/**
 * One stream per file, after a line with its name. A file whose stream is truncated is a test with an error; one that
 * printed nothing, not even that it failed, has no tests.
 */
function sectionsReport(text: string, { request, tap }: Reading): Report | null {
  const [, ...parts] = text.split(SECTION);
  const tests: ReportedTest[] = [];
  for (let at = 0; at < parts.length; at += 2) {
    const file = fromRoot(request.root, parts[at] ?? "");
    const output = parts[at + 1] ?? "";
    const stream = tapTests(output, { request, file, ...tap });
    tests.push(...(stream?.tests ?? []));
    if (stream?.finished || output.trim() === "") continue;
    tests.push(fileError(file, failureFromOutput(output, file)));
  }
  return parts.length === 0 ? null : reportOf(tests, true);
}

function listReport(process: Finished, texts: readonly string[], reading: Reading): Report | null {
  const lists = texts.map((text) => listIn(text, reading));
  const known = lists.filter((list) => list !== null);
  if (known.length === 0) return null;
  const tests = known.flat();
  const explains = process.exitCode === 0 || tests.some(({ status }) => /^(failed|error)$/.test(status));
  return reportOf(tests, known.length === lists.length && explains);
}

function listIn(text: string, { format, request, fileOfClass }: Reading): readonly ReportedTest[] | null {
  if (format === "trx") return trxTests(text);
  if (format === "rspec") return rspecTests(text, request);
  if (format === "minitest") return minitestTests(text, fileOfClass);
  return junitTests(text, { request, fileOfClass });
}

/** A command with only an exit code is one test. A command that cannot be started has none. */
function exitReport({ exitCode, timedOut, stdout, stderr }: Finished, { command }: Reading): Report | null {
  if (timedOut || exitCode === null || exitCode === 126 || exitCode === 127) return null;
  const output = clean([stdout, stderr].filter((text) => text.trim() !== "").join("\n")).trim();
  const failure = {
    type: "ExitCode",
    message: `${command} ended with exit code ${exitCode}\n${bounded(output, 4000)}`.trim(),
    stack: output,
    line: null,
  };
  const status = exitCode === 0 ? "passed" : "failed";
  const test = { id: command, file: null, name: command, seconds: 0 };
  return reportOf([{ ...test, status, failure: status === "failed" ? failure : null }], true);
}

function reportOf(tests: readonly ReportedTest[], finished: boolean): Report {
  const all = new Map<string, ReportedTest>();
  for (const test of tests) addTest(all, test, "number");
  return { tests: [...all.values()], finished };
}
