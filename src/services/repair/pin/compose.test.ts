import { describe, expect, it } from "vitest";
import type { TextEdit } from "../../../domain/entities/patch.ts";
import { applyEdits } from "../propose/apply.ts";
import { compose } from "./compose.ts";

const TEXT = "a = b + c\nreturn a < 3\n";
const edit = (start: number, end: number, text: string): TextEdit => ({ path: "f.py", start, end, text });
const first = edit(6, 7, "--");

describe("compose", () => {
  it.each<[string, TextEdit, string, number]>([
    ["before the first edit", edit(0, 1, "x"), "x = b -- c\nreturn a < 3\n", 2],
    ["behind it", edit(20, 21, "<="), "a = b -- c\nreturn a <= 3\n", 2],
    ["inside what it wrote", edit(7, 8, "*"), "a = b -* c\nreturn a < 3\n", 1],
    ["around it", edit(4, 10, "d"), "a = d\nreturn a < 3\n", 1],
  ])("expresses a second edit %s relative to the original", (_where, second, wanted, count) => {
    const texts = new Map([["f.py", TEXT]]);
    const edits = compose([first], [second], texts);
    expect(applyEdits(edits, texts).get("f.py")).toBe(wanted);
    expect(edits).toHaveLength(count);
  });
});
