import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ChangeSet } from "../../../domain/entities/code-change.ts";
import { editsOf } from "./change.ts";

const hash = "0".repeat(64);
const side = (text: string | Uint8Array | null) =>
  text === null
    ? null
    : { mode: "100644" as const, sha256: hash, content_base64: Buffer.from(text).toString("base64") };
const change = (
  path: string,
  before: string | Uint8Array | null,
  after: string | Uint8Array | null,
): ChangeSet => ({
  files: [{ path, before: side(before), after: side(after) }],
  diff: "",
  diff_hash: hash,
});

describe("editsOf", () => {
  it("yields edits that turn one text into the other", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (before, after) => {
        const [edit] = editsOf(change("a.js", before, after), new Map());
        const { start, end, text } = edit ?? { start: 0, end: 0, text: "" };
        expect(before.slice(0, start) + text + before.slice(end)).toBe(after);
      }),
    );
  });

  it.each<[string, ChangeSet, object[]]>([
    ["a new file", change("a.js", null, "x"), [{ path: "a.js", start: 0, end: 0, text: "x" }]],
    [
      "a removed file",
      change("a.js", "x", null),
      [{ path: "a.js", start: 0, end: 0, text: "", remove: true }],
    ],
    ["a file that became empty", change("a.js", "x", ""), [{ path: "a.js", start: 0, end: 1, text: "" }]],
    ["a new empty file", change("a.js", null, ""), [{ path: "a.js", start: 0, end: 0, text: "" }]],
    ["no change", change("a.js", "x", "x"), []],
    ["bytes that are not text", change("a.bin", "x", new Uint8Array([255])), []],
  ])("%s", (_name, given, expected) => expect(editsOf(given, new Map())).toEqual(expected));

  it("compares with the text the brain started from, not with the user's", () => {
    const edits = editsOf(change("a.js", "user", "brain + 1"), new Map([["a.js", "brain"]]));
    expect(edits).toEqual([{ path: "a.js", start: 5, end: 5, text: " + 1" }]);
  });
});
