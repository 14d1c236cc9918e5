import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { FAMILIES } from "./registry.ts";

/** Every word in the family files; program names are among them. */
const folder = join(import.meta.dirname, "programs");
const words = new Set(
  readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), "utf8").match(/[\w.+:[-]+/g) ?? []),
);

describe("the families of programs", () => {
  it("share no program, so their order does not matter", () => {
    const families = [...words].map((name) => FAMILIES.filter((family) => family(name) !== undefined).length);
    expect(families.filter((count) => count === 1).length).toBeGreaterThan(500);
    expect([...words].filter((_, index) => (families[index] ?? 0) > 1)).toEqual([]);
  });
});
