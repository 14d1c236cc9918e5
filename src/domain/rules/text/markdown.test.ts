import { expect, it } from "vitest";
import { inlineCode } from "./markdown.ts";

it.each([
  ["plain text", "`plain text`"],
  ["two\nlines | and `ticks`", "`two lines | and 'ticks'`"],
  ["@somebody closes #1", "`@somebody closes #1`"],
  ["", "` `"],
])("shows %j as code that its content cannot close", (text, expected) => {
  expect(inlineCode(text)).toBe(expected);
});
