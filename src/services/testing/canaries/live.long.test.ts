import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import type { Project } from "../../../../test/support/canaries/project.ts";
import { projects } from "../../../../test/support/canaries/projects.ts";
import { executeDirectly, temporaryTree } from "../../../../test/support/direct-execution.ts";
import { isMavenAbsent, isMissing, noPytest } from "../../../../test/support/toolchains.ts";
import type { TestCase, TestResult } from "../../../domain/entities/test-result.ts";
import { createTestRunner } from "../index.ts";

const MARKS = { accepted: "brindleaccepted", reached: "brindlereached" };
const modules = resolve(import.meta.dirname, "../../../../node_modules");
const runner = createTestRunner({
  execute: executeDirectly,
  nodeProgram: process.execPath,
  resourceFolder: join(import.meta.dirname, "../resources"),
  defaults: { timeoutMs: 120_000 },
});

const GOOD = /^(passed|expected_failure)$/;
const MISSING: Readonly<Record<string, () => boolean>> = {
  pytest: () => noPytest,
  unittest: () => isMissing("python3"),
  "go test": () => isMissing("go", ["version"]),
  "cargo test": () => isMissing("cargo"),
  maven: isMavenAbsent,
};

describe.each(projects.map((project) => [project.framework, project] as const))(
  "%s",
  (framework, project) => {
    const skipped = MISSING[framework]?.() ?? false;
    const suite = { framework, root: ".", why: "live" };

    test.skipIf(skipped)(
      "every canary fails on honest code, and none accepts a changed expectation",
      async () => {
        const honest = await run(project, {});
        expect(statuses(honest.tests).filter(([, status]) => !GOOD.test(status))).toEqual([]);
        expect(honest.tests.length).toBeGreaterThanOrEqual(project.tests);

        const { tests, failures } = await run(project, canaries(project));
        const ids = tests.map(({ id }) => id);
        // A subtest does not exist if the test that defines it fails first.
        const isTold = (id: string) => ids.some((each) => id === each || id.startsWith(`${each} > `));
        expect(honest.tests.map(({ id }) => id).filter((id) => !isTold(id))).toEqual([]);
        expect(statuses(tests).filter(([, status]) => !/^(failed|error)$/.test(status))).toEqual([]);
        expect(failures.filter(({ error_message }) => error_message.includes(MARKS.accepted))).toEqual([]);
      },
    );

    test.skipIf(skipped || project.cheat === null)(
      "a canary exposes code that makes every comparison true",
      async () => {
        const { tests, failures } = await run(project, { ...canaries(project), ...project.cheat });
        const accepted = failures.filter(({ error_message }) =>
          error_message.includes(MARKS.accepted),
        ).length;
        expect(accepted + tests.filter(({ status }) => status === "passed").length).toBeGreaterThan(0);
      },
    );

    test.skipIf(skipped)("the failing test fails next to its neighbors", async () => {
      const [path = ""] = project.testFiles;
      const failing = runner.failingTest(suite, { path, text: project.files[path] ?? "" }, "quite_plain");
      if (failing === null) throw new Error("there is no failing test");
      const { tests } = await run(project, { [failing.path]: failing.text });
      const failed = tests.filter(({ status }) => status === "failed");
      expect(failed.map(({ file }) => file)).toEqual([
        framework === "go test" ? failed[0]?.file : failing.path,
      ]);
    });

    function canaries({ files, testFiles }: Project): Record<string, string> {
      return Object.fromEntries(
        testFiles.map((path) => {
          const text = runner.canaryOf(suite, { path, text: files[path] ?? "" }, MARKS);
          if (text === null) throw new Error(`there is no canary for ${path}`);
          return [path, text];
        }),
      );
    }

    async function run({ files }: Project, changed: Readonly<Record<string, string>>): Promise<TestResult> {
      const lent = existsSync(join(modules, framework)) ? [{ source: modules, at: "node_modules" }] : [];
      using tree = temporaryTree({ ...files, ...changed }, lent);
      return (await runner.run(tree, suite)).result;
    }
  },
);

function statuses(tests: readonly TestCase[]): [string, string][] {
  return tests.map(({ id, status }) => [id, status]);
}
