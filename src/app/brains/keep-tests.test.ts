import { expect, it } from "vitest";
import type { GuardedTool } from "../../domain/entities/guard-event.ts";
import type { AttemptTree } from "../../domain/ports/workspace.ts";
import type { ToolGuards } from "../../services/tools/index.ts";
import { keepTests } from "./keep-tests.ts";

const ALLOWED = {
  decision: { effect: "allow", guard: "x", rule: "x", reason: "" },
  notes: [],
} as const;
const guards: ToolGuards = { before: async () => ALLOWED, after: async () => [] };
const tree = { path: "/copy", files: async () => ["checks.js", "calc.js"] } as unknown as AttemptTree;
const judging = async () => ({
  collected: new Set(["checks.js"]),
  has: (path: string) => path.startsWith("checks"),
  why: () => "the run found tests in it",
});
const write = (...paths: string[]): GuardedTool => ({ kind: "write", name: "edit_file", paths });

it.each([
  ["a judging file", write("checks.js"), "deny"],
  ["one by a longer name", write("./src/../checks.js"), "deny"],
  ["one by its full path", write("/copy/checks.js"), "deny"],
  ["one among others", write("calc.js", "checks.js"), "deny"],
  ["a source", write("calc.js"), "allow"],
  ["a new test", write("checks-of-more.js"), "allow"],
  ["reading a test", { kind: "read", name: "read_file", paths: ["checks.js"] } as GuardedTool, "allow"],
])("%s", async (_, tool, effect) => {
  const { decision } = await (await keepTests(guards, tree, judging)).before(tool);
  expect(decision.effect).toBe(effect);
  if (effect === "deny") expect(decision.reason).toMatch(/^checks\.js judges this change: the run found/);
});

it("allows a file that nothing is known about", async () => {
  const { decision } = await (await keepTests(guards, tree, async () => null)).before(write("checks.js"));
  expect(decision.effect).toBe("allow");
});
