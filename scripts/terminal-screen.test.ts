import { expect, test } from "vitest";
import { renderScreen, textOf } from "./terminal-screen.ts";

test("keeps the final screen content, with its colors", () => {
  const output = "\r\u001b[2K⠋ Working\r\u001b[2K\u001b[32m✔\u001b[39m done\r\n\u001b[1;31mbad\u001b[0m\n";
  expect(renderScreen(output)).toEqual([
    [
      { text: "✔", marks: ["green"] },
      { text: " done", marks: [] },
    ],
    [{ text: "bad", marks: ["bold", "red"] }],
    [],
  ]);
});

test("overwrites a line from its start, and ignores other sequences", () => {
  expect(renderScreen("abcdef\rxy\u001b[K\u001b[?25l").map(textOf)).toEqual(["xy"]);
});
