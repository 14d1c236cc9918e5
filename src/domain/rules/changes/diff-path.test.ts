import { describe, expect, it } from "vitest";
import { pathInHeader } from "./diff-path.ts";

describe("pathInHeader", () => {
  it.each([
    ["b/src/a.ts", "src/a.ts"],
    ["a/src/a.ts\t", "src/a.ts"],
    ["/dev/null", "/dev/null"],
    ['"b/\\303\\244 \\"x\\".js"', 'ä "x".js'],
    ["b/b/a.ts", "b/a.ts"],
  ])("reads %s", (header, path) => {
    expect(pathInHeader(header)).toBe(path);
  });
});
