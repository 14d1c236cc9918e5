import { z } from "zod";
import { defineTool } from "../tool.ts";

export const loadContext = defineTool({
  name: "load_context",
  description:
    "Read several locations at once: whole files if they fit, otherwise the function around each line, otherwise an outline.",
  effect: "read",
  input: z.strictObject({
    places: z.array(z.strictObject({ path: z.string(), line: z.int().positive().optional() })).min(1),
    budget: z.int().positive().max(200_000).default(40_000).describe("Total characters."),
  }),
  examples: [
    { title: "the locations in a stack trace", input: { places: [{ path: "src/main.py", line: 12 }] } },
  ],
  guarded: ({ places }) => ({ kind: "read", name: "load_context", paths: places.map((place) => place.path) }),
  async run({ places, budget }, { search }) {
    const requests = places.map(({ path, line }) => ({ path, ...(line && { line }) }));
    const { sections, skipped } = search.context(requests, { budget });
    return {
      output: {
        sections: sections.map(({ path, text, omittedLines }) => ({
          path,
          text,
          omitted_lines: omittedLines,
        })),
        skipped: skipped.map(({ path, why }) => ({ path, why })),
      },
    };
  },
});
