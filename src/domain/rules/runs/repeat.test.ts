import { expect, test } from "vitest";
import type { ToolCategory } from "../../entities/tool.ts";
import { judgeRepeat } from "./repeat.ts";

test.each<[string, ToolCategory | null, "safe" | "ask"]>([
  ["read_file", "read", "safe"],
  ["edit_file", "write", "safe"],
  ["run_tests", "execute", "safe"],
  ["run_single_test", "execute", "safe"],
  ["run_shell", "execute", "safe"],
  ["run_command", "execute", "ask"],
  ["complete", "control", "safe"],
  ["teleport", null, "ask"],
])("%s (%s) is %s to repeat", (name, category, status) => {
  expect(judgeRepeat({ name, category })).toMatchObject({ status, why: expect.any(String) });
});
