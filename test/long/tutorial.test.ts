import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { sandboxOptions } from "../support/nested.ts";
import { runTutorial } from "../support/run-tutorial.ts";
import { differenceOf, inThisRun, stepsOf } from "../support/tutorial.ts";

const page = readFileSync(new URL("../../docs/tutorial.md", import.meta.url), "utf8");

test.skipIf(sandboxOptions.length > 0)(
  "the commands of the tutorial do what the page says",
  { timeout: 240_000 },
  () => {
    const runs = [...runTutorial(page)];
    expect(runs.length).toBeGreaterThan(15);
    expect(
      runs.flatMap(({ step, difference }) => (difference ? [`line ${step.line}: ${difference}`] : [])),
    ).toEqual([]);
  },
);

test("reads commands, exit codes and output from a page", () => {
  expect(stepsOf("a\n\n```sh exit=1\nx\n```\n\n```text\ny\n```\n````sh\n```\n````\n")).toEqual([
    { line: 3, script: "x\n", exitCode: 1, output: "y\n" },
    { line: 10, script: "```\n", exitCode: 0, output: null },
  ]);
});

test("finds differences, except in ids, hashes and times", () => {
  const names = new Map<string, string>();
  const said = "RV-20260101T120000-aaaaaa landed as 1234567 in 0.1 s\n…\nend\n";
  const seen = "RV-20270101T120000-bbbbbb landed as 89abcde in 9.9 s (files 9.1 s)\nmore\nand more\nend\n";
  expect(differenceOf(said, seen, names)).toBeNull();
  expect(inThisRun("rollback RV-20260101T120000-aaaaaa", names)).toBe("rollback RV-20270101T120000-bbbbbb");
  expect(differenceOf("RV-20260101T120000-aaaaaa", "RV-20270101T120000-cccccc", names)).toContain("before");
  expect(differenceOf("one\n", "two\n", names)).toContain("this run: two");
  expect(differenceOf("one\n", "one\ntwo\n", names)).toContain("this run: two");
});
