import { existsSync, readFileSync } from "node:fs";
import { isObject } from "../../domain/rules/settings/is-object.ts";
import type { Json } from "./client.ts";
import { type ClientSetup, hookArguments, hookOf, type Invocation, splitCommandLine } from "./setup.ts";

/** Everything that is registered with one agent, by event. */
export function hooksFor(setup: ClientSetup, invocation: Invocation): Record<string, Json[]> {
  return Object.fromEntries(
    setup.events.flatMap((event) => {
      const entry = setup.entry(event, invocation);
      return entry === null ? [] : [[event, [entry]]];
    }),
  );
}

/** The argument vector behind a handler, if it is ours. */
export function ourCommand(handler: unknown, client: string): string[] | null {
  const { command, bash, args } = (handler ?? {}) as { command?: unknown; bash?: unknown; args?: unknown };
  const text = command ?? bash;
  if (typeof text !== "string") return null;
  const vector = Array.isArray(args) ? [text, ...args.map(String)] : splitCommandLine(text);
  const [bundle = "", named] = hookOf(vector);
  return /(?:^|[\\/])hook\.cjs$/.test(bundle) && named === client ? vector : null;
}

/** The handlers of an entry: some clients group them, others list them directly. */
export function handlersOf(entry: unknown): readonly unknown[] {
  if (!isObject(entry)) return [];
  return Array.isArray(entry.hooks) ? entry.hooks : [entry];
}

/** The settings without our handlers, and without lists and objects that become empty. */
export function withoutOurs(settings: Json, client: string): Json {
  if (!isObject(settings.hooks)) return settings;
  const events = Object.entries(settings.hooks).flatMap(([event, entries]) => {
    if (!Array.isArray(entries)) return [[event, entries] as const];
    const kept = entries.flatMap((entry) => {
      const handlers = handlersOf(entry).filter((handler) => ourCommand(handler, client) === null);
      if (handlers.length === handlersOf(entry).length) return [entry];
      return handlers.length === 0 ? [] : [{ ...(entry as Json), hooks: handlers }];
    });
    return kept.length === 0 && entries.length > 0 ? [] : [[event, kept] as const];
  });
  const { hooks: _, ...rest } = settings;
  return events.length === 0 ? rest : { ...settings, hooks: Object.fromEntries(events) };
}

/** What an agent's file actually starts, by event. */
export function registeredCommands(file: string, setup: ClientSetup): Map<string, string[]> {
  const found = new Map<string, string[]>();
  if (!existsSync(file)) return found;
  const text = readFileSync(file, "utf8");
  if (setup.program) {
    const [node, bundle] =
      /const \[NODE, BUNDLE\] = (\[.*\]);/.exec(text)?.[1]?.match(/"(?:[^"\\]|\\.)*"/g) ?? [];
    if (node === undefined || bundle === undefined) return found;
    const [program, path] = [node, bundle].map((each) => JSON.parse(each)) as [string, string];
    for (const event of setup.events)
      found.set(event, [program, ...hookArguments({ bundle: path }, setup.id, event)]);
    return found;
  }
  const settings: unknown = JSON.parse(text);
  const hooks = isObject(settings) && isObject(settings.hooks) ? settings.hooks : {};
  for (const [event, entries] of Object.entries(hooks))
    for (const handler of (Array.isArray(entries) ? entries : []).flatMap(handlersOf)) {
      const command = ourCommand(handler, setup.id);
      if (command) found.set(event, command);
    }
  return found;
}
