import { z } from "zod";
import { testAnswer } from "../test-answer.ts";
import { defineTool } from "../tool.ts";

export const runSingleTest = defineTool({
  name: "run_single_test",
  description: "Run one test by its id, as listed by run_tests, and show what it printed.",
  effect: "execute",
  input: z.strictObject({ id: z.string().min(1) }),
  examples: [{ title: "a pytest test", input: { id: "test_calculator.py::test_add" } }],
  guarded: () => ({ kind: "other", name: "run_single_test" }),
  async run({ id }, toolPorts, signal) {
    const selection = { kind: "tests" as const, ids: [id] };
    return testAnswer(await toolPorts.runTests(selection, signal), selection);
  },
});
