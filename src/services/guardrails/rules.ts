import type { GuardedTool } from "../../domain/entities/guard-event.ts";
import { AgentForgeError } from "../../domain/errors.ts";
import { compileWildcard } from "../../domain/rules/paths/wildcards.ts";
import { coversPath } from "./paths/patterns.ts";

/**
 * A custom rule, as data. `program` and `arguments` are matched against every program that a command would start,
 * however deeply nested; `tool` and `path` against the call itself. All given conditions must match.
 */
export interface CommandRule {
  readonly id: string;
  readonly effect: "deny" | "ask" | "allow";
  readonly reason: string;
  readonly program?: string;
  /** Each must be among the arguments; `*` matches any text. */
  readonly arguments?: readonly string[];
  readonly tool?: string;
  readonly path?: string;
  /** Calls that the rule must and must not match, checked at load time. A string is a shell command. */
  readonly match?: readonly (string | GuardedTool)[];
  readonly not_match?: readonly (string | GuardedTool)[];
}

/** One program of a command, or the call itself. */
export interface RuleSubject {
  readonly tool: string;
  readonly program: string | null;
  readonly arguments: readonly string[];
  readonly paths: readonly string[];
}

const KEYS = new Set([
  "id",
  "effect",
  "reason",
  "program",
  "arguments",
  "tool",
  "path",
  "match",
  "not_match",
]);

export function ruleHits(rule: CommandRule, subject: RuleSubject): boolean {
  if (rule.tool !== undefined && !compileWildcard(rule.tool)(subject.tool)) return false;
  if (
    rule.program !== undefined &&
    (subject.program === null || !compileWildcard(rule.program)(subject.program))
  )
    return false;
  if (rule.arguments && !rule.arguments.every((wanted) => subject.arguments.some(compileWildcard(wanted))))
    return false;
  if (rule.path !== undefined && !subject.paths.some((path) => namesPlace(rule.path ?? "", path)))
    return false;
  return true;
}

/** A path outside the repository is absolute, and only an absolute path without wildcards matches it. */
function namesPlace(pattern: string, path: string): boolean {
  if (!path.startsWith("/")) return coversPath(pattern, path);
  const folder = pattern.replace(/\/+$/, "");
  return pattern.startsWith("/") && (path === folder || path.startsWith(`${folder}/`));
}

/** Checks the shape only; `checkRuleExamples` executes the examples, which needs the command parser. */
export function readRules(value: readonly unknown[]): readonly CommandRule[] {
  return value.map((item, index) => {
    const where = `rule ${index + 1}`;
    if (typeof item !== "object" || item === null || Array.isArray(item))
      throw bad(where, "must be an object");
    const rule = item as Readonly<Record<string, unknown>>;
    const name = typeof rule.id === "string" && rule.id !== "" ? `rule "${rule.id}"` : where;
    if (name === where) throw bad(where, "needs an id");
    const unknown = Object.keys(rule).find((key) => !KEYS.has(key));
    if (unknown !== undefined) throw bad(name, `has the unknown key ${unknown}`);
    if (!["deny", "ask", "allow"].includes(String(rule.effect)))
      throw bad(name, 'needs an effect: "deny", "ask" or "allow"');
    if (typeof rule.reason !== "string" || rule.reason === "") throw bad(name, "needs a reason");
    for (const key of ["program", "tool", "path"])
      if (rule[key] !== undefined && typeof rule[key] !== "string")
        throw bad(name, `${key} must be a string`);
    for (const key of ["arguments", "match", "not_match"])
      if (rule[key] !== undefined && !Array.isArray(rule[key])) throw bad(name, `${key} must be a list`);
    if (["program", "arguments", "tool", "path"].every((key) => rule[key] === undefined))
      throw bad(name, "matches everything: give program, arguments, tool or path");
    return item as CommandRule;
  });
}

/** Executes every example; one that does not behave as stated is an error that names the rule. */
export function checkRuleExamples(
  rules: readonly CommandRule[],
  subjectsOf: (example: GuardedTool) => readonly RuleSubject[],
): void {
  for (const rule of rules) {
    for (const [list, wanted] of [
      [rule.match, true],
      [rule.not_match, false],
    ] as const) {
      for (const example of list ?? []) {
        const tool: GuardedTool =
          typeof example === "string" ? { kind: "shell", name: "shell", command: example } : example;
        const hit = subjectsOf(tool).some((subject) => ruleHits(rule, subject));
        if (hit !== wanted)
          throw bad(
            `rule "${rule.id}"`,
            `${wanted ? "does not match" : "matches"} its example ${JSON.stringify(example)}`,
          );
      }
    }
  }
}

function bad(what: string, why: string): AgentForgeError {
  return new AgentForgeError("bad_config", `harness.json: ${what} ${why}`, {
    hint: "Rules are in middleware.command_policy.rules; see docs/guardrails.md.",
  });
}
