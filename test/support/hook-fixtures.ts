import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Json } from "../../src/services/hook-clients/client.ts";
import { CLIENTS, type ClientId } from "../../src/services/hook-clients/clients/list.ts";

/** The project path in the recorded payloads. */
const RECORDED_ROOT = "/home/dev/project";

export function fixtureNames(client: ClientId): string[] {
  return readdirSync(fixtureFolder(client)).sort();
}

/** The event of a recorded payload, from the start of its file name. */
export function eventNameOf(client: ClientId, name: string): string {
  const { events = {} } = CLIENTS.find((each) => each.id === client) ?? {};
  return Object.keys(events).find((event) => name.startsWith(`${event}.`)) ?? name.split(".")[0] ?? "";
}

/** A recorded payload as if it came from the project at `root`. */
export function fixture(client: ClientId, name: string, root: string): Json {
  const text = readFileSync(join(fixtureFolder(client), name), "utf8");
  return JSON.parse(text.replaceAll(RECORDED_ROOT, root));
}

function fixtureFolder(client: ClientId): string {
  return fileURLToPath(new URL(`../../src/services/hook-clients/fixtures/${client}`, import.meta.url));
}
