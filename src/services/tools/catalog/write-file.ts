import { z } from "zod";
import { defineTool } from "../tool.ts";

export const writeFile = defineTool({
  name: "write_file",
  description:
    "Create a file, replace the whole content of one, or remove one. For a change inside a file use edit_file.",
  effect: "write",
  input: z.strictObject({
    path: z.string(),
    content: z.string().nullable().describe("Null removes the file."),
  }),
  examples: [
    { title: "a new module", input: { path: "src/greet.py", content: "def greet():\n    return 'hello'\n" } },
    { title: "an unneeded file", input: { path: "src/main.py", content: null } },
  ],
  guarded: ({ path }) => ({ kind: "write", name: "write_file", paths: [path] }),
  async run({ path, content }, { tree }) {
    if (content === null) {
      await tree.remove(path);
      return { output: { path, status: "removed" } };
    }
    const existed = (await tree.files()).includes(path);
    await tree.writeBytes(path, new TextEncoder().encode(content));
    return {
      output: {
        path,
        status: existed ? "replaced" : "created",
        bytes: new TextEncoder().encode(content).length,
      },
    };
  },
});
