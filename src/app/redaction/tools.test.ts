import { describe, expect, it } from "vitest";
import type { ToolCall } from "../../domain/entities/tool.ts";
import { openRedactor } from "./open-redactor.ts";
import { withSecrets } from "./tools.ts";

const TOKEN = `ghp_${"a7Q9xZ3bC5dE".repeat(3)}`;
const FILES: Readonly<Record<string, string>> = {
  "a.js": `const key = "${TOKEN}";\n`,
  "b.js": "const b = 1;\n",
};
const tree = {
  files: async () => Object.keys(FILES),
  readText: async (path: string) => FILES[path] ?? "",
};
const redactor = openRedactor([]);
const shown = /<secret:[^>]+>/.exec(redactor.text(FILES["a.js"] ?? ""))?.[0] ?? "";
const write = (path: string, content: string): ToolCall => ({
  name: "write_file",
  parameters: { path, content },
  category: "write",
});
const edit = (path: string, change: Record<string, string | number>): ToolCall => ({
  name: "edit_file",
  parameters: { files: [{ path, changes: [change] }] },
  category: "write",
});

describe("a call with placeholders", () => {
  it.each([
    ["a new content", write("a.js", `let key = "${shown}";\n`), `let key = \\"${TOKEN}\\";`],
    [
      "search and replace",
      edit("a.js", { search: `"${shown}"`, replace: `"${shown}" + b` }),
      `\\"${TOKEN}\\" + b`,
    ],
    [
      "a line range",
      edit("a.js", { start_line: 1, end_line: 1, text: `key("${shown}")` }),
      `key(\\"${TOKEN}\\")`,
    ],
  ])("writes the value into the file that contains it: %s", async (_title, call, expected) => {
    expect(JSON.stringify(await withSecrets(call, tree, redactor))).toContain(expected);
  });

  it.each([
    ["another file", write("b.js", `const b = "${shown}";`), "stands for a secret that is not in b.js"],
    ["a new file", write("new/c.js", shown), "stands for a secret that is not in new/c.js"],
    ["another file, edited", edit("b.js", { search: "1", replace: shown }), "is not in b.js"],
    ["a placeholder that was made up", write("a.js", "<secret:github-token:000000>"), "is not in a.js"],
    ["its own secret", write("b.js", `const b = "${TOKEN.replace("a7Q9", "b8R0")}";`), "would add a secret"],
  ])("is refused for %s", async (_title, call, why) => {
    expect(await withSecrets(call, tree, redactor)).toContain(why);
  });

  it("leaves text unchanged that only looks like a placeholder and is already in the file", async () => {
    const made = { files: async () => ["c.md"], readText: async () => "see <secret:password:abcdef>\n" };
    const call = write("c.md", "read <secret:password:abcdef>\n");
    expect(await withSecrets(call, made, redactor)).toEqual(call);
  });
});
