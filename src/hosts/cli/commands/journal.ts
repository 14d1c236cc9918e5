import { openApp } from "../../../app.ts";
import type { Actor } from "../../../domain/entities/activity.ts";
import type { ActivityFilter } from "../../../domain/ports/journal.ts";
import type { CommandContext, CommandResult } from "../context.ts";
import { visible } from "../terminal.ts";

export interface JournalOptions {
  readonly trace?: string;
  readonly actor?: Actor;
  readonly action?: string;
  readonly entity?: string;
  readonly since?: string;
  readonly limit?: number;
}

export async function queryJournal(context: CommandContext, options: JournalOptions): Promise<CommandResult> {
  const app = await openApp(context);
  try {
    const filter: ActivityFilter = {
      ...(options.trace && { traceId: options.trace }),
      ...(options.actor && { actor: options.actor }),
      ...(options.action && { actionType: options.action }),
      ...(options.entity && { entityId: options.entity }),
      ...(options.since && { since: options.since }),
      limit: options.limit ?? 50,
    };
    const records = await app.house.journal.query(filter);
    const line = (record: (typeof records)[number]) =>
      `${context.paint("dim", record.timestamp)}  ${record.actor.padEnd(6)}  ${record.action_type.padEnd(22)}  ${record.entity_id ?? ""}  ${context.paint("dim", visible(JSON.stringify(record.metadata)).slice(0, 120))}`;
    const text =
      records.length === 0 ? "The journal has nothing that matches." : records.map(line).join("\n");
    return { exitCode: 0, text, data: records };
  } finally {
    await app.close();
  }
}
