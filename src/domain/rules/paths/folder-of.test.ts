import { expect, it } from "vitest";
import { folderOf } from "./folder-of.ts";

it.each([
  ["a/b/c.ts", "a/b"],
  ["a/b", "a"],
  ["c.ts", ""],
  ["", ""],
])("the folder of %j is %j", (path, folder) => {
  expect(folderOf(path)).toBe(folder);
});
