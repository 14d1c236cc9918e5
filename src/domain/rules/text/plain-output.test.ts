import { describe, expect, it } from "vitest";
import { plainOutput } from "./plain-output.ts";

const hash = "0123456789abcdef".repeat(4);

describe("plainOutput", () => {
  it.each<[string, Parameters<typeof plainOutput>[0], string]>([
    ["a text unchanged", 'say "hi"\n\tthere', 'say "hi"\n\tthere'],
    [
      "a file: facts on one line, its lines below, the hash short",
      { path: "a.js", hash, total_lines: 2, content: '1\tconst a = "x";\n2\t' },
      'path: a.js, hash: 0123456789ab, total lines: 2\n1\tconst a = "x";\n2\t',
    ],
    [
      "matches as grep writes them",
      { matches: [{ path: "a.js", line: 2, text: "b", before: ["a"], after: ["c"] }], total: 1 },
      "total: 1\nmatches:\na.js\n1- a\n2: b\n3- c",
    ],
    [
      "matches by file, each path once, and a mark where lines are left out",
      {
        matches: [
          { path: "a.js", line: 2, text: "b", before: ["a"], after: ["c"] },
          { path: "a.js", line: 4, text: "d", before: [], after: ["e"] },
          { path: "a.js", line: 9, text: "i", before: ["h"], after: [] },
          { path: "b.js", line: 1, text: "a", before: [], after: [] },
          { path: "b.js", line: 7, text: "g", before: [], after: [] },
        ],
      },
      "matches:\na.js\n1- a\n2: b\n3- c\n4: d\n5- e\n--\n8- h\n9: i\nb.js\n1: a\n7: g",
    ],
    ["nothing that is empty", { files: [], message: null, total: 0 }, "total: 0"],
    ["nothing at all", { files: [], message: null }, "nothing"],
    [
      "guards' notes after the result",
      { result: { ok: true }, notes: ["slow down"] },
      "ok: true\nnote: slow down",
    ],
    ["a short list on a line", { files: ["a.js", "b.js"] }, "files: a.js, b.js"],
    [
      "a long list line by line",
      { files: ["a".repeat(100), "b".repeat(100)] },
      `files:\n${"a".repeat(100)}\n${"b".repeat(100)}`,
    ],
    ["one line of a file", { path: "a.js", content: "1\tx" }, "path: a.js\n1\tx"],
    [
      "false, and nothing about an empty remainder",
      { passed: false, omitted: 0, timed_out: false },
      "passed: false",
    ],
    ["what was left out", { total: 9, omitted: 3, timed_out: true }, "total: 9, omitted: 3, timed out: true"],
    ["a diff without git's blob hashes", { diff: `--- a\nindex ${hash}..${hash} 100644\n+b` }, "--- a\n+b"],
  ])("shows %s", (_name, output, text) => {
    expect(plainOutput(output)).toBe(text);
  });
});
