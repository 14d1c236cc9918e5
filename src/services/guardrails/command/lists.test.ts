import { describe, expect, it } from "vitest";
import { lists } from "./lists.ts";

describe("a list of names", () => {
  it.each([
    ["a name in it", "cat", true],
    ["a name that only starts like one", "ca", false],
    ["nothing", "", false],
    ["two of its names, joined", "cat ls", false],
  ])("says whether it contains %s", (_what, name, isListed) => {
    expect(lists("bat cat ls", name)).toBe(isListed);
  });
});
