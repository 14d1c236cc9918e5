import {
  type Allowance,
  allowDenied,
  listDenials,
  revokeAllowance,
  type Scope,
} from "../../../../app/hooks/allowances.ts";
import { AgentForgeError } from "../../../../domain/errors.ts";
import type { CommandContext, CommandResult } from "../../context.ts";
import { visible } from "../../terminal.ts";

export interface AllowOptions {
  readonly once?: boolean;
  readonly session?: boolean;
  readonly always?: boolean;
}

export async function allowOne(
  context: CommandContext,
  id: string,
  options: AllowOptions,
): Promise<CommandResult> {
  const allowance = await allowDenied(context, id, scopeOf(options));
  const text = [
    `${context.paint("green", "✔")} ${allowance.id} is allowed ${whenOf(allowance)}: ${visible(allowance.call)}`,
    `  in ${allowance.root}, although ${allowance.guard} refuses it (${allowance.rule})`,
    `To revoke it: ${context.paint("cyan", `agentforge guard revoke ${allowance.id}`)}`,
  ].join("\n");
  return { exitCode: 0, text, data: allowance };
}

export async function revokeOne(context: CommandContext, id: string): Promise<CommandResult> {
  const revoked = await revokeAllowance(context, id);
  const text = revoked.map((each) => `${each.id} is no longer allowed: ${visible(each.call)}`).join("\n");
  return { exitCode: 0, text, data: revoked };
}

export async function showDenials(
  context: CommandContext,
  { limit = 20 }: { readonly limit?: number },
): Promise<CommandResult> {
  const { denials, allowances } = listDenials(context.environment);
  const shown = denials.slice(0, limit);
  const lines = shown.map(
    ({ id, at, effect, rule, layer, call, root }) =>
      `${context.paint("cyan", id)}  ${at}  ${effect === "deny" ? "denied" : "asked "}  ${rule} (${layer})  ${visible(call)}\n            in ${root}`,
  );
  const allowed = allowances.map(
    (each) => `${context.paint("green", each.id)}  allowed ${whenOf(each)}  ${visible(each.call)}`,
  );
  const text = [
    ...(lines.length === 0 ? ["The hooks have not refused anything."] : lines),
    ...(allowed.length === 0 ? [] : ["", ...allowed]),
    ...(lines.length === 0
      ? []
      : ["", "Allow one: agentforge guard allow <id> --once (or --session, --always)"]),
  ].join("\n");
  return { exitCode: 0, text, data: { denials: shown, allowances } };
}

function scopeOf({ once, session, always }: AllowOptions): Scope {
  const chosen = [once && "once", session && "session", always && "always"].filter(Boolean) as Scope[];
  const [scope = "once", ...others] = chosen;
  if (others.length > 0)
    throw new AgentForgeError("bad_input", `--${scope} and --${others[0]} cannot be combined`);
  return scope;
}

function whenOf({ scope, expires_at }: Allowance): string {
  if (scope === "always") return "always";
  return scope === "once" ? `once, until ${expires_at}` : `for its session, until ${expires_at}`;
}
