import type { Call } from "./command/survey.ts";
import { HOLE } from "./command/values.ts";
import type { GuardInput } from "./guard.ts";
import { callSubject, repositoryPath } from "./inspect.ts";
import { type CommandRule, ruleHits } from "./rules.ts";

/**
 * Whether one of the user's rules allows this program with these arguments. The rule covers that program
 * only: not the rest of the command, not arguments that are unknown until it runs, and not programs inside a
 * substitution.
 */
export function allowsCall(call: Call | undefined, input: GuardInput<"before_tool">): boolean {
  if (!call || call.hidden || call.args.some((field) => field.text.includes(HOLE))) return false;
  const rules = allowing(input).filter(({ program }) => program !== undefined);
  if (rules.length === 0) return false;
  const subject = callSubject(input.event.tool.name, call);
  return rules.some((rule) => rule.path === undefined && ruleHits(rule, subject));
}

/** Whether one of the user's rules allows this path by name. */
export function allowsPath(path: string, cwd: string, input: GuardInput<"before_tool">): boolean {
  const rules = allowing(input).filter((rule) => rule.path !== undefined && rule.program === undefined);
  if (rules.length === 0 || path.includes(HOLE)) return false;
  const { event } = input;
  const subject = {
    tool: event.tool.name,
    program: null,
    arguments: [],
    paths: [repositoryPath(path, { root: event.root, cwd })],
  };
  return rules.some((rule) => ruleHits(rule, subject));
}

function allowing({ settings }: GuardInput<"before_tool">): readonly CommandRule[] {
  return settings.middleware.command_policy.rules.filter((rule) => rule.effect === "allow");
}
