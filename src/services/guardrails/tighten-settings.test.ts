import { describe, expect, it } from "vitest";
import { DEFAULT_SETTINGS, readSettings } from "./settings.ts";
import { tightenSettings } from "./tighten-settings.ts";

const rule = (effect: string) => ({ id: `r-${effect}`, effect, reason: "because", program: "curl" });
const tighten = (middleware: object, yours: object = {}) =>
  tightenSettings(readSettings({ middleware: yours }), readSettings({ middleware })).middleware;

describe("harness.json of a repository", () => {
  it("switches nothing off", () => {
    const off = Object.fromEntries(
      Object.keys(DEFAULT_SETTINGS.middleware).map((name) => [name, { enabled: false }]),
    );
    expect(tighten(off)).toEqual(DEFAULT_SETTINGS.middleware);
  });

  it.each<[string, object]>([
    ["allows a file", { file_protection: { allowed_patterns: [".env"], protected_patterns: [] } }],
    ["opens reading", { file_protection: { protect_reads: false } }],
    ["allows programs", { command_policy: { unknown_programs: "allow", rules: [rule("allow")] } }],
    ["opens folders", { path_sandbox: { readable: ["/"], writable: ["/"] } }],
    ["lets edits pass", { verification_tracker: { ignore_patterns: ["*"] } }],
    ["lets it go round", { loop_detection: { edit_threshold: 999, reset_on_new_task: false } }],
    ["asks for no tests", { pre_completion_checklist: { require_tests_pass: false, max_refusals: 0 } }],
  ])("loosens nothing where it %s", (_what, middleware) => {
    expect(tighten(middleware)).toEqual(DEFAULT_SETTINGS.middleware);
  });

  it("may be stricter", () => {
    const strict = tighten(
      {
        file_protection: { protected_patterns: ["*.sql"] },
        command_policy: { unknown_programs: "deny", rules: [rule("deny")] },
        budget: { max_tokens: 100, max_steps: 9 },
        loop_detection: { edit_threshold: 2 },
      },
      { budget: { max_tokens: 500, max_steps: 3 } },
    );
    expect(strict.file_protection.protected_patterns).toEqual(expect.arrayContaining(["*.sql", ".env"]));
    expect(strict.command_policy).toMatchObject({ unknown_programs: "deny", rules: [{ id: "r-deny" }] });
    expect(strict.budget).toMatchObject({ max_tokens: 100, max_steps: 3, max_cost_usd: 0 });
    expect(strict.loop_detection.edit_threshold).toBe(2);
  });
});
