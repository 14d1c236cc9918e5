import { describe, expect, it } from "vitest";
import { possibleName, toolNamed } from "./tool-names.ts";

const NAMES = ["read_file", "run_tests", "run_check", "check_file", "complete"];

describe("toolNamed", () => {
  it.each([
    ["read_file", "read_file"],
    ["functions.read_file", "read_file"],
    ["default_api.read_file", "read_file"],
    ["default_api:read_file", "read_file"],
    ["tools/read_file", "read_file"],
    ["mcp__agentforge__read_file", "read_file"],
    ["Read_File", "read_file"],
    ["readFile", "read_file"],
    ["read-file", "read_file"],
    ["read_file<|channel|>commentary", "read_file"],
    [" complete ", "complete"],
  ])("recognizes %s as %s", (written, name) => {
    expect(toolNamed(written, NAMES)).toBe(name);
  });

  it.each(["file", "read", "check", "functions.", "", "rm", "read_files"])(
    "does not guess for %j",
    (written) => {
      expect(toolNamed(written, NAMES)).toBe(written);
    },
  );

  it("does not choose between two matches", () => {
    expect(toolNamed("x.ReadFile", ["read_file", "readfile"])).toBe("x.ReadFile");
  });
});

describe("possibleName", () => {
  it.each([
    ["read_file", "read_file"],
    ["multi tool.use", "multi_tool_use"],
    ["", "unnamed"],
    ["x".repeat(99), "x".repeat(64)],
  ])("%j becomes %j", (name, possible) => {
    expect(possibleName(name)).toBe(possible);
  });
});
