import { isFailing } from "../../../domain/rules/proof/failing.ts";
import { type Element, elementsOf, parseXml } from "../confirm/xml.ts";
import type { ReportedFailure, ReportedTest, RunRequest } from "../contract.ts";
import { belowTree, fromRoot } from "../paths.ts";
import { lineInStack } from "../results/events.ts";
import { addTest } from "../results/reported.ts";
import { clean } from "../results/text.ts";

export interface JunitReading {
  readonly request: Pick<RunRequest, "root" | "tree">;
  /** The file of a class, relative to the tree, for tools that report classes instead of files. */
  fileOfClass?(name: string): string | null;
}

/**
 * The tests of a JUnit XML report, in all common dialects: `testsuites` or one `testsuite`, nested or flat, `failure`,
 * `error`, `skipped` and reruns of a flaky test. Null if the text is not such a report.
 */
export function junitTests(text: string, reading: JunitReading): readonly ReportedTest[] | null {
  const root = parseXml(text.trim());
  if (root === null || !/^testsuites?$/.test(root.name)) return null;
  const tests = new Map<string, ReportedTest>();
  const cases = elementsOf(root, "testcase");
  for (const element of cases) addTest(tests, testOf(element, reading), "number");
  const suites = elementsOf(root, "testsuite").filter(
    (each) => cases.length === 0 && childNamed(each, "error"),
  );
  for (const suite of suites) addTest(tests, testOf(suite, reading), "number");
  return [...tests.values()];
}

function testOf(element: Element, reading: JunitReading): ReportedTest {
  const { name = "", classname = "", time } = element.attributes;
  const file = fileOf(element, reading);
  const status = statusOf(element);
  const saysNothing =
    classname === "" ||
    classname === name ||
    (file !== null && fromRoot(reading.request.root, classname) === file);
  const title = clean(name).replace(/\(\)$/, "");
  const titles = [...(saysNothing ? [] : [clean(classname)]), title].filter((each) => each !== "");
  const shown = titles.join(" > ") || (file ?? "(no name)");
  return {
    id: file === null || titles.length === 0 ? shown : [file, ...titles].join(" > "),
    file,
    name: shown,
    status,
    seconds: Math.max(0, Number(time) || 0),
    failure: isFailing({ status }) ? failureOf(element, file) : null,
  };
}

function statusOf(element: Element): ReportedTest["status"] {
  if (childNamed(element, "failure")) return "failed";
  if (childNamed(element, "error")) return "error";
  const isSkipped = childNamed(element, "skipped") !== undefined;
  return isSkipped || /^(disabled|notrun|skipped)$/i.test(element.attributes.status ?? "")
    ? "skipped"
    : "passed";
}

function fileOf(element: Element, { request, fileOfClass }: JunitReading): string | null {
  const given = element.attributes.file ?? element.attributes.filepath;
  if (given === undefined || given === "") return fileOfClass?.(element.attributes.classname ?? "") ?? null;
  return given.startsWith("/") ? belowTree(request.tree, given) : fromRoot(request.root, given);
}

function failureOf(element: Element, file: string | null): ReportedFailure {
  const problem = childNamed(element, "failure") ?? childNamed(element, "error");
  const { type = "", message = "" } = problem?.attributes ?? {};
  const stack = clean(problem?.text ?? "").trim();
  const output = childNamed(element, "system-out")?.text ?? "";
  const shown = stack === "" ? clean(output).trim() : stack;
  const base = file?.split("/").at(-1);
  const line = base === undefined ? null : lineInStack(shown, base);
  return {
    type: type === "" ? typeIn(shown) : (type.split(/[.\\]/).at(-1) ?? type),
    message: clean(message === "" ? headOf(shown, element.attributes.name ?? "") : message).trim(),
    stack: shown,
    line: line ?? (Number(element.attributes.line) || null),
  };
}

/** The first line of text that does not just repeat the name of the test. */
function headOf(text: string, name: string): string {
  const lines = text.split("\n").map((line) => line.trim());
  return lines.find((line) => line !== "" && !line.endsWith(`::${name}`) && line !== name) ?? "failed";
}

function typeIn(text: string): string {
  return /\b([A-Z]\w*(?:Error|Exception|Failure))\b/.exec(text)?.[1] ?? "Failure";
}

function childNamed(element: Element, name: string): Element | undefined {
  return element.children.find((each) => each.name === name);
}
