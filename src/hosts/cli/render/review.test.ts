import { describe, expect, it } from "vitest";
import { createPaint } from "../terminal.ts";
import { rows } from "./review.ts";

describe("rows", () => {
  it("aligns values and wraps long ones below themselves", () => {
    const text = rows(
      [
        ["Fix", "one two three four five six seven eight nine"],
        ["Tests", "4 passed"],
      ],
      createPaint(false),
      42,
    );
    expect(text.split("\n")).toEqual([
      "  Fix    one two three four five six",
      "         seven eight nine",
      "  Tests  4 passed",
    ]);
  });

  it("does not wrap lines in a pipe", () => {
    expect(
      rows([["Fix", "word ".repeat(200).trim()]], createPaint(false), Number.POSITIVE_INFINITY).split("\n"),
    ).toHaveLength(1);
  });

  it("shows control characters of a repository instead of obeying them", () => {
    expect(rows([["Fix", "\u001b[2J"]], createPaint(false))).toContain("␛[2J");
  });
});
