import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { callOf } from "../../../../test/support/guard-events.ts";
import { AgentForgeError } from "../../../domain/errors.ts";
import { evaluate } from "../evaluate.ts";
import { NO_FILES } from "../files.ts";
import { GUARDS } from "../guards/list.ts";
import { EMPTY_STATE } from "../harness/state.ts";
import { loadSettings } from "./load-settings.ts";
import { DEFAULT_SETTINGS, readSettings } from "./settings.ts";

describe("harness.json", () => {
  it("keeps the keys and defaults that people already have in their files", () => {
    expect(DEFAULT_SETTINGS).toMatchObject({
      version: "1.0.0",
      middleware: {
        context_injection: {
          enabled: true,
          inject_dir_tree: true,
          inject_tools: true,
          max_tree_depth: 3,
          time_budget_seconds: 0,
        },
        loop_detection: { enabled: true, edit_threshold: 5, reset_on_new_task: true },
        pre_completion_checklist: {
          enabled: true,
          require_verification: true,
          require_tests_pass: true,
          require_plan_check: true,
        },
        file_protection: {
          enabled: true,
          protected_patterns: [".env", ".env.*", "*.pem", "*.key", "credentials.*"],
        },
        trace_logging: { enabled: true, log_tool_calls: true, log_file_edits: true, max_log_size_mb: 10 },
      },
      state: { format: "json" },
    });
  });

  it("equals the defaults when it is absent or empty, and accepts single keys", () => {
    expect(loadSettings(null)).toEqual(DEFAULT_SETTINGS);
    expect(loadSettings("{}")).toEqual(DEFAULT_SETTINGS);
    const settings = loadSettings('{"middleware":{"loop_detection":{"edit_threshold":8}}}');
    expect(settings.middleware.loop_detection).toEqual({
      ...DEFAULT_SETTINGS.middleware.loop_detection,
      edit_threshold: 8,
    });
  });

  const wrong: readonly (readonly [text: string, names: string])[] = [
    ["{", "not JSON"],
    ["[]", "the file must be an object"],
    ['{"middelware":{}}', "middelware is not a setting"],
    ['{"middleware":{"loop_detection":{"treshold":1}}}', "middleware.loop_detection.treshold"],
    ['{"middleware":{"loop_detection":{"edit_threshold":"5"}}}', "edit_threshold must be a number"],
    ['{"middleware":{"loop_detection":{"edit_threshold":-1}}}', "must be zero or more"],
    ['{"middleware":{"loop_detection":true}}', "middleware.loop_detection must be an object"],
    ['{"middleware":{"file_protection":{"protected_patterns":".env"}}}', "must be a list"],
    ['{"middleware":{"file_protection":{"protected_patterns":[1]}}}', "protected_patterns[0]"],
    ['{"state":{"format":"yaml"}}', "state.format"],
    ['{"state":{"dir":"../x"}}', "state.dir"],
    ['{"middleware":{"command_policy":{"unknown_programs":"maybe"}}}', "unknown_programs"],
    [rules({ effect: "deny", reason: "x", program: "x" }), "rule 1 needs an id"],
    [rules({ id: "a", effect: "stop", reason: "x", program: "x" }), 'rule "a" needs an effect'],
    [rules({ id: "a", effect: "deny", program: "x" }), 'rule "a" needs a reason'],
    [rules({ id: "a", effect: "deny", reason: "x" }), 'rule "a" matches everything'],
    [rules({ id: "a", effect: "deny", reason: "x", program: "x", glob: "y" }), "unknown key glob"],
    [
      rules({
        id: "no-main",
        effect: "deny",
        reason: "x",
        program: "git",
        arguments: ["push", "main"],
        match: ["git push origin topic"],
      }),
      'rule "no-main" does not match its example "git push origin topic"',
    ],
    [
      rules({
        id: "no-main",
        effect: "deny",
        reason: "x",
        program: "git",
        arguments: ["push"],
        not_match: ["cd x && git push"],
      }),
      'rule "no-main" matches its example',
    ],
  ];
  it.each(wrong)("%s is an error that names what is wrong", (text, names) => {
    expect(() => loadSettings(text)).toThrow(AgentForgeError);
    expect(() => loadSettings(text)).toThrow(names);
  });

  it("never throws anything but its own error", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom("middleware", "state", "version", "x"), (value, key) => {
        for (const given of [value, { [key]: value }, { middleware: { command_policy: { rules: value } } }]) {
          try {
            readSettings(given);
          } catch (error) {
            expect(error).toBeInstanceOf(AgentForgeError);
          }
        }
      }),
    );
  });
});

describe("custom rules", () => {
  const policy = {
    id: "no-main",
    effect: "deny",
    reason: "main is protected",
    program: "git",
    arguments: ["push", "*main*"],
    match: ["git push origin main", "npm test && (git push origin HEAD:main)"],
    not_match: ["git push origin topic", "echo git push main"],
  };
  const path = {
    id: "frozen",
    effect: "deny",
    reason: "generated",
    path: "src/generated/",
    match: [{ kind: "write", name: "w", paths: ["src/generated/a.ts"] }, "echo x > src/generated/a.ts"],
    not_match: ["cat src/generated/a.ts"],
  };
  const tool = { id: "no-web", effect: "ask", reason: "asks first", tool: "Web*" };
  const settings = loadSettings(
    JSON.stringify({
      middleware: {
        command_policy: {
          rules: [policy, path, tool, { id: "ours", effect: "allow", reason: "our own", program: "frob" }],
        },
      },
    }),
  );
  const decide = (given: object, attended = true) =>
    evaluate(callOf(given, attended), EMPTY_STATE, settings, GUARDS, { files: NO_FILES }).decision;

  it("see every program, the paths that are written, and the tool", () => {
    expect(
      decide({ kind: "shell", name: "Bash", command: "npm test && git push origin main" }),
    ).toMatchObject({ effect: "deny", rule: "no-main", reason: "main is protected" });
    expect(
      decide({ kind: "shell", name: "Bash", command: "sed -i s/a/b/ src/generated/x.ts" }),
    ).toMatchObject({ effect: "deny", rule: "frozen" });
    expect(decide({ kind: "write", name: "edit", paths: ["/repo/src/generated/x.ts"] })).toMatchObject({
      effect: "deny",
      rule: "frozen",
    });
    expect(decide({ kind: "other", name: "WebFetch" })).toMatchObject({ effect: "ask", rule: "no-web" });
    expect(decide({ kind: "shell", name: "Bash", command: "frob --all" })).toMatchObject({
      effect: "allow",
      rule: "ours",
    });
  });

  it("cannot allow what is denied", () => {
    expect(decide({ kind: "shell", name: "Bash", command: "frob; rm -rf /" }).effect).toBe("deny");
    expect(decide({ kind: "shell", name: "Bash", command: "frob > .env" }).effect).toBe("deny");
  });
});

function rules(rule: object): string {
  return JSON.stringify({ middleware: { command_policy: { rules: [rule] } } });
}
