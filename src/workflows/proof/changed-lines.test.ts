import { describe, expect, it } from "vitest";
import { changedLines } from "./changed-lines.ts";

const diff = (...lines: string[]) => `${lines.join("\n")}\n`;

describe("changedLines", () => {
  it.each([
    [
      "a replaced line",
      diff("--- a/x.js", "+++ b/x.js", "@@ -1,3 +1,3 @@", " a", "-b", "+c", " d"),
      [{ path: "x.js", lines: [2] }],
    ],
    [
      "two hunks",
      diff("--- a/x.js", "+++ b/x.js", "@@ -1 +1 @@", "-a", "+b", "@@ -9,0 +10,2 @@", "+c", "+d"),
      [{ path: "x.js", lines: [1, 10, 11] }],
    ],
    [
      "a pure deletion",
      diff("--- a/x", "+++ b/x", "@@ -1,3 +1,2 @@", " a", "-b", " c"),
      [{ path: "x", lines: [2] }],
    ],
    [
      "a deletion at the end of the file",
      diff("--- a/x", "+++ b/x", "@@ -1,3 +1,1 @@", " a", "-b", "-c"),
      [{ path: "x", lines: [1] }],
    ],
    ["a deleted file", diff("--- a/x", "+++ /dev/null", "@@ -1 +0,0 @@", "-a"), []],
    [
      "a new file",
      diff("--- /dev/null", "+++ b/n", "@@ -0,0 +1,2 @@", "+a", "+b"),
      [{ path: "n", lines: [1, 2] }],
    ],
    [
      "content that looks like a header",
      diff("--- a/x", "+++ b/x", "@@ -1,2 +1,2 @@", "--- a", "+++ b/y", " z"),
      [{ path: "x", lines: [1] }],
    ],
    [
      "no newline at the end",
      diff(
        "--- a/x",
        "+++ b/x",
        "@@ -1 +1 @@",
        "-a",
        "\\ No newline at end of file",
        "+b",
        "\\ No newline at end of file",
      ),
      [{ path: "x", lines: [1] }],
    ],
    [
      "a quoted name",
      diff('--- "a/caf\\303\\251 \\"x\\".js"', '+++ "b/caf\\303\\251 \\"x\\".js"', "@@ -1 +1 @@", "-a", "+b"),
      [{ path: 'café "x".js', lines: [1] }],
    ],
  ])("reads %s", (_name, text, expected) => {
    expect(changedLines(text)).toEqual(expected);
  });
});
