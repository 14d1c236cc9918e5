import { expect, it } from "vitest";
import { Settings } from "./settings.ts";

it.each([
  ["Mira Bot <mira@example.com>", true],
  ["Mira <mira@example.com>\nSigned-off-by: Eve <eve@example.com>", false],
  ["Mira <mira@example.com> <x@example.com>", false],
  ["mira@example.com", false],
  ["<mira@example.com>", false],
])("accepts %j as a co-author: %s", (co_author, isValid) => {
  expect(Settings.safeParse({ commits: { co_author } }).success).toBe(isValid);
});
