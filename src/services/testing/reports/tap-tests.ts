import type { ReportedFailure, ReportedTest, RunRequest } from "../contract.ts";
import { belowTree, fromRoot } from "../paths.ts";
import { lineInStack } from "../results/events.ts";
import { addTest, fileError } from "../results/reported.ts";
import { clean } from "../results/text.ts";
import { parseTap, type TapComment, type TapPoint, type TapStream } from "./tap.ts";

export interface TapReading {
  readonly request: Pick<RunRequest, "root" | "tree">;
  /** The file that printed the stream, relative to the tree, if the tool does not report it. */
  readonly file?: string;
  /** Whether the outermost name is a file. */
  isFile?(path: string): boolean;
  /** The file and titles in a name, for tools that combine both. */
  placeOf?(name: string): { readonly file: string; readonly titles: readonly string[] } | null;
  /** Comments name the tests, and points are their assertions. */
  readonly byComment?: boolean;
  /** Points without a subtest are assertions of the enclosing test. */
  readonly byAssertion?: boolean;
}

export interface TapTests {
  readonly tests: readonly ReportedTest[];
  readonly finished: boolean;
}

/** The tests of a TAP stream; null if there is none. A point with a subtest is not a test itself. */
export function tapTests(text: string, reading: TapReading): TapTests | null {
  const stream = parseTap(text);
  if (stream === null) return null;
  const tests = new Map<string, ReportedTest>();
  if (reading.byComment) {
    addGroups(stream.points, reading, tests);
    addSkipped(text, reading, tests);
  } else for (const point of stream.points) addPoint(point, [], reading, tests);
  addBailOut(stream, reading, tests);
  return { tests: [...tests.values()], finished: stream.finished };
}

function addPoint(
  point: TapPoint,
  parents: readonly string[],
  reading: TapReading,
  tests: Map<string, ReportedTest>,
): void {
  const path = [...parents, point.name];
  const leaves = reading.byAssertion ? point.children.filter(({ children }) => children.length === 0) : [];
  // A skipped point is a test that never started, not an assertion.
  const assertions = leaves.filter(({ directive }) => directive === null);
  for (const child of point.children) if (!assertions.includes(child)) addPoint(child, path, reading, tests);
  if (assertions.length > 0) {
    const shown = assertions.find(({ isOk }) => !isOk) ?? { ...point, isOk: true };
    add(path, statusOf(shown), shown, reading, tests);
    return;
  }
  const childFailed = point.children.some((each) => statusOf(each) === "failed");
  if (point.children.length > 0 && (statusOf(point) !== "failed" || childFailed)) return;
  add(path, statusOf(point), point, reading, tests);
}

/** Points after one comment are the assertions of one test, which fails if one of them does. */
function addGroups(points: readonly TapPoint[], reading: TapReading, tests: Map<string, ReportedTest>): void {
  const groups: { comment: TapComment | null; points: TapPoint[] }[] = [];
  for (const point of points) {
    const last = groups.at(-1);
    if (last?.comment === point.comment) last?.points.push(point);
    else groups.push({ comment: point.comment, points: [point] });
  }
  for (const { comment, points: own } of groups) {
    const name = comment?.text ?? "(no test)";
    const failing = own.find((point) => statusOf(point) === "failed");
    const executed = own.find((point) => statusOf(point) === "passed");
    const shown = failing ?? executed ?? own[0];
    if (shown) add([name], statusOf(shown), shown, reading, tests);
  }
}

