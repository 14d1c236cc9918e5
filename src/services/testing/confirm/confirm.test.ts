import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { confirmation, recordingPath, treeInMemory } from "../../../../test/support/direct-execution.ts";
import { confirmedDifferences } from "../../../../test/support/frameworks/confirmed.ts";
import { situations } from "../../../../test/support/frameworks/index.ts";
import type { Situation } from "../../../../test/support/frameworks/situation.ts";
import type { Command, Execution } from "../../../domain/ports/sandbox.ts";
import { frameworks } from "../frameworks/list.ts";
import { createTestRunner } from "../index.ts";

type Recording = Pick<Execution, "exitCode" | "signal" | "timedOut" | "stdout" | "stderr"> & {
  readonly artifacts: Readonly<Record<string, string>>;
};

test("every framework with a report has a confirming run", () => {
  const without = frameworks.filter(({ confirm }) => confirm === undefined).map(({ meta }) => meta.id);
  expect(without).toEqual(["command"]);
});

describe.each(Object.entries(situations))("a confirming run of %s", (framework, table) => {
  test.each(table.map((situation) => [situation.name, situation] as const))(
    "agrees with the usual run: %s",
    async (_, situation) => {
      const { run } = await replay(framework, situation);
      expect(confirmedDifferences(framework, situation, run.result)).toEqual([]);
      expect([run.coverage, run.perTest]).toEqual([null, null]);
    },
  );

  const passing = table.find(({ name }) => name === "pass");
  const failing = table.find(({ name }) => name === "fail");
  if (!passing || !failing) throw new Error("every table has a passing and a failing situation");

  test("has no AgentForge file in its command, and uses the given identity", async () => {
    const { commands } = await replay(framework, passing);
    for (const command of commands) {
      const words = [
        ...command.argv,
        ...Object.entries(command.env ?? {}).flat(),
        ...(command.readable ?? []),
      ];
      expect(words.filter((word) => /agentforge|\/resources/i.test(word))).toEqual([]);
      expect(command.identity).toEqual(confirmation.identity);
    }
  });

  test("does not pass without its report, with a failing exit status, or with a failing test", async () => {
    const lost = await replay(framework, passing, () => ({ stdout: "ok\n", stderr: "OK\n", artifacts: {} }));
    expect(lost.run.result).toMatchObject({ parsing_failed: true, tests: [] });
    expect(lost.run.result.status).not.toBe("passed");
    const left = await replay(framework, passing, () => ({ exitCode: 3 }));
    expect(left.run.result.status).not.toBe("passed");
    const calm = await replay(framework, failing, () => ({ exitCode: 0 }));
    expect(calm.run.result.status).toBe("failed");
  });

  test.each(["", "{}", "TAP version 13\n1..0\n", "<testsuites/>", "<testsuite><testcase", "ok\n\0"])(
    "does not accept %j as a report with tests",
    async (text) => {
      const { run } = await replay(framework, passing, ({ artifacts }) => ({
        stdout: text,
        stderr: text,
        artifacts: Object.fromEntries(Object.keys(artifacts).map((name) => [name, text])),
      }));
      expect(run.result.tests).toEqual([]);
      expect(run.result.status).not.toBe("passed");
    },
  );
});

/** Runs the situation on recorded output of the real tool, modified by the test. */
async function replay(
  framework: string,
  situation: Situation,
  change: (recording: Recording) => Partial<Recording> = () => ({}),
) {
  const path = recordingPath(framework, situation.name, true);
  const recordings = JSON.parse(readFileSync(path, "utf8")) as Recording[];
  const commands: Command[] = [];
  const runner = createTestRunner({
    execute: async (command) => {
      commands.push(command);
      const recording = recordings.shift();
      if (!recording) throw new Error("the tool was run more often than it was recorded");
      return execution({ ...recording, ...change(recording) });
    },
    nodeProgram: "node",
    resourceFolder: "/resources",
    defaults: { timeoutMs: 1 },
  });
  const tree = { ...treeInMemory(situation.files), path: "/tree" };
  const run = await runner.run(
    tree,
    { framework, root: ".", why: "recorded" },
    { confirmation, coverageOf: ["a"], ...(situation.selection ? { selection: situation.selection } : {}) },
  );
  return { run, commands };
}

function execution(recording: Recording): Execution {
  const encoder = new TextEncoder();
  const artifacts = Object.entries(recording.artifacts).map(([name, text]) => [name, encoder.encode(text)]);
  return {
    ...recording,
    artifacts: Object.fromEntries(artifacts),
    durationMs: 1000,
    killedBy: recording.timedOut ? "timeout" : null,
    outputTruncated: false,
    peakMemoryMb: null,
    cpuTimeMs: null,
  };
}
