import { z } from "zod";
import { testAnswer } from "../test-answer.ts";
import { defineTool } from "../tool.ts";

export const runTests = defineTool({
  name: "run_tests",
  description:
    "Run the project's tests in the sandbox: in a repair those that your change can affect, or those in some files, or all.",
  effect: "execute",
  input: z.strictObject({
    files: z.array(z.string()).min(1).optional().describe("Only these test files."),
    all: z.boolean().optional().describe("Every test, including those your change cannot affect."),
  }),
  examples: [{ title: "the tests the change can affect", input: {} }],
  guarded: () => ({ kind: "other", name: "run_tests" }),
  async run({ files, all }, toolPorts, signal) {
    const chosen = files ?? (all ? null : ((await toolPorts.affectedTests?.()) ?? null));
    const selection = chosen ? { kind: "files" as const, files: chosen } : { kind: "all" as const };
    return testAnswer(await toolPorts.runTests(selection, signal), selection);
  },
});
