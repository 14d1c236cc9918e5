import type { Effect } from "../../../domain/entities/guard-event.ts";
import { AgentForgeError, messageOf } from "../../../domain/errors.ts";
import { compileGlob } from "../../../domain/rules/paths/glob.ts";
import { isObject } from "../../../domain/rules/settings/is-object.ts";
import { TEMPORARY_FOLDERS } from "../paths/places.ts";
import { type CommandRule, readRules } from "../rules.ts";

/** The keys are snake_case because people write them by hand. */
const DEFAULTS = {
  version: "1.0.0",
  middleware: {
    context_injection: {
      enabled: true,
      inject_dir_tree: true,
      inject_tools: true,
      max_tree_depth: 3,
      /** Shown to the brain and enforced by the budget guard; 0 means no limit. */
      time_budget_seconds: 0,
    },
    loop_detection: {
      enabled: true,
      edit_threshold: 5,
      command_threshold: 3,
      error_threshold: 3,
      /** How many times a cycle of up to five different actions must repeat. */
      cycle_repeats: 3,
      reset_on_new_task: true,
    },
    pre_completion_checklist: {
      enabled: true,
      require_verification: true,
      require_tests_pass: true,
      require_plan_check: true,
      /** Consecutive refusals before a stop is allowed; Claude Code gives up at 8. */
      max_refusals: 6,
    },
    file_protection: {
      enabled: true,
      protected_patterns: [".env", ".env.*", "*.pem", "*.key", "credentials.*"],
      protect_reads: true,
      /** Exceptions, including from the built-in places (`.github/`, `.vscode/`, …). */
      allowed_patterns: [] as string[],
    },
    command_policy: {
      enabled: true,
      /** The decision about programs that the policy does not know. */
      unknown_programs: "ask" as Effect,
      rules: [] as CommandRule[],
    },
    path_sandbox: {
      enabled: true,
      readable: ["/usr", "/opt", "/bin", "/lib", "/tmp", "/etc/os-release", "/proc/cpuinfo", "/proc/meminfo"],
      writable: [...TEMPORARY_FOLDERS],
    },
    verification_tracker: {
      enabled: true,
      /** Edits to these files do not invalidate a test run. */
      ignore_patterns: ["*.md", "*.log", "dist/", "build/", "coverage/"],
    },
    test_guard: { enabled: true },
    budget: { enabled: true, max_tokens: 0, max_cost_usd: 0, max_steps: 0, max_seconds: 0 },
    context_preservation: { enabled: true },
    secret_redaction: {
      enabled: true,
      /** Additional shapes, such as `mycorp_*`; `*` stands for four or more characters other than blanks and quotes. */
      patterns: [] as string[],
    },
    trace_logging: { enabled: true, log_tool_calls: true, log_file_edits: true, max_log_size_mb: 10 },
  },
  state: { format: "json", dir: ".agentforge/harness" },
};

type Unchanging<T> = T extends readonly (infer Item)[]
  ? readonly Item[]
  : T extends object
    ? { readonly [Key in keyof T]: Unchanging<T[Key]> }
    : T;

/** `harness.json` with every key present. */
export type HarnessSettings = Unchanging<typeof DEFAULTS>;

export const DEFAULT_SETTINGS: HarnessSettings = DEFAULTS;

/** Validates the parsed `harness.json`. Unknown keys and wrong types are errors that name the key. */
export function readSettings(value: unknown, file = "harness.json"): HarnessSettings {
  try {
    return checkedSettings(value);
  } catch (error) {
    if (!(error instanceof WrongSetting)) throw error;
    const { key, message } = error;
    throw new AgentForgeError("bad_config", `${file}: ${key === "" ? "the file" : key} ${message}`, {
      hint: "docs/guardrails.md lists every key with its default.",
    });
  }
}

function checkedSettings(value: unknown): HarnessSettings {
  const merged = merge(DEFAULT_SETTINGS, value, "") as HarnessSettings;
  const { middleware, state } = merged;
  if (state.format !== "json") throw bad("state.format", 'must be "json"');
  if (!["ask", "allow", "deny"].includes(middleware.command_policy.unknown_programs))
    throw bad("middleware.command_policy.unknown_programs", 'must be "ask", "allow" or "deny"');
  if (/^\/|(?:^|\/)\.\.(?:\/|$)/.test(state.dir))
    throw bad("state.dir", "must be a folder inside the repository");
  return {
    ...merged,
    middleware: {
      ...middleware,
      command_policy: { ...middleware.command_policy, rules: readRules(middleware.command_policy.rules) },
    },
  };
}

function merge(defaults: unknown, given: unknown, key: string): unknown {
  if (given === undefined) return defaults;
  if (Array.isArray(defaults)) return readList(given, key);
  if (isObject(defaults)) {
    if (!isObject(given)) throw bad(key, "must be an object");
    const unknown = Object.keys(given).find((name) => !Object.hasOwn(defaults, name));
    if (unknown !== undefined) throw bad(join(key, unknown), "is not a setting");
    return Object.fromEntries(
      Object.entries(defaults).map(([name, value]) => [name, merge(value, given[name], join(key, name))]),
    );
  }
  if (typeof given !== typeof defaults) throw bad(key, `must be a ${typeof defaults}`);
  if (typeof given === "number" && (!Number.isFinite(given) || given < 0))
    throw bad(key, "must be zero or more");
  return given;
}

function readList(given: unknown, key: string): unknown {
  if (!Array.isArray(given)) throw bad(key, "must be a list");
  if (key.endsWith(".rules")) return given;
  const wrong = given.findIndex((item) => typeof item !== "string" || item === "");
  if (wrong !== -1) throw bad(`${key}[${wrong}]`, "must be a string");
  if (/_patterns$/.test(key)) checkPatterns(given, key);
  return given;
}

/** Invalid patterns are reported when the settings are read, not when a file they should protect is written. */
function checkPatterns(patterns: readonly string[], key: string): void {
  for (const [index, pattern] of patterns.entries()) {
    const place = `${key}[${index}]`;
    if (pattern.startsWith("!"))
      throw bad(place, "must not start with !; exceptions go into allowed_patterns");
    try {
      compileGlob(pattern);
    } catch (error) {
      throw bad(place, `cannot be used: ${messageOf(error)}`);
    }
  }
}

function join(key: string, name: string): string {
  return key === "" ? name : `${key}.${name}`;
}

class WrongSetting extends Error {
  readonly key: string;
  constructor(key: string, why: string) {
    super(why);
    this.key = key;
  }
}

function bad(key: string, why: string): WrongSetting {
  return new WrongSetting(key, why);
}
