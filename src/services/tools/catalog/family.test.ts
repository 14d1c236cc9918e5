import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { describeTools } from "../caller.ts";
import { TOOLS } from "./list.ts";

const files = readdirSync(import.meta.dirname).filter(
  (name) => !name.endsWith(".test.ts") && name !== "list.ts",
);

describe("the catalog", () => {
  it("has one file for each tool, named after it", () => {
    const names = TOOLS.map((tool) => `${tool.name.replaceAll("_", "-")}.ts`);
    expect(files.sort()).toEqual(names.sort());
  });

  it("has every tool of the specification", () => {
    expect(TOOLS.map((tool) => tool.name)).toEqual(
      expect.arrayContaining([
        ...["read_file", "write_file", "edit_file", "list_directory", "search_files", "search_code"],
        ...[
          "load_context",
          "run_command",
          "run_check",
          "check_file",
          "verify_violation_fixed",
          "run_full_check",
        ],
        ...["run_tests", "run_single_test", "read_violation", "list_violations", "get_violation_context"],
        ...["git_status", "git_diff", "git_add", "git_commit", "complete", "escalate", "cannot_fix"],
      ]),
    );
  });

  it.each(TOOLS.map((tool) => [tool.name, tool] as const))(
    "%s has valid examples that guards can read",
    (_name, tool) => {
      expect(tool.examples.length).toBeGreaterThan(0);
      for (const example of tool.examples) {
        const input = tool.input.parse(example.input);
        expect(tool.guarded(input)).toMatchObject({ name: tool.name });
      }
    },
  );

  it("publishes a JSON Schema with the fields of each tool", () => {
    for (const { parameters } of describeTools(TOOLS)) expect(parameters).toMatchObject({ type: "object" });
    const [read] = describeTools(TOOLS.filter((tool) => tool.name === "read_file"));
    expect(read?.parameters).toMatchObject({
      required: ["path"],
      properties: { start_line: { type: "integer" } },
    });
    const all = JSON.stringify(describeTools(TOOLS));
    for (const noise of ["$schema", String(Number.MAX_SAFE_INTEGER)]) expect(all).not.toContain(noise);
  });
});
