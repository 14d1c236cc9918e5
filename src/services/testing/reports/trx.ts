import { isFailing } from "../../../domain/rules/proof/failing.ts";
import { elementsOf, parseXml } from "../confirm/xml.ts";
import type { ReportedTest } from "../contract.ts";
import { addTest } from "../results/reported.ts";
import { clean } from "../results/text.ts";

const STATUS: Readonly<Record<string, ReportedTest["status"]>> = {
  Passed: "passed",
  Failed: "failed",
  NotExecuted: "skipped",
  Inconclusive: "skipped",
  Timeout: "error",
  Aborted: "error",
};

/** The tests of a report from `dotnet test --logger trx`; null if the text is not one. */
export function trxTests(text: string): readonly ReportedTest[] | null {
  const root = parseXml(text.trim());
  if (root?.name !== "TestRun") return null;
  const tests = new Map<string, ReportedTest>();
  for (const element of elementsOf(root, "UnitTestResult")) {
    const { testName = "", outcome = "", duration = "" } = element.attributes;
    const status = STATUS[outcome] ?? "error";
    const name = clean(testName);
    const failure = isFailing({ status }) ? failureOf(element) : null;
    addTest(tests, { id: name, file: null, name, status, seconds: secondsIn(duration), failure }, "number");
  }
  return [...tests.values()];
}

function failureOf(element: Parameters<typeof elementsOf>[0]) {
  const [info] = elementsOf(element, "ErrorInfo");
  const textOf = (name: string) =>
    clean(info?.children.find((each) => each.name === name)?.text ?? "").trim();
  const message = textOf("Message") || "failed";
  const stack = textOf("StackTrace");
  const type = /\b([A-Z]\w*(?:Exception|Error))\b/.exec(message)?.[1] ?? "AssertionError";
  const line = Number(/:line (\d+)/.exec(stack)?.[1]) || null;
  return { type, message, stack, line };
}

/** `00:00:01.5000000`. */
function secondsIn(duration: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = duration.split(":").map(Number);
  return Math.max(0, hours * 3600 + minutes * 60 + seconds) || 0;
}
