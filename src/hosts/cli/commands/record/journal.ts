import { createWriteStream } from "node:fs";
import { resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { type App, openApp } from "../../../../app.ts";
import type { ActivityRecord, Actor } from "../../../../domain/entities/activity.ts";
import { AgentForgeError } from "../../../../domain/errors.ts";
import type { ActivityFilter } from "../../../../domain/ports/journal.ts";
import { counted } from "../../../../domain/rules/text/counted.ts";
import { shortened } from "../../../../domain/rules/text/shortened.ts";
import type { CommandContext, CommandResult } from "../../context.ts";
import { createOutput } from "../../output.ts";
import { CSV_HEAD, csvLine } from "../../render/csv.ts";
import { visible, visibleName } from "../../terminal.ts";

export interface JournalOptions {
  readonly trace?: string;
  readonly actor?: Actor;
  readonly action?: string;
  readonly entity?: string;
  readonly since?: string;
}

const FOLLOW_EVERY_MS = 300;
/** Long enough for a typical reason; `--json` has everything. */
const LONGEST_METADATA = 600;
const MOST_NESTED = 6;

export async function queryJournal(
  context: CommandContext,
  options: JournalOptions & { limit?: number },
): Promise<CommandResult> {
  return withJournal(context, async ({ ports }) => {
    const records = await ports.journal.query({ ...filterOf(options), limit: options.limit ?? 50 });
    const text =
      records.length === 0
        ? "No records match."
        : records.map((record) => lineOf(record, context)).join("\n");
    return { exitCode: 0, text, data: records };
  });
}

/** Streams, because `--follow` never ends: with `--json` one record per line. */
export async function tailJournal(
  context: CommandContext,
  options: JournalOptions & { lines: number; follow?: boolean },
): Promise<CommandResult> {
  return withJournal(context, async ({ ports }) => {
    const output = createOutput(process.stdout);
    const filter = filterOf(options);
    let last: string | null = null;
    const show = async (records: readonly ActivityRecord[]) => {
      for (const record of records) {
        last = record.id;
        if (!(await output.line(context.json ? JSON.stringify(record) : lineOf(record, context))))
          return false;
      }
      return true;
    };
    let isRead = await show(await ports.journal.query({ ...filter, limit: options.lines }));
    while (options.follow && isRead && !context.signal.aborted) {
      await setTimeout(FOLLOW_EVERY_MS, undefined, { signal: context.signal }).catch(() => undefined);
      const after = last === null ? filter : { ...filter, after: last };
      for await (const page of ports.journal.pages(after)) {
        isRead = await show(page);
        if (!isRead) break;
      }
    }
    return { exitCode: 0, text: "", data: null, endsWhenTold: true };
  });
}

export async function exportJournal(
  context: CommandContext,
  options: JournalOptions & { format: "jsonl" | "csv"; output?: string },
): Promise<CommandResult> {
  return withJournal(context, async ({ ports }) => {
    const file = options.output === undefined ? null : resolve(context.cwd, options.output);
    const output = file === null ? createOutput(process.stdout) : createOutput(await createFile(file), true);
    const csv = options.format === "csv";
    let records = 0;
    let isRead = csv ? await output.line(CSV_HEAD) : true;
    for await (const page of ports.journal.pages(filterOf(options))) {
      for (const record of page) {
        if (isRead) isRead = await output.line(csv ? csvLine(record) : JSON.stringify(record));
        records += 1;
      }
      if (!isRead || context.signal.aborted) break;
    }
    await output.end();
    const text =
      file === null ? "" : `${counted(records, "record is", "records are")} in ${visibleName(file)}`;
    return { exitCode: 0, text, data: { records, file } };
  });
}

async function withJournal(
  context: CommandContext,
  work: (app: App) => Promise<CommandResult>,
): Promise<CommandResult> {
  await using app = await openApp(context);
  return await work(app);
}

function filterOf(options: JournalOptions): ActivityFilter {
  return {
    ...(options.trace && { traceId: options.trace }),
    ...(options.actor && { actor: options.actor }),
    ...(options.action && { actionType: options.action }),
    ...(options.entity && { entityId: options.entity }),
    ...(options.since && { since: options.since }),
  };
}

function lineOf(record: ActivityRecord, { paint }: CommandContext): string {
  const metadata = shortened(visible(JSON.stringify(record.metadata, shortenNested)), LONGEST_METADATA);
  return `${paint("dim", record.timestamp)}  ${record.actor.padEnd(6)}  ${record.action_type.padEnd(22)}  ${visible(record.entity_id ?? "")}  ${paint("dim", metadata)}`;
}

/** Figures for each operator or file fill a screen; `--json` has them. */
function shortenNested(name: string, value: unknown): unknown {
  if (name === "" || typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const { length } = Object.keys(value);
  return length > MOST_NESTED ? `… ${length} values` : value;
}

async function createFile(file: string) {
  const stream = createWriteStream(file, { flags: "wx", mode: 0o600 });
  return new Promise<typeof stream>((done, fail) => {
    stream.once("open", () => done(stream));
    stream.once("error", (error: NodeJS.ErrnoException) => {
      const why = error.code === "EEXIST" ? "it already exists" : error.message;
      fail(new AgentForgeError("bad_input", `${file} cannot be written: ${why}`));
    });
  });
}
