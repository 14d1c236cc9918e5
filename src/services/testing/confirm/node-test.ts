import { isAbsolute, resolve } from "node:path";
import { isFailing } from "../../../domain/rules/proof/failing.ts";
import type { Finished, Invocation, Project, Report, ReportedTest, RunRequest } from "../contract.ts";
import { belowTree } from "../paths.ts";
import { failureFromOutput, lineInStack } from "../results/events.ts";
import { addTest } from "../results/reported.ts";
import { clean } from "../results/text.ts";
import { ESCAPES, parseTap, type TapPoint } from "./tap.ts";
import { type Element, parseXml } from "./xml.ts";

export interface NodeContext {
  readonly tap: string;
  readonly junit: string;
  /** Files that are a single test each, because they do not use the test module. */
  readonly scripts: readonly string[];
}

/** The test files that do not use the test module, among all that may run. */
export async function plainScripts(files: readonly string[], project: Project): Promise<string[]> {
  const found: string[] = [];
  for (const file of files) {
    const text = await project.text(file);
    if (text !== null && !/["'](node:)?test["']/.test(text)) found.push(file);
  }
  return found;
}

/**
 * Node's TAP report has the tree, the kinds and the verdicts; its JUnit report has the files. Both come from one run in
 * the same order; if they disagree, there is no report.
 */
export function readNodeReports(
  process: Finished,
  invocation: Invocation,
  request: RunRequest,
): Report | null {
  const context = invocation.context as NodeContext;
  const points = parseTap(process.artifacts[context.tap] ?? "");
  const root = parseXml(process.artifacts[context.junit] ?? "");
  if (points === null || root === null) return null;
  const tests = new Map<string, ReportedTest>();
  const reading = { tests, scripts: context.scripts, request };
  if (!follow(points, casesIn(root), [], reading)) return null;
  return { tests: [...tests.values()], finished: true };
}

interface Reading {
  readonly tests: Map<string, ReportedTest>;
  readonly scripts: readonly string[];
  readonly request: RunRequest;
}

function follow(
  points: readonly TapPoint[],
  cases: readonly Element[],
  parents: readonly string[],
  reading: Reading,
): boolean {
  if (points.length !== cases.length) return false;
  return points.every((point, index) => {
    const element = cases[index];
    if (element === undefined) return false;
    const titles = [...parents, titleOf(point, element)];
    if (!follow(point.children, casesIn(element), titles, reading)) return false;
    const hasFailed = element.children.some(({ name }) => name === "failure");
    if (point.children.length === 0 && hasFailed === point.isOk) return false;
    judge(point, titles, fileOf(element, reading.request), reading);
    return true;
  });
}

/**
 * TAP writes a tab and a backslash followed by `t` the same way; the JUnit report distinguishes them, but escapes
 * quotes twice (Node 24). Together they give the name.
 */
function titleOf({ name, isUnsure }: TapPoint, element: Element): string {
  const shown = element.attributes.name;
  if (!isUnsure || shown === undefined) return name;
  let title = "";
  let at = 0;
  for (let index = 0; index < name.length; index += 1) {
    const control = name[index] === "\\" ? ESCAPES[name[index + 1] ?? ""] : undefined;
    const isControl = control !== undefined && spelledAt(shown, at, control) !== null;
    const letter = isControl ? control : (name[index] ?? "");
    const spelled = spelledAt(shown, at, letter);
    if (spelled === null) return shown;
    if (isControl) index += 1;
    title += letter;
    at += spelled.length;
  }
  return title;
}

function spelledAt(shown: string, at: number, letter: string): string | null {
  if (letter === '"' && shown.startsWith("&quot;", at)) return "&quot;";
  return shown.startsWith(letter, at) ? letter : null;
}

function casesIn(element: Element): readonly Element[] {
  return element.children.filter(({ name }) => name === "testcase" || name === "testsuite");
}

/** The report names no file for a suite, so it is taken from the suite's tests. */
function fileOf(element: Element, request: RunRequest): string | null {
  const found = element.attributes.file ?? firstFile(element);
  if (found === undefined) return null;
  return belowTree(request.tree, found) ?? found;
}

function firstFile(element: Element): string | undefined {
  for (let each: Element | undefined = element; each !== undefined; each = each.children[0])
    if (each.attributes.file !== undefined) return each.attributes.file;
  return undefined;
}

function judge(point: TapPoint, titles: readonly string[], file: string | null, reading: Reading): void {
  const { request, tests } = reading;
  const seconds = (Number(point.fields.duration_ms) || 0) / 1000;
  const path = file === null || isAbsolute(file) ? null : resolve(request.tree, file);
  if (titles.length === 1 && path !== null && resolve(request.tree, request.root, point.name) === path) {
    judgeFile(point, file ?? "", seconds, reading);
    return;
  }
  const isSuite = point.fields.type === "suite";
  const kind = point.fields.failureType ?? "";
  if (isSuite && (point.isOk || kind === "subtestsFailed")) return;
  const failure = {
    type: point.fields.name ?? (kind || "Error"),
    message: clean(point.fields.error ?? "failed"),
    stack: clean(point.output),
    line: Number(/:(\d+):\d+$/.exec(point.fields.location ?? "")?.[1]) || null,
  };
  const status = statusOf(point, isSuite, kind);
  addTest(
    tests,
    {
      id: [file ?? "", ...titles].join(" > "),
      file,
      name: titles.join(" > "),
      status,
      seconds,
      failure: isFailing({ status }) ? failure : null,
    },
    "number",
  );
}

function statusOf({ isOk, directive }: TapPoint, isSuite: boolean, kind: string): ReportedTest["status"] {
  if (isOk) return directive === null ? "passed" : "skipped";
  if (directive === "TODO") return "expected_failure";
  return isSuite || kind === "hookFailed" || kind === "cancelledByParent" ? "error" : "failed";
}

/** A file that only asserts is one test; a file that could contain tests and reports none has none. */
function judgeFile(point: TapPoint, file: string, seconds: number, { tests, scripts }: Reading): void {
  const base = { id: file, file, name: file, seconds };
  if (point.isOk) {
    if (scripts.includes(file)) addTest(tests, { ...base, status: "passed", failure: null }, "merge");
    return;
  }
  if (point.fields.failureType === "subtestsFailed") return;
  const signal = point.fields.signal;
  const failure =
    signal !== undefined && signal !== "~"
      ? {
          type: "Crash",
          message: `the test process was terminated by ${signal}`,
          stack: point.output,
          line: null,
        }
      : { ...failureFromOutput(point.output, file), line: lineInStack(point.output, file) };
  addTest(tests, { ...base, status: "error", failure }, "merge");
}
