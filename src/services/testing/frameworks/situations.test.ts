import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { recordingPath, treeInMemory } from "../../../../test/support/direct-execution.ts";
import { differences } from "../../../../test/support/frameworks/compare.ts";
import { situations } from "../../../../test/support/frameworks/index.ts";
import type { Situation } from "../../../../test/support/frameworks/situation.ts";
import type { Execution } from "../../../domain/ports/sandbox.ts";
import { createTestRunner } from "../index.ts";
import { frameworkNamed } from "../registry.ts";
import { frameworks } from "./list.ts";

type Recording = Pick<Execution, "exitCode" | "signal" | "timedOut" | "stdout" | "stderr"> & {
  readonly artifacts: Readonly<Record<string, string>>;
};

describe.each(Object.entries(situations))("%s", (framework, table) => {
  test("has enough situations", () => {
    const { sharedReport = false } = frameworkNamed(framework).meta;
    expect(table.length).toBeGreaterThanOrEqual(sharedReport ? 4 : 12);
    expect(new Set(table.map(({ name }) => name)).size).toBe(table.length);
  });

  test.each(table.map((situation) => [situation.name, situation] as const))("%s", async (_, situation) => {
    const { result } = await replay(framework, situation);
    expect(differences(situation, result)).toEqual([]);
    expect(result.parsing_failed).toBe(false);
  });

  test("does not pass if its report is missing", async () => {
    const situation = table.find(({ name }) => name === "pass");
    if (!situation) throw new Error("every table has a passing situation");
    const { result } = await replay(framework, situation, true);
    expect(result.status).not.toBe("passed");
    expect(result.parsing_failed).toBe(true);
  });
});

test("every framework with a report has a table", () => {
  const ids = frameworks.map(({ meta }) => meta.id).filter((id) => id !== "command");
  expect(Object.keys(situations).sort()).toEqual(ids.sort());
});

/** Runs the situation on recorded output of the real tool. */
async function replay(framework: string, situation: Situation, withoutReport = false) {
  const recordings = JSON.parse(
    readFileSync(recordingPath(framework, situation.name), "utf8"),
  ) as Recording[];
  const runner = createTestRunner({
    execute: async () => execution(recordings.shift(), withoutReport),
    nodeProgram: "node",
    resourceFolder: "/resources",
    defaults: { timeoutMs: 1 },
  });
  const tree = { ...treeInMemory(situation.files), path: "/tree" };
  const suite = { framework, root: ".", why: "recorded" };
  return runner.run(tree, suite, situation.selection ? { selection: situation.selection } : {});
}

function execution(recording: Recording | undefined, withoutReport: boolean): Execution {
  if (!recording) throw new Error("the tool was run more often than it was recorded");
  const encoder = new TextEncoder();
  const artifacts = Object.entries(withoutReport ? {} : recording.artifacts);
  return {
    ...recording,
    ...(withoutReport ? { stdout: "all is well\n", stderr: "" } : {}),
    artifacts: Object.fromEntries(artifacts.map(([name, text]) => [name, encoder.encode(text)])),
    durationMs: 1000,
    killedBy: recording.timedOut ? "timeout" : null,
    outputTruncated: false,
    peakMemoryMb: null,
    cpuTimeMs: null,
  };
}
