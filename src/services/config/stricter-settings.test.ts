import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_SETTINGS, Settings } from "./settings.ts";
import { stricterSettings } from "./stricter-settings.ts";

describe("a repository's settings", () => {
  it.each<[string, object]>([
    ["always asks", { gate: { mode: "supervised", ask_below_confidence: 0.95 } }],
    ["adds its own critical files", { gate: { critical_files: ["payments/**"] } }],
    ["wants less", { model: { max_tokens: 1000, search_seconds: 1 }, sandbox: { memory_mb: 512 } }],
    ["wants no model", { brain: "search" }],
    ["waits longer before a retry", { daemon: { cooldown_seconds: 99_999, concurrency: 1 } }],
    ["has quiet tests, and you have no limit", { tests: { silence_seconds: 90 } }],
    ["lands on a branch", { landing: "branch" }],
  ])("apply if it %s", (_what, wanted) => {
    const { settings, refused } = stricterSettings(DEFAULT_SETTINGS, wanted);
    expect(refused).toEqual([]);
    expect(settings).not.toEqual(DEFAULT_SETTINGS);
    expect(Settings.parse(settings)).toEqual(settings);
  });

  it.each<[string, object, string]>([
    ["a model", { brain: "anthropic:claude-opus-4-5" }, "brain: anthropic:claude-opus-4-5"],
    ["another brain", { brain: "llm" }, "brain: llm"],
    ["more tokens", { model: { max_tokens: 1e9 } }, "model.max_tokens: 1000000000"],
    ["more money", { model: { max_cost_usd: 1000 } }, "model.max_cost_usd: 1000"],
    ["more steps", { model: { max_steps: 61 } }, "model.max_steps: 61"],
    ["more thinking", { model: { effort: "xhigh" } }, "model.effort: xhigh"],
    ["another temperature", { model: { temperature: 2 } }, "model.temperature: 2"],
    ["a longer silence", { model: { silence_seconds: 9999 } }, "model.silence_seconds: 9999"],
    [
      "its own prices",
      { model: { prices: { "openai:gpt-5": { input: 0 } } } },
      "model.prices.openai:gpt-5.input: 0",
    ],
    ["more time", { tests: { timeout_seconds: 86_400 } }, "tests.timeout_seconds: 86400"],
    ["more memory", { sandbox: { memory_mb: 999_999 } }, "sandbox.memory_mb: 999999"],
    ["no questions", { gate: { mode: "autonomous" } }, "gate.mode: autonomous"],
    ["fewer questions", { gate: { ask_below_confidence: 0 } }, "gate.ask_below_confidence: 0"],
    ["its tests edited", { repair: { allow_test_edits: true } }, "repair.allow_test_edits: true"],
    ["a push", { landing: "pull-request" }, "landing: pull-request"],
    ["a command", { tests: { commands: { own: { run: "x" } } } }, "tests.commands.own.run: x"],
    ["its tests excluded", { tests: { exclude: ["**"] } }, 'tests.exclude: ["**"]'],
    ["uncovered changes", { gate: { allow_uncovered: true } }, "gate.allow_uncovered: true"],
    ["longer claims", { daemon: { lease_seconds: 99 } }, "daemon.lease_seconds: 99"],
    ["an unknown setting", { future: { endpoint: "http://x" } }, "future.endpoint: http://x"],
  ])("cannot have %s", (_what, wanted, said) => {
    const safe = "future" in wanted ? { ...DEFAULT_SETTINGS, future: {} } : DEFAULT_SETTINGS;
    const { settings, refused } = stricterSettings(safe as Settings, wanted);
    expect(refused).toEqual([said]);
    expect(settings).toEqual(safe);
  });

  it.each([
    ["an empty list", [], "gate.critical_files: []"],
    ["a pattern that excludes", ["!**/auth/**"], "gate.critical_files: !**/auth/**"],
  ])("cannot remove a critical file by %s", (_name, critical_files, said) => {
    const { settings, refused } = stricterSettings(DEFAULT_SETTINGS, { gate: { critical_files } });
    expect(settings).toEqual(DEFAULT_SETTINGS);
    expect(refused).toEqual([said]);
  });

  it("cannot have more silence than you allow", () => {
    const yours = Settings.parse({ tests: { silence_seconds: 60 } });
    const asked = (silence_seconds: number | null) => stricterSettings(yours, { tests: { silence_seconds } });
    expect(asked(30)).toMatchObject({ settings: { tests: { silence_seconds: 30 } }, refused: [] });
    expect(asked(90)).toEqual({ settings: yours, refused: ["tests.silence_seconds: 90"] });
    expect(asked(null)).toEqual({ settings: yours, refused: ["tests.silence_seconds: null"] });
  });

  it("never raises a limit of the model", () => {
    const { model } = DEFAULT_SETTINGS;
    const numbers = Object.entries(model).filter(([, value]) => typeof value === "number");
    fc.assert(
      fc.property(fc.constantFrom(...numbers), fc.integer({ min: 1 }), ([key, yours], wanted) => {
        const { settings } = stricterSettings(DEFAULT_SETTINGS, { model: { [key]: wanted } });
        expect(settings.model[key as keyof typeof model]).toBeLessThanOrEqual(Number(yours));
      }),
    );
  });
});
