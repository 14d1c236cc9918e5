import { expect, it } from "vitest";
import { wholeDiff } from "./diffs.ts";
import { openRedactor } from "./open-redactor.ts";

const TOKEN = `ghp_${"a7Q9xZ3bC5dE".repeat(3)}`;
const content_base64 = Buffer.from(`key = "${TOKEN}"\n`).toString("base64");
const before = { mode: "100644" as const, sha256: "a".repeat(64), content_base64 };
const change = {
  files: [
    { path: "a.js", before, after: before },
    { path: "b.js", before: null, after: null },
  ],
  diff: "",
  diff_hash: "b".repeat(64),
};
const diffOf = (path: string, line: string) =>
  `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-x\n+${line}\n`;

it("restores a secret in its own file, and rejects it in another", () => {
  const redactor = openRedactor([]);
  const shown = redactor.text(`"${TOKEN}"`);
  expect(wholeDiff(`# words\n${diffOf("a.js", shown)}`, change, redactor)).toBe(
    `# words\n${diffOf("a.js", `"${TOKEN}"`)}`,
  );
  expect(() => wholeDiff(diffOf("a.js", "y") + diffOf("b.js", shown), change, redactor)).toThrow(
    "is not in b.js",
  );
});
