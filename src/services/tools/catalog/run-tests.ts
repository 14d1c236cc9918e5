import { z } from "zod";
import { testAnswer } from "../test-answer.ts";
import { defineTool } from "../tool.ts";

export const runTests = defineTool({
  name: "run_tests",
  description: "Run the project's tests in the sandbox: all of them, or those in some files.",
  effect: "execute",
  input: z.object({ files: z.array(z.string()).optional().describe("Only these test files.") }),
  examples: [{ title: "everything", input: {} }],
  guarded: () => ({ kind: "other", name: "run_tests" }),
  async run({ files }, hands, signal) {
    const selection =
      files && files.length > 0 ? { kind: "files" as const, files } : { kind: "all" as const };
    return testAnswer(await hands.runTests(selection, signal));
  },
});
