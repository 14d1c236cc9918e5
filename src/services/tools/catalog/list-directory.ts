import { z } from "zod";
import { defineTool, ToolRefusal } from "../tool.ts";

export const listDirectory = defineTool({
  name: "list_directory",
  description: "List a folder of the project: files and folders, one level deep.",
  effect: "read",
  input: z.strictObject({ path: z.string().default(".") }),
  examples: [{ title: "the root folder", input: { path: "." } }],
  guarded: ({ path }) => ({ kind: "read", name: "list_directory", paths: [path] }),
  async run({ path }, { tree }) {
    const prefix = path === "." || path === "" ? "" : `${path.replace(/\/+$/, "")}/`;
    const below = (await tree.files())
      .filter((file) => file.startsWith(prefix))
      .map((file) => file.slice(prefix.length));
    if (below.length === 0)
      throw new ToolRefusal(`there is no folder ${path}; list_directory "." shows the root folder`);
    const folders = new Set(
      below.filter((name) => name.includes("/")).map((name) => `${name.split("/")[0]}/`),
    );
    const files = below.filter((name) => !name.includes("/"));
    return { output: { path, folders: [...folders].sort(), files } };
  },
});
