import { z } from "zod";
import { testAnswer } from "../test-answer.ts";
import { defineTool } from "../tool.ts";

export const runTests = defineTool({
  name: "run_tests",
  description: "Run the project's tests in the sandbox: all of them, or those in some files.",
  effect: "execute",
  input: z.strictObject({
    files: z
      .array(z.string())
      .min(1)
      .optional()
      .describe("Only these test files; leave it out to run everything."),
  }),
  examples: [{ title: "everything", input: {} }],
  guarded: () => ({ kind: "other", name: "run_tests" }),
  async run({ files }, hands, signal) {
    const selection = files ? { kind: "files" as const, files } : { kind: "all" as const };
    return testAnswer(await hands.runTests(selection, signal), selection);
  },
});
