import { z } from "zod";
import type { Change, EditProblem, EditRequest } from "../../../domain/ports/editing.ts";
import { defineTool, ToolRefusal } from "../tool.ts";

const LineRange = z.strictObject({
  start_line: z.int().positive(),
  end_line: z.int().nonnegative().describe("Inclusive; start_line - 1 inserts before start_line."),
  text: z.string().describe("Whole lines; empty removes them."),
});
const SearchReplace = z.strictObject({
  search: z.string().describe("Exactly as in the file, with enough lines to be unique."),
  replace: z.string(),
  line: z.int().positive().optional().describe("The approximate line; selects among identical matches."),
  occurrence: z.union([z.int().positive(), z.literal("all")]).optional(),
});

export const editFile = defineTool({
  name: "edit_file",
  description:
    "Change parts of files, by search and replace or by line ranges. Either all changes in a call are made, or none, with the reason.",
  effect: "write",
  input: z.strictObject({
    files: z
      .array(
        z.strictObject({
          path: z.string(),
          expected_hash: z
            .string()
            .min(12)
            .optional()
            .describe("From read_file; the call is refused if the file has changed since."),
          changes: z.array(z.union([SearchReplace, LineRange])).min(1),
        }),
      )
      .min(1),
  }),
  examples: [
    {
      title: "search and replace",
      input: {
        files: [{ path: "src/main.py", changes: [{ search: "return a - b", replace: "return a + b" }] }],
      },
    },
  ],
  guarded: ({ files }) => ({ kind: "write", name: "edit_file", paths: files.map((file) => file.path) }),
  async run({ files }, { tree, editor, sha256 }) {
    const known = new Set(await tree.files());
    const editable: { path: string; bytes: Uint8Array; hash: string }[] = [];
    for (const path of new Set(files.map((file) => file.path))) {
      if (!known.has(path)) continue;
      const bytes = await tree.readBytes(path);
      editable.push({ path, bytes, hash: sha256(bytes) });
    }
    const wholeHash = (path: string, start: string) => {
      const present = editable.find((file) => file.path === path)?.hash;
      return present?.startsWith(start) ? present : start;
    };
    const request: EditRequest = {
      files: files.map(({ path, expected_hash, changes }) => ({
        path,
        ...(expected_hash && { expectedHash: wholeHash(path, expected_hash) }),
        changes: changes.map(toChange),
      })),
    };
    const plan = editor.plan(request, editable);
    if (plan.status === "refused") throw new ToolRefusal(explain(plan.problems, plan.others));
    for (const file of plan.files) await tree.writeBytes(file.path, file.after);
    return {
      output: {
        edited: plan.files.map((file) => ({
          path: file.path,
          hash: sha256(file.after),
          changes: file.applied.map(({ strategy, score, ranges }) => ({
            strategy,
            score,
            lines: ranges.map((range) => `${range.after.start}-${range.after.end}`),
          })),
        })),
        already_applied: plan.noops.map((noop) => ({
          path: noop.path,
          change: noop.change,
          why: noop.message,
        })),
      },
    };
  },
});

function toChange(change: z.infer<typeof LineRange> | z.infer<typeof SearchReplace>): Change {
  if ("search" in change) {
    const { search, replace, line, occurrence } = change;
    return { kind: "search", search, replace, ...(line && { line }), ...(occurrence && { occurrence }) };
  }
  return { kind: "lines", start: change.start_line, end: change.end_line, text: change.text };
}

function explain(
  problems: readonly EditProblem[],
  others: readonly { path: string; change: number; state: string }[],
): string {
  const lines = problems.map((problem) => {
    const place = problem.change === null ? problem.path : `${problem.path}, change ${problem.change + 1}`;
    const candidates = (problem.candidates ?? []).map(
      (each) => `\n  lines ${each.lines.start}-${each.lines.end}: ${each.preview}`,
    );
    return `${place}: ${problem.message}${candidates.join("")}`;
  });
  const rest = others.map(
    (other) => `${other.path}, change ${other.change + 1}: ${other.state.replaceAll("_", " ")}`,
  );
  return ["Nothing was written.", ...lines, ...rest].join("\n");
}
