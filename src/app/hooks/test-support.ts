import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openRedactor } from "../redaction/open-redactor.ts";
import { answerHook, type HookCall } from "./answer-hook.ts";
import type { HookAnswer, Json } from "./client.ts";
import { CLIENTS, type ClientId } from "./clients.ts";

/** Where the recorded payloads say the project is. */
const RECORDED_ROOT = "/home/dev/project";

export interface Bench extends Disposable {
  readonly root: string;
  answer(client: ClientId, payload: Json | string, eventName?: string): HookAnswer;
}

/** A repository for hooks to judge, and a temporary folder of their own. */
export function openBench(): Bench {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "agentforge-hooks-")));
  const root = join(folder, "project");
  mkdirSync(join(root, ".git"), { recursive: true });
  return {
    root,
    answer(clientId, payload, eventName) {
      const client = CLIENTS.find((each) => each.id === clientId) as HookCall["client"];
      return answerHook({
        client,
        input: typeof payload === "string" ? payload : JSON.stringify(payload),
        eventName: eventName ?? null,
        environment: {
          projectFolder: null,
          temporary: folder,
          configFolder: join(folder, "config"),
          userStateFolder: join(folder, "state"),
          trustsRepository: false,
          secrets: [],
        },
        redactor: openRedactor([]),
        processFolder: root,
        registration: "/test/hook.cjs",
        now: () => new Date().toISOString(),
      });
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export function fixtureNames(client: ClientId): string[] {
  return readdirSync(fixtureFolder(client)).sort();
}

/** The event a recorded payload is about; the name of its file begins with it. */
export function eventNameOf(client: ClientId, name: string): string {
  const { events = {} } = CLIENTS.find((each) => each.id === client) ?? {};
  return Object.keys(events).find((event) => name.startsWith(`${event}.`)) ?? name.split(".")[0] ?? "";
}

/** Whether a client would take the answer for a no. */
export function isRefusal({ exitCode, stdout }: HookAnswer): boolean {
  return exitCode === 2 || /"(?:deny|block)"|"(?:deny|followup_message)":/.test(stdout);
}

/** A recorded payload as if it came from the project at `root`. */
export function fixture(client: ClientId, name: string, root: string): Json {
  const text = readFileSync(join(fixtureFolder(client), name), "utf8");
  return JSON.parse(text.replaceAll(RECORDED_ROOT, root));
}

function fixtureFolder(client: ClientId): string {
  return fileURLToPath(new URL(`./fixtures/${client}`, import.meta.url));
}
