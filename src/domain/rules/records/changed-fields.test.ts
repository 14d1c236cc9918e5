import { expect, test } from "vitest";
import { changedFields } from "./changed-fields.ts";

test.each([
  ["nothing", { a: 1, b: { c: [1] } }, { b: { c: [1] }, a: 1 }, []],
  ["one", { a: 1, b: 2 }, { a: 1, b: 3 }, ["b"]],
  ["order inside a field", { a: { x: 1, y: 2 } }, { a: { y: 2, x: 1 } }, []],
  ["order of a list", { a: [1, 2] }, { a: [2, 1] }, ["a"]],
  ["gone", { a: 1, b: 2 }, { a: 1 }, ["b"]],
  ["new", { a: 1 }, { a: 1, z: 0 }, ["z"]],
  ["null counts as absent", { a: null }, {}, []],
  ["no longer a record", { a: 1 }, ["a"], ["a"]],
  ["text instead of a record", { a: 1 }, "a: 1", ["a"]],
])("%s", (_name, before, after, changed) => {
  expect(changedFields(before, after)).toEqual(changed);
});
