import { describe, expect, it } from "vitest";
import type { DiffFile, DiffHunk, DiffLine } from "../../src/hosts/http/api/reviews.ts";
import { piecesOf, type Row, rowsOf } from "./rows.ts";

describe("rowsOf", () => {
  const file = fileOf(" a", "-b", "-c", "+B", " d", "+e", "-f");

  it("keeps the order of the diff in one column", () => {
    expect(shape(rowsOf(file, "unified"))).toEqual(["@", "0|0", "1|", "2|", "|3", "4|4", "|5", "6|"]);
  });

  it("puts replaced and replacing lines side by side", () => {
    expect(shape(rowsOf(file, "split"))).toEqual(["@", "0|0", "1|3", "2|", "4|4", "|5", "6|"]);
  });

  it("has no row for a file without hunks", () => {
    expect(rowsOf({ ...file, hunks: [] }, "split")).toEqual([]);
  });
});

describe("piecesOf", () => {
  it("marks the changed word and colors the rest", () => {
    const [hunk] = fileOf("-return a - b; // x", "+return a + b; // x").hunks;
    const [, added] = piecesOf(hunk as DiffHunk, "a.js");
    expect(added).toEqual([
      { text: "return", kind: "keyword", marked: false },
      { text: " a ", kind: null, marked: false },
      { text: "+", kind: null, marked: true },
      { text: " b; ", kind: null, marked: false },
      { text: "// x", kind: "comment", marked: false },
    ]);
  });

  it("keeps the two sides' comments apart", () => {
    const [hunk] = fileOf("-/* old", "+let a", " let b").hunks;
    const kinds = piecesOf(hunk as DiffHunk, "a.js").map((line) => line[0]?.kind);
    expect(kinds).toEqual(["comment", "keyword", "keyword"]);
  });
});

function shape(rows: readonly Row[]): string[] {
  return rows.map((row) => (row.kind === "hunk" ? "@" : `${row.left ?? ""}|${row.right ?? ""}`));
}

function fileOf(...lines: string[]): DiffFile {
  const kinds: Readonly<Record<string, DiffLine["kind"]>> = { "+": "added", "-": "removed" };
  const hunk: DiffHunk = {
    old_start: 1,
    old_lines: lines.length,
    new_start: 1,
    new_lines: lines.length,
    heading: "",
    lines: lines.map((line, index) => ({
      kind: kinds[line[0] ?? ""] ?? "context",
      old: index + 1,
      new: index + 1,
      text: line.slice(1),
    })),
  };
  return {
    path: "a.js",
    status: "changed",
    mode: null,
    binary: false,
    added: 0,
    removed: 0,
    hunks: [hunk],
    after_text: null,
  };
}
