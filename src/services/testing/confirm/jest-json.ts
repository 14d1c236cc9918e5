import { z } from "zod";
import type { ReportedFailure, ReportedTest, RunRequest } from "../contract.ts";
import { belowTree, nameOf } from "../paths.ts";
import { lineInStack } from "../results/events.ts";
import { addTest, fileError } from "../results/reported.ts";
import { clean, parseJson } from "../results/text.ts";

/** The report that Jest writes with `--json`, and Vitest in the same format. */
const JsonReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string().optional(),
      message: z.string().nullish(),
      assertionResults: z.array(
        z.object({
          ancestorTitles: z.array(z.string()),
          title: z.string(),
          status: z.string().nullish(),
          duration: z.number().nullish(),
          failureMessages: z.array(z.string()).nullish(),
          location: z.object({ line: z.number() }).nullish(),
        }),
      ),
    }),
  ),
});

const STATUS: Readonly<Record<string, ReportedTest["status"]>> = {
  passed: "passed",
  failed: "failed",
  pending: "skipped",
  skipped: "skipped",
  todo: "skipped",
  disabled: "skipped",
};

/** The tests of the report, and the files that failed without a failing test; null if it is not such a report. */
export function readJestJson(
  text: string | undefined,
  request: RunRequest,
): { tests: Map<string, ReportedTest>; brokenFiles: readonly ReportedTest[] } | null {
  const parsed = JsonReport.safeParse(parseJson(text ?? ""));
  if (!parsed.success) return null;
  const tests = new Map<string, ReportedTest>();
  const brokenFiles: ReportedTest[] = [];
  for (const { name, status, message, assertionResults } of parsed.data.testResults) {
    const file = belowTree(request.tree, name) ?? name;
    for (const each of assertionResults) {
      const titles = [...each.ancestorTitles, each.title];
      const verdict = STATUS[each.status ?? ""] ?? "error";
      const said = (each.failureMessages ?? []).join("\n\n");
      addTest(
        tests,
        {
          id: [file, ...titles].join(" > "),
          file,
          name: titles.join(" > "),
          status: verdict,
          seconds: Math.max(0, (each.duration ?? 0) / 1000),
          failure:
            verdict === "failed" || verdict === "error" ? failureOf(said, file, each.location?.line) : null,
        },
        "number",
      );
    }
    if (status !== "failed" || assertionResults.some((each) => each.status === "failed")) continue;
    brokenFiles.push(fileError(file, failureOf(message ?? "", file, null)));
  }
  return { tests, brokenFiles };
}

export function failureOf(said: string, file: string, declared: number | null | undefined): ReportedFailure {
  const stack = clean(said);
  const [, type, message] = /\b([A-Z]\w*(?:Error|Exception)|Error): ([^\n]*)/.exec(stack) ?? [];
  const line = lineInStack(stack, file) ?? lineInStack(stack, nameOf(file)) ?? declared ?? null;
  return { type: type ?? "Error", message: message ?? stack.split("\n")[0] ?? "failed", stack, line };
}