/** A test that was skipped as a whole has no points, only its comment: `# SKIP adds`. */
function addSkipped(text: string, reading: TapReading, tests: Map<string, ReportedTest>): void {
  for (const [, name = ""] of text.matchAll(/^# SKIP (.+?)\r?$/gm)) {
    const point = { name, isOk: true, directive: "skip", fields: {}, children: [], comment: null } as const;
    add([name], "skipped", point, reading, tests);
  }
}

function add(
  path: readonly string[],
  status: ReportedTest["status"],
  point: TapPoint,
  reading: TapReading,
  tests: Map<string, ReportedTest>,
): void {
  const { request, file: given, isFile } = reading;
  const place = reading.placeOf?.(path.join(" › ")) ?? null;
  if (place !== null) {
    const failure = status === "failed" ? failureOf(point, place.file) : null;
    const name = place.titles.join(" > ");
    const id = `${place.file} > ${name}`;
    addTest(tests, { id, file: place.file, name, status, seconds: secondsOf(point), failure }, "number");
    return;
  }
  const [outer = "", ...inner] = path;
  const outerFile = inner.length > 0 || given === undefined ? fromRoot(request.root, outer) : "";
  const named = given === undefined && isFile?.(outerFile) ? outerFile : null;
  const file = given ?? named ?? fileInFields(point, reading);
  const titles = named === null ? path : inner;
  const id = [...(given !== undefined || named !== null ? [file ?? ""] : []), ...titles].join(" > ");
  const name = titles.length === 0 ? outer : titles.join(" > ");
  const failure = status === "failed" ? failureOf(point, file) : null;
  addTest(tests, { id, file, name, status, seconds: secondsOf(point), failure }, "number");
}

function statusOf({ isOk, directive }: TapPoint): ReportedTest["status"] {
  if (directive === "skip") return "skipped";
  if (directive === "todo") return isOk ? "skipped" : "expected_failure";
  return isOk ? "passed" : "failed";
}

function fileInFields({ fields }: TapPoint, { request, isFile }: TapReading): string | null {
  const given = fields["at.fileName"] ?? fields["at.file"] ?? fields.file ?? placeIn(fields.at)?.file;
  if (given === undefined) return null;
  const plain = given.replace(/^file:\/\//, "");
  const path = belowTree(request.tree, plain) ?? fromRoot(request.root, plain);
  return isFile?.(path) ? path : null;
}

function failureOf(point: TapPoint, file: string | null): ReportedFailure {
  const { fields, name } = point;
  const stack = clean(fields.stack ?? fields["error.stack"] ?? fields.at ?? "");
  const type = /\b([A-Z]\w*(?:Error|Exception|Failure))\b/.exec(
    fields.name ?? fields["error.name"] ?? fields.type ?? stack.split("\n", 1)[0] ?? "",
  )?.[1];
  const line = Number(
    fields["at.lineNumber"] ?? fields["at.line"] ?? fields.line ?? placeIn(fields.at)?.line,
  );
  const base = file?.split("/").at(-1);
  return {
    type: type ?? "AssertionError",
    message: messageOf(point),
    stack: stack === "" ? name : stack,
    line: (base === undefined ? null : lineInStack(stack, base)) ?? (line > 0 ? line : null),
  };
}

function messageOf({ fields, name }: TapPoint): string {
  const said = fields.message ?? fields["error.message"] ?? fields.error;
  const { expected = fields.wanted, actual = fields.found } = fields;
  const compared =
    expected === undefined && actual === undefined ? "" : `expected ${expected}, but got ${actual}`;
  return clean([said ?? valuesIn(fields) ?? name, compared].filter((each) => each !== "").join("\n")).trim();
}

/** AVA's description of the values that an assertion compared. */
function valuesIn(fields: TapPoint["fields"]): string | undefined {
  const shown = Object.entries(fields)
    .filter(([key]) => key.startsWith("values."))
    .map(([key, value]) => `${key.slice("values.".length)}\n${value}`);
  return shown.length === 0 ? undefined : shown.join("\n");
}

/** `Test.<anonymous> (/tree/a.js:4:5)`, or the same without a function name. */
function placeIn(at: string | undefined): { file: string; line: string } | null {
  const [, file, line] = /\(?([^\s()]+?):(\d+)(?::\d+)?\)?$/.exec(at ?? "") ?? [];
  return file === undefined || line === undefined ? null : { file, line };
}

function secondsOf({ fields }: TapPoint): number {
  return (Number(fields.duration_ms) || 0) / 1000;
}

function addBailOut(stream: TapStream, reading: TapReading, tests: Map<string, ReportedTest>): void {
  if (stream.bailedOut === null) return;
  const file = reading.file ?? null;
  const name = "Bail out!";
  const message = stream.bailedOut === "" ? "the tests bailed out" : stream.bailedOut;
  const failure = { type: "BailOut", message, stack: message, line: null };
  addTest(tests, { ...fileError(file ?? name, failure), file, name }, "merge");
}
