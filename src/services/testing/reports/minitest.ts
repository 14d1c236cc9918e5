import { isFailing } from "../../../domain/rules/proof/failing.ts";
import { escapeRegex } from "../../../domain/rules/text/escape-regex.ts";
import type { ReportedFailure, ReportedTest } from "../contract.ts";
import { addTest } from "../results/reported.ts";
import { clean } from "../results/text.ts";

const LINE = /^(\S+?)#(.+?) = ([\d.]+) s = ([.FES])$/gm;
const TOTALS = /^\d+ (?:runs|tests), \d+ assertions, \d+ failures, \d+ errors/m;
const STATUS: Readonly<Record<string, ReportedTest["status"]>> = {
  ".": "passed",
  F: "failed",
  E: "error",
  S: "skipped",
};

/** The tests that minitest lists with `--verbose`, one per line; null without totals at the end. */
export function minitestTests(
  output: string,
  fileOf: (className: string) => string | null,
): readonly ReportedTest[] | null {
  const text = clean(output, output.length);
  if (!TOTALS.test(text)) return null;
  const tests = new Map<string, ReportedTest>();
  for (const [, group = "", test = "", seconds, letter = ""] of text.matchAll(LINE)) {
    const file = fileOf(group);
    const name = `${group} > ${test}`;
    const status = STATUS[letter] ?? "error";
    const failure = isFailing({ status }) ? failureIn(text, group, test, file) : null;
    const id = file === null ? name : `${file} > ${name}`;
    addTest(tests, { id, file, name, status, seconds: Number(seconds) || 0, failure }, "number");
  }
  return [...tests.values()];
}

/** Failures are listed below, each with a heading that names the test and the location. */
function failureIn(text: string, group: string, test: string, file: string | null): ReportedFailure {
  const at = text.search(new RegExp(`^${escapeRegex(`${group}#${test}`)}(?: \\[|:$)`, "m"));
  if (at === -1) return { type: "Failure", message: "failed", stack: "", line: null };
  const [block = ""] = text.slice(at).split(/\n\s*\n/, 1);
  const [heading = "", ...rest] = block.split("\n");
  const type = /^(\w*(?:Error|Exception)): /.exec(rest[0] ?? "")?.[1] ?? "Assertion";
  const base = file?.split("/").at(-1);
  const place = base === undefined ? null : new RegExp(`${escapeRegex(base)}:(\\d+)`).exec(block);
  return {
    type,
    message: clean(rest.filter((line) => !/^\s{4,}\S+:\d+/.test(line)).join("\n")).trim() || heading,
    stack: clean(block),
    line: Number(place?.[1] ?? /:(\d+)\]/.exec(heading)?.[1]) || null,
  };
}
