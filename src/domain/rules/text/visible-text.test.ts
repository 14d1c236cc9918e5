import { describe, expect, it } from "vitest";
import { visible, visibleName, visiblePieces } from "./visible-text.ts";

describe("visible text", () => {
  it.each([
    ["keeps lines and tabs", "a\n\tb", "a\n\tb"],
    ["drops the carriage return of a line end", "a\r\nb", "a\nb"],
    ["shows a carriage return within a line", "# a comment\rcode()\n", "# a comment␍code()\n"],
    ["shows escape sequences", "\u001b[31mred", "␛[31mred"],
    ["shows a direction mark", "access = 'user\u202e // admin'", "access = 'user<U+202E> // admin'"],
    ["shows an invisible space", "a\u200bb", "a<U+200B>b"],
    ["shows a line separator", "a\u2028b", "a<U+2028>b"],
    ["shows half a surrogate pair", "a\ud800b", "a<U+D800>b"],
    ["shows an invisible letter", "a\u3164b", "a<U+3164>b"],
    ["shows invisible tag characters", "a\u{e0041}b", "a<U+E0041>b"],
    ["leaves other scripts alone", "日本 naïve ✓", "日本 naïve ✓"],
  ])("%s", (_name, text, shown) => {
    expect(visible(text)).toBe(shown);
  });

  it("keeps a name on one line", () => {
    expect(visibleName("src/a\n✔ approved\r\t.js\u202e")).toBe("src/a␊✔ approved␍␉.js<U+202E>");
  });

  it("distinguishes a symbol from text that looks like one", () => {
    expect(visiblePieces("<U+202E>\u202e!\r\n")).toEqual([
      { text: "<U+202E>", hidden: false },
      { text: "<U+202E>", hidden: true },
      { text: "!", hidden: false },
      { text: "␍", hidden: true },
      { text: "\n", hidden: false },
    ]);
    expect(visiblePieces("")).toEqual([]);
    expect(visiblePieces("a\nb")).toEqual([{ text: "a\nb", hidden: false }]);
    expect(visiblePieces("a\nb", true)).toEqual([
      { text: "a", hidden: false },
      { text: "␊", hidden: true },
      { text: "b", hidden: false },
    ]);
  });
});
