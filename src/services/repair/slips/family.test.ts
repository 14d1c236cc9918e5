import { globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { slips } from "./list.ts";

describe("the family of slips", () => {
  it("lists every file of the folders that exports slips", () => {
    const list = readFileSync(join(import.meta.dirname, "list.ts"), "utf8");
    const files = globSync("*/*.ts", { cwd: import.meta.dirname }).filter((path) =>
      /^export const \w+Slips\b/m.test(readFileSync(join(import.meta.dirname, path), "utf8")),
    );
    expect([...list.matchAll(/from "\.\/(\w+\/.+)";/g)].map((each) => each[1]).sort()).toEqual(files.sort());
  });

  it("has at most 25 entries in a folder", () => {
    const entries = readdirSync(import.meta.dirname, { recursive: true, withFileTypes: true });
    const sizes = Map.groupBy(entries, ({ parentPath }) => parentPath);
    for (const [folder, { length }] of sizes) expect([folder, length <= 25]).toEqual([folder, true]);
  });

  it("says what goes wrong, with an example in each language", () => {
    for (const { why, examples } of slips) {
      expect(why).not.toBe("");
      expect([why, Object.keys(examples).length > 0]).toEqual([why, true]);
      for (const some of Object.values(examples)) expect([why, some.length > 0]).toEqual([why, true]);
    }
  });
});
