import { describe, expect, it } from "vitest";
import { readSuggestion } from "./rust-suggestion.ts";

/** As clippy 0.1.95 writes it, without the fields that are not read. */
function span(replacement: string | null, applicability: string | null, more: object = {}) {
  return {
    file_name: "src/lib.rs",
    line_start: 3,
    line_end: 3,
    column_start: 5,
    column_end: 14,
    text: [{ text: "    return 1;", highlight_start: 5, highlight_end: 14 }],
    suggested_replacement: replacement,
    suggestion_applicability: applicability,
    ...more,
  };
}

const help = (...spans: object[]) => ({ level: "help", message: "remove `return`", spans });
const NOTE = { level: "note", message: "`#[warn(clippy::all)]` on by default", spans: [] };

describe("readSuggestion", () => {
  it("reads every part of a suggestion", () => {
    const parts = [
      span("1", "MachineApplicable"),
      span("", "MachineApplicable", { line_start: 4, line_end: 4 }),
    ];
    expect(readSuggestion([NOTE, help(...parts)])).toEqual([
      { path: "src/lib.rs", start: { line: 3, column: 5 }, end: { line: 3, column: 14 }, text: "1" },
      { path: "src/lib.rs", start: { line: 4, column: 5 }, end: { line: 4, column: 14 }, text: "" },
    ]);
  });

  it.each<[title: string, children: unknown, text: readonly string[]]>([
    [
      "the safest",
      [help(span("maybe", "MaybeIncorrect")), help(span("sure", "MachineApplicable"))],
      ["sure"],
    ],
    ["one that may be incorrect, for the tests to judge", [help(span("maybe", "MaybeIncorrect"))], ["maybe"]],
    [
      "one that clippy does not rate, after one that it rates",
      [help(span("unrated", "Unspecified")), help(span("maybe", "MaybeIncorrect"))],
      ["maybe"],
    ],
    [
      "one that clippy does not rate, if there is no other",
      [help(span("unrated", "Unspecified"))],
      ["unrated"],
    ],
    ["none with placeholders", [help(span("/* type */", "HasPlaceholders"))], []],
    ["none if a part has no replacement", [help(span("x", "MachineApplicable"), span(null, null))], []],
    ["none in a note", [NOTE], []],
    ["none if there is no list", undefined, []],
  ])("uses %s", (_, children, text) => {
    expect(readSuggestion(children).map((each) => each.text)).toEqual(text);
  });

  it("counts columns in UTF-16 units, not in characters", () => {
    const place = { text: [{ text: 'f("😀", x.clone())' }], column_start: 8, column_end: 17 };
    const [replacement] = readSuggestion([help(span("x", "MachineApplicable", place))]);
    expect([replacement?.start.column, replacement?.end.column]).toEqual([9, 18]);
  });
});
