import { z } from "zod";
import { defineTool } from "../tool.ts";

export const searchFiles = defineTool({
  name: "search_files",
  description: "Find files by glob. `*.py` matches at any depth, `src/**/*.ts` from the top.",
  effect: "read",
  input: z.strictObject({ pattern: z.string(), limit: z.int().positive().max(1000).default(200) }),
  examples: [{ title: "all tests", input: { pattern: "**/*.test.ts" } }],
  guarded: () => ({ kind: "other", name: "search_files" }),
  async run({ pattern, limit }, { search }, signal) {
    const { files, total, omitted } = await search.files(pattern, { limit, signal });
    return { output: { files: [...files], total, omitted } };
  },
});
