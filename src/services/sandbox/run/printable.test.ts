import fc from "fast-check";
import { expect, test } from "vitest";
import { printable } from "./printable.ts";

test.each([
  ["plain text stays", "a\tb\nc é 漢 🙂\r\n", "a\tb\nc é 漢 🙂\r\n"],
  ["an escape sequence is visible", "\u001b[2J", "␛[2J"],
  ["a bell is visible", "\u0007", "␇"],
  ["a return that overwrites the line is visible", "safe\rgone", "safe␍gone"],
  ["an eight-bit control is visible", "\u009b31m", "\\u{9b}31m"],
  ["reversed text is visible", "a\u202eb", "a\\u{202e}b"],
  ["an invisible letter becomes visible", "a\u200bb", "a\\u{200b}b"],
  ["a hidden tag becomes visible", "\u{e0041}", "\\u{e0041}"],
])("%s", (_name, text, shown) => expect(printable(text)).toBe(shown));

test("leaves nothing that a terminal would interpret, and a second pass changes nothing", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const shown = printable(text);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression looks for control characters
      expect(shown).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/);
      expect(printable(shown)).toBe(shown);
    }),
  );
});
