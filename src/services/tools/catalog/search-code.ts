import { z } from "zod";
import { defineTool } from "../tool.ts";

export const searchCode = defineTool({
  name: "search_code",
  description:
    "Search the code by regular expression (RE2), or with mode `meaning` by a description of what a function does.",
  effect: "read",
  input: z.strictObject({
    query: z.string().min(1),
    mode: z.enum(["regex", "literal", "meaning"]).default("regex"),
    globs: z.array(z.string()).optional().describe("Such as `src/**` or `!*.min.js`."),
    ignore_case: z.boolean().default(false),
    context: z.int().nonnegative().max(10).default(0),
    limit: z.int().positive().max(500).default(50),
  }),
  examples: [
    { title: "a call", input: { query: "parse_date\\(", globs: ["*.py"] } },
    { title: "by meaning", input: { query: "turn a duration into text", mode: "meaning" } },
  ],
  guarded: () => ({ kind: "other", name: "search_code" }),
  async run({ query, mode, globs, ignore_case, context, limit }, { search }, signal) {
    const scope = { limit, signal, ...(globs && { globs }) };
    if (mode === "meaning") {
      const hits = await search.meaning(query, scope);
      return {
        output: {
          functions: hits.map(({ path, line, name, kind, signature, doc, snippet }) => ({
            path,
            line,
            name,
            kind,
            signature,
            doc,
            snippet,
          })),
        },
      };
    }
    const found = await search.code(query, {
      ...scope,
      ignoreCase: ignore_case,
      context,
      literal: mode === "literal",
    });
    return {
      output: {
        matches: found.matches.map(({ path, line, text, before, after }) => ({
          path,
          line,
          text,
          before: [...before],
          after: [...after],
        })),
        total: found.total,
        omitted: found.omitted,
        timed_out: found.timedOut,
      },
    };
  },
});
