import { z } from "zod";
import { counted } from "../../../domain/rules/text/counted.ts";
import { defineTool, ToolRefusal } from "../tool.ts";

export const readFile = defineTool({
  name: "read_file",
  description: "Read a text file, whole or a range of lines. Lines are numbered.",
  effect: "read",
  input: z.strictObject({
    path: z.string(),
    start_line: z.int().positive().optional(),
    end_line: z.int().positive().optional().describe("Inclusive."),
  }),
  examples: [
    { title: "the first lines of a file", input: { path: "src/main.py", start_line: 1, end_line: 40 } },
  ],
  guarded: ({ path }) => ({ kind: "read", name: "read_file", paths: [path] }),
  async run({ path, start_line = 1, end_line }, { tree, sha256 }) {
    const text = await tree.readText(path);
    const lines = text.split("\n");
    if (lines.at(-1) === "") lines.pop();
    if (start_line > Math.max(1, lines.length)) {
      throw new ToolRefusal(
        `${path} has ${counted(lines.length, "line")}; start_line ${start_line} is past its end`,
      );
    }
    const last = Math.min(end_line ?? lines.length, lines.length);
    const shown = lines.slice(start_line - 1, last);
    const hash = sha256(await tree.readBytes(path));
    return {
      output: {
        path,
        hash,
        total_lines: lines.length,
        ...(shown.length < lines.length && { start_line, end_line: last }),
        content: shown.map((line, index) => `${start_line + index}\t${line}`).join("\n"),
      },
    };
  },
});
