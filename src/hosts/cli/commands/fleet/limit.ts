import type { FleetLimits } from "../../../../domain/entities/fleet.ts";
import { AgentForgeError } from "../../../../domain/errors.ts";
import type { CommandContext, CommandResult } from "../../context.ts";
import { visible } from "../../terminal.ts";
import { type FleetOptions, withFleet } from "../../with-fleet.ts";

export async function limitFleet(
  context: CommandContext,
  options: FleetOptions & LimitOptions,
): Promise<CommandResult> {
  return withFleet(context, options, async ({ fleet }) => {
    const before = await fleet.limits();
    const limits = changedLimits(before, options);
    if (limits !== before) await fleet.setLimits(limits, context.environment.person);
    const pushes = Object.entries(limits.pushes).map(([host, most]) => `${visible(host)}: ${most} a minute`);
    const money = limits.money_per_day === null ? [] : [`models: $${limits.money_per_day} a day`];
    const text = [...pushes, ...money].join("\n") || "The fleet has no limits.";
    return { exitCode: 0, text, data: limits };
  });
}

interface LimitOptions {
  readonly host?: string;
  /** 0 removes the limit. */
  readonly pushes?: number;
  readonly moneyPerDay?: number;
}

function changedLimits(before: FleetLimits, { host, pushes, moneyPerDay }: LimitOptions): FleetLimits {
  if ((host === undefined) !== (pushes === undefined))
    throw new AgentForgeError("bad_input", "--host and --pushes must be used together", {
      hint: "For example: agentforge fleet limit --host github.com --pushes 10",
    });
  if (host === undefined && moneyPerDay === undefined) return before;
  const { [host ?? ""]: _, ...others } = before.pushes;
  return {
    pushes: host !== undefined && pushes ? { ...others, [host.toLowerCase()]: pushes } : others,
    money_per_day: moneyPerDay === undefined ? before.money_per_day : moneyPerDay || null,
  };
}
