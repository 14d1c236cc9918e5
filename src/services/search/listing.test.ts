import { symlinkSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import { removeTrees, writeTree } from "../../../test/support/written-trees.ts";
import { createListing } from "./listing.ts";

afterEach(removeTrees);

describe("createListing", () => {
  it("knows what exists, at any depth and behind links", () => {
    const root = writeTree({ "a/b/c.txt": "", "top.txt": "" });
    symlinkSync("a", `${root}/link`);
    symlinkSync("nowhere", `${root}/broken`);
    const listing = createListing(root);
    const existing = ["top.txt", "a", "a/b", "a/b/c.txt", "link/b/c.txt"];
    const missing = ["top", "b", "a/c.txt", "a/b/c.txt/d", "x/y/z", "broken", "broken/a", "link/x"];
    expect(existing.filter((path) => !listing.has(path))).toEqual([]);
    expect(missing.filter((path) => listing.has(path))).toEqual([]);
  });

  it("lists a folder, and throws for one that cannot be read", () => {
    const listing = createListing(writeTree({ "a/b.txt": "", "a/c/d.txt": "" }));
    const names = listing.entries("a").map((entry) => entry.name);
    expect(names.sort()).toEqual(["b.txt", "c"]);
    expect(() => listing.entries("missing")).toThrow("ENOENT");
  });
});
