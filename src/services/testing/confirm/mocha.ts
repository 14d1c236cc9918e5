import { z } from "zod";
import { isFailing } from "../../../domain/rules/proof/failing.ts";
import type { Finished, Project, Report, ReportedTest, RunRequest } from "../contract.ts";
import { splitId } from "../ids.ts";
import { belowTree } from "../paths.ts";
import { addTest } from "../results/reported.ts";
import { parseJson } from "../results/text.ts";
import { failureOf } from "./jest-json.ts";

const Entry = z.object({
  title: z.string(),
  fullTitle: z.string(),
  file: z.string().nullish(),
  duration: z.number().nullish(),
  err: z.looseObject({ stack: z.string().optional(), message: z.string().optional() }).optional(),
});
type Entry = z.infer<typeof Entry>;

const JsonReport = z.object({
  tests: z.array(Entry),
  passes: z.array(Entry),
  pending: z.array(Entry),
  failures: z.array(Entry),
});

export interface MochaContext {
  readonly artifact: string;
  /** Titles of suites, by file. */
  readonly suites: Readonly<Record<string, readonly string[]>>;
}

/** The literal titles in a test file. */
export async function suiteTitles(
  files: readonly string[],
  project: Project,
): Promise<Record<string, readonly string[]>> {
  const found: Record<string, readonly string[]> = {};
  for (const file of files) {
    const text = (await project.text(file)) ?? "";
    const calls = text.matchAll(
      /\b(?:describe|context|suite)(?:\.(?:only|skip))?\(\s*(?:"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\$]|\\.)*)`)/g,
    );
    found[file] = [...calls].map(([, one, two, three]) =>
      (one ?? two ?? three ?? "").replace(/\\(.)/g, "$1"),
    );
  }
  return found;
}

/**
 * Parses Mocha's JSON report. It joins titles with spaces; they are split with the help of the selection and the titles
 * in the source.
 */
export function readMochaJson(process: Finished, context: MochaContext, request: RunRequest): Report | null {
  const parsed = JsonReport.safeParse(parseJson(process.artifacts[context.artifact] ?? ""));
  if (!parsed.success) return null;
  const report = parsed.data;
  const statuses = new Map<string, ReportedTest["status"]>();
  const told = (entries: readonly Entry[], status: ReportedTest["status"]) => {
    for (const entry of entries) statuses.set(JSON.stringify(entry), status);
  };
  told(report.passes, "passed");
  told(report.pending, "skipped");
  told(report.failures, "failed");
  const ended = new Set(report.tests.map((entry) => JSON.stringify(entry)));
  const hooks = report.failures.filter((entry) => !ended.has(JSON.stringify(entry)));
  if (
    report.passes.length + report.pending.length + report.failures.length - hooks.length !==
    report.tests.length
  )
    return null;
  const tests = new Map<string, ReportedTest>();
  for (const entry of [...report.tests, ...hooks]) {
    const status = hooks.includes(entry) ? "error" : (statuses.get(JSON.stringify(entry)) ?? "error");
    addTest(tests, testOf(entry, status, context, request), "number");
  }
  return { tests: [...tests.values()], finished: true };
}

function testOf(
  entry: Entry,
  status: ReportedTest["status"],
  context: MochaContext,
  request: RunRequest,
): ReportedTest {
  const path = entry.file ?? null;
  const file = path === null ? null : (belowTree(request.tree, path) ?? path);
  const titles = titlesOf(entry, file ?? "", context, request);
  const said = entry.err?.stack ?? entry.err?.message ?? "";
  return {
    id: [file ?? "", ...titles].join(" > "),
    file,
    name: titles.join(" > "),
    status,
    seconds: Math.max(0, (entry.duration ?? 0) / 1000),
    failure: isFailing({ status }) ? failureOf(said, file ?? "", null) : null,
  };
}

/** If the titles cannot be split with certainty, the full title is used as one. */
function titlesOf(entry: Entry, file: string, { suites }: MochaContext, { selection }: RunRequest): string[] {
  const { title, fullTitle } = entry;
  if (selection.kind === "tests") {
    const asked = selection.ids.map(splitId).filter((each) => each.file === file);
    const same = asked.filter(({ titles }) => titles.join(" ") === fullTitle);
    const [first] = same;
    if (first && same.every(({ titles }) => titles.join(" > ") === first.titles.join(" > ")))
      return first.titles;
  }
  if (fullTitle === title) return [title];
  const parents = fullTitle.endsWith(` ${title}`) ? fullTitle.slice(0, -title.length - 1) : "";
  if (parents === "") return [fullTitle];
  if (!parents.includes(" ")) return [parents, title];
  const ways = waysToSplit(parents, [...new Set(suites[file] ?? [])]);
  return ways.length === 1 ? [...(ways[0] ?? []), title] : [fullTitle];
}

/** Every way to split text into titles separated by spaces; at most two, because the split must be unique. */
function waysToSplit(text: string, titles: readonly string[]): string[][] {
  const ways: (string[][] | undefined)[] = [];
  const from = (start: number): string[][] => {
    const known = ways[start];
    if (known !== undefined) return known;
    const found: string[][] = [];
    for (const title of titles) {
      if (title === "" || !text.startsWith(title, start)) continue;
      const end = start + title.length;
      if (end === text.length) found.push([title]);
      else if (text[end] === " ") found.push(...from(end + 1).map((rest) => [title, ...rest]));
    }
    ways[start] = found.slice(0, 2);
    return found.slice(0, 2);
  };
  return text.length > 2000 ? [] : from(0);
}
