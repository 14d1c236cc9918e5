import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { RunRequest } from "../contract.ts";
import { readNodeReports } from "./node-test.ts";

const names = [
  ...['a "quoted" tab\t', 'a "quoted" \\t', "lines\nand\r\nlines", "a \\n and a \n", "&quot; and \t"],
  ...["\b\f\v", "separators \u2028 and \u2029", "a # b", "# SKIP", "\\\\", "<a href='b'>", "\u00a3 \ufeff"],
];

test("reads any test name unchanged", () => {
  const tree = mkdtempSync(join(tmpdir(), "agentforge-names-"));
  try {
    const source = `const { test } = require("node:test");\nfor (const name of ${JSON.stringify(names)}) test(name, () => {});\n`;
    writeFileSync(join(tree, "a.test.js"), source);
    const reporters = ["tap", "junit"].flatMap((each) => [
      `--test-reporter=${each}`,
      `--test-reporter-destination=${join(tree, each)}`,
    ]);
    execFileSync(process.execPath, ["--test", ...reporters, "a.test.js"], {
      cwd: tree,
      env: { ...process.env, NODE_TEST_CONTEXT: undefined, NODE_OPTIONS: "" },
    });
    const read = (name: string) => readFileSync(join(tree, name), "utf8");
    const finished = {
      ...{ exitCode: 0, signal: null, stdout: "", stderr: "", timedOut: false },
      artifacts: { tap: read("tap"), junit: read("junit") },
    };
    const invocation = {
      ...{ argv: ["node"] as const, env: {}, artifacts: [], narrowed: false },
      context: { tap: "tap", junit: "junit", scripts: [] },
    };
    const request: RunRequest = {
      ...{ tree, root: ".", selection: { kind: "all" }, coverageOf: [], coverageLines: null },
      ...{ perTestCoverage: false, resource: (name: string) => name },
      programs: { node: "node", python: "python3", go: "go", cargo: "cargo" },
    };
    const report = readNodeReports(finished, invocation, request);
    expect(report?.tests.map(({ name }) => name)).toEqual(names);
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
});
