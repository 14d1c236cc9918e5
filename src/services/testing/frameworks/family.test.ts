import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { treeInMemory } from "../../../../test/support/direct-execution.ts";
import { openProject } from "../project.ts";
import { frameworks } from "./list.ts";

test("every file of the folder is in the list", () => {
  const files = readdirSync(import.meta.dirname).filter(
    (name) => /^[a-z-]+\.ts$/.test(name) && name !== "list.ts",
  );
  expect(files).toHaveLength(frameworks.length);
});

describe.each(frameworks.map((framework) => [framework.meta.id, framework] as const))(
  "%s",
  (_, framework) => {
    test("describes itself", () => {
      expect(framework.meta.title).not.toBe("");
      expect(framework.meta.why).toMatch(/\.$/);
      expect(framework.meta.examples.some(({ roots }) => roots.length > 0)).toBe(true);
      expect(framework.meta.examples.some(({ roots }) => roots.length === 0)).toBe(true);
    });

    test.each(framework.meta.examples)("is found in $roots of $files", async ({ files, roots }) => {
      const evidence = await framework.detect(openProject(treeInMemory(files)));
      expect(evidence.map(({ root }) => root)).toEqual(roots);
      for (const { why } of evidence) expect(why).not.toBe("");
    });

    test.each(["", "{}", 'garbage\n{"event":', "<testsuite/>"])(
      "does not accept %j as a report with tests",
      (text) => {
        const artifacts = { "report.jsonl": text, "process.jsonl": text };
        const process = { exitCode: 0, signal: null, stdout: text, stderr: text, timedOut: false, artifacts };
        const request = {
          tree: "/tree",
          root: ".",
          selection: { kind: "all" },
          coverageOf: [],
          coverageLines: null,
          perTestCoverage: false,
          programs: { node: "node", python: "python3", go: "go", cargo: "cargo" },
          resource: (name: string) => name,
        } as const;
        const report = framework.parse(
          process,
          { argv: ["x"], env: {}, artifacts: [], narrowed: false },
          request,
        );
        expect(report === null || report.tests.length === 0).toBe(true);
      },
    );
  },
);
