import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { text as readAll } from "node:stream/consumers";
import type { LiveRun } from "../setup.ts";
import { type Script, startScriptedServer } from "./scripted-server.ts";

/** A small repository and an empty home for a real client, in a temporary folder. */
export interface ClientRoom extends Disposable {
  readonly project: string;
  readonly home: string;
  write(place: "project" | "home", files: Readonly<Record<string, string>>): void;
}

export interface Conversation {
  /** What the client sent for each turn; the last entry contains what the model was last told. */
  readonly requests: readonly string[];
  /** What the client sent to request a summary of the conversation. */
  readonly summaries: readonly string[];
  readonly output: string;
  readonly errors: string;
  readonly exitCode: number | null;
}

export interface RunRequest {
  readonly live: LiveRun;
  /** The client itself. */
  readonly program: string;
  /** Folders to search for programs; nothing else from the environment is passed on. */
  readonly path: string;
  readonly script: Script;
  /** Replaces the client's usual arguments. */
  readonly args?: readonly string[];
  readonly timeoutMs?: number;
}

export function openClientRoom(temporary: string): ClientRoom {
  const folder = realpathSync(mkdtempSync(join(temporary, "agentforge-client-")));
  const places = { project: join(folder, "project"), home: join(folder, "home") };
  for (const path of Object.values(places)) mkdirSync(path);
  spawnSync("git", ["init", "-q", places.project]);
  return {
    ...places,
    write(place, files) {
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(places[place], path)), { recursive: true });
        writeFileSync(join(places[place], path), text);
      }
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/** Runs the real client unattended, in its own folder, with a model on loopback that follows the script. */
export async function runClient(
  room: ClientRoom,
  homeFiles: Readonly<Record<string, string>>,
  { live, program, path, script, args, timeoutMs = 60_000 }: RunRequest,
): Promise<Conversation> {
  using server = await startScriptedServer(script);
  const port = String(server.port);
  room.write(
    "home",
    Object.fromEntries(
      Object.entries(homeFiles).map(([file, text]) => [file, text.replaceAll("{port}", port)]),
    ),
  );
  const child = spawn(program, args ?? live.args, {
    cwd: room.project,
    timeout: timeoutMs,
    killSignal: "SIGKILL",
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: path, HOME: room.home, PWD: room.project, TERM: "dumb", ...live.environment(server.port) },
  });
  const [output, errors, exitCode] = await Promise.all([
    readAll(child.stdout),
    readAll(child.stderr),
    new Promise<number | null>((resolve) => {
      child.on("error", () => resolve(null));
      child.on("close", resolve);
    }),
  ]);
  return { requests: server.requests, summaries: server.summaries, output, errors, exitCode };
}
