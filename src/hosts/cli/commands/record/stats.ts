import { basename } from "node:path";
import type { Stats } from "../../../../domain/entities/stats.ts";
import { readFleetStats, readStats, type StatsRequest } from "../../../../workflows/stats/read-stats.ts";
import type { CommandContext, CommandResult } from "../../context.ts";
import { inRepository } from "../../in-repository.ts";
import { renderStats } from "../../render/stats.ts";
import { type FleetOptions, withFleet } from "../../with-fleet.ts";

export interface StatsOptions extends FleetOptions {
  readonly by: StatsRequest["by"];
  readonly since?: string;
  readonly fleet?: boolean;
}

export async function showStats(context: CommandContext, options: StatsOptions): Promise<CommandResult> {
  const request = { by: options.by, since: options.since ?? null };
  const result = (stats: Stats): CommandResult => ({
    ...{ exitCode: 0, text: renderStats(stats, context.paint), data: stats },
  });
  if (options.fleet || options.database !== undefined) {
    return withFleet(context, options, async (app) => result(await readFleetStats(app, request)));
  }
  return inRepository(context, async (app) => {
    return result(await readStats(app.ports, basename(app.ports.workspace.root), request));
  });
}
