import { expect, it } from "vitest";
import { slipsBetween } from "./spelling.ts";

it.each<[string, string, number | null]>([
  ["titlecase", "title_case", 0],
  ["roundto", "roundTo", 0],
  ["fil", "fill", 1],
  ["widht", "width", 1],
  ["entires", "entries", 1],
  ["OrderdDict", "OrderedDict", 1],
  ["facter", "factors", 2],
  ["total", "total", null],
  ["a", "b", null],
  ["cat", "cut", 1],
  ["cat", "cup", null],
  ["width", "height", null],
])("%s and %s are %s typos apart", (name, other, slips) => {
  expect(slipsBetween(name, other)).toBe(slips);
  expect(slipsBetween(other, name)).toBe(slips);
});
