import { z } from "zod";
import { readBounded, WRITTEN_BY_PROGRAMS } from "../../../domain/rules/settings/bounded-data.ts";
import type { ReportedTest, RunRequest } from "../contract.ts";
import { fromRoot } from "../paths.ts";
import { addTest, fileError } from "../results/reported.ts";
import { clean } from "../results/text.ts";

const Problem = z.object({
  class: z.string().catch("Error"),
  message: z.string().catch("failed"),
  backtrace: z.array(z.string()).nullish(),
});

const Report = z.object({
  examples: z.array(
    z.object({
      full_description: z.string(),
      status: z.enum(["passed", "failed", "pending"]),
      file_path: z.string().nullish(),
      line_number: z.number().nullish(),
      run_time: z.number().nullish(),
      exception: Problem.nullish(),
    }),
  ),
  messages: z.array(z.string()).nullish(),
  summary: z.object({ errors_outside_of_examples_count: z.number().catch(0) }),
});

/** The examples of RSpec's own JSON report; null if the text is not one. */
export function rspecTests(text: string, { root }: Pick<RunRequest, "root">): readonly ReportedTest[] | null {
  const report = Report.safeParse(readJson(text));
  if (!report.success) return null;
  const tests = new Map<string, ReportedTest>();
  for (const each of report.data.examples) {
    const file = each.file_path ? fromRoot(root, each.file_path) : null;
    const name = clean(each.full_description);
    const status = each.status === "pending" ? "skipped" : each.status;
    const failure = status === "failed" ? failureOf(each) : null;
    const id = file === null ? name : `${file} > ${name}`;
    addTest(tests, { id, file, name, status, seconds: Math.max(0, each.run_time ?? 0), failure }, "number");
  }
  if (report.data.summary.errors_outside_of_examples_count > 0)
    for (const message of report.data.messages ?? []) addLoadError(message, root, tests);
  return [...tests.values()];
}

function failureOf({ exception, line_number }: z.infer<typeof Report>["examples"][number]) {
  return {
    type: exception?.class.split("::").at(-1) ?? "Error",
    message: clean(exception?.message ?? "failed").trim(),
    stack: clean(exception?.backtrace?.join("\n") ?? ""),
    line: line_number ?? null,
  };
}

function addLoadError(message: string, root: string, tests: Map<string, ReportedTest>): void {
  const text = clean(message).trim();
  const path = /An error occurred while loading (\S+?)\.?$/m.exec(text)?.[1];
  if (path === undefined) return;
  const file = fromRoot(root, path);
  const type = /^\s*(\w*(?:Error|Exception)):?$/m.exec(text)?.[1] ?? "LoadError";
  const failure = { type, message: text.split("\n").slice(1).join("\n").trim(), stack: text, line: null };
  addTest(tests, fileError(file, failure), "merge");
}

function readJson(text: string): unknown {
  try {
    return readBounded(text.slice(Math.max(0, text.indexOf("{"))), JSON.parse, WRITTEN_BY_PROGRAMS);
  } catch {
    return null;
  }
}
