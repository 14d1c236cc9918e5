import { type FleetApp, openFleetApp } from "../../app/fleet/fleet.ts";
import type { CommandContext, CommandResult } from "./context.ts";

export interface FleetOptions {
  readonly database?: string;
}

/** Opens the fleet's database, does the work, and closes it. */
export async function withFleet(
  context: CommandContext,
  { database }: FleetOptions,
  work: (app: FleetApp) => Promise<CommandResult>,
): Promise<CommandResult> {
  const { environment, redactor } = context;
  await using app = await openFleetApp({
    ...{ environment, redactor, database: database ?? null, worker: null },
    onError: (error) => context.warn(error.message),
  });
  return await work(app);
}
