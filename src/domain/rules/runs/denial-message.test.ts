import { describe, expect, it } from "vitest";
import type { GuardDecision } from "../../entities/guard-event.ts";
import { denialMessage, ruleName } from "./denial-message.ts";

const denied: GuardDecision = {
  effect: "deny",
  reason: ".env is protected",
  rule: "protected_file",
  guard: "file_protection",
};
const way = { id: "D-1a2b3c4d", userFile: "/home/me/.config/agentforge/harness.json" };

describe("denialMessage", () => {
  it.each<[string, GuardDecision, string | null, readonly string[]]>([
    ["a denial", denied, way.id, ["denied this: .env is protected.", "Only a person", "D-1a2b3c4d --once"]],
    ["a question", { ...denied, effect: "ask" }, way.id, ["asks: .env", "D-1a2b3c4d --session"]],
    ["nobody to ask", { ...denied, unattended: true }, way.id, ["beforehand", "D-1a2b3c4d --once"]],
    ["no id", { ...denied, guard: "budget" }, null, ["middleware.budget in /home/me"]],
    [
      "an agent's own answer",
      { ...denied, rule: "self_approval" },
      null,
      ["This cannot be allowed for an agent"],
    ],
  ])("names AgentForge, the rule, the layer and the next step: %s", (_what, decision, id, parts) => {
    const text = denialMessage(decision, { ...way, id });
    for (const part of ["AgentForge", ruleName(decision), ...parts]) expect(text).toContain(part);
  });

  it("names the layer of the rule", () => {
    expect(ruleName(denied)).toBe("rule protected_file of file_protection, layer built-in");
    expect(ruleName({ ...denied, layer: "repository" })).toContain("layer repository");
  });
});
