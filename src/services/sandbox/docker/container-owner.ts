import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import type { SandboxOptions } from "../options.ts";
import type { Engine } from "./docker-engine.ts";

/** The label that says which process a container belongs to. */
const label = "agentforge.owner";

/** The name of this process if the composition root gave none. */
const unnamed = `unnamed-${randomUUID()}`;

/** The engines on which containers of this process are already watched. */
const watched = new Set<string>();

/**
 * The engine keeps a container when the process that asked for it is killed. A second process waits for the end of its
 * standard input, which ends with us, and then removes our containers: twice, because one may still be starting.
 */
const removerScript = `
const { request } = require("node:http");
const [socketPath, label] = process.argv.slice(1);
const call = (method, path) => new Promise((resolve) => {
  const sent = request({ socketPath, method, path: "/v1.41" + path, headers: { Host: "docker" } }, async (response) => {
    const chunks = [];
    for await (const chunk of response) chunks.push(chunk);
    resolve(Buffer.concat(chunks).toString());
  });
  sent.on("error", () => resolve("[]")).end();
});
const remove = async () => {
  const filters = encodeURIComponent(JSON.stringify({ label: [label] }));
  const found = JSON.parse(await call("GET", "/containers/json?all=1&filters=" + filters));
  if (Array.isArray(found)) for (const { Id } of found) await call("DELETE", "/containers/" + Id + "?force=1&v=1");
};
process.stdin.resume().on("close", () => remove().then(() => setTimeout(remove, 1000)));
`;

/** The labels of a container of this process. */
export function ownerLabels({ owner }: SandboxOptions): Readonly<Record<string, string>> {
  return { "agentforge.sandbox": "1", [label]: owner?.mark ?? unnamed };
}

/** From now on, the containers of this process do not outlive it. */
export function removeAtExit(engine: Engine, { owner }: SandboxOptions): void {
  const ours = `${label}=${owner?.mark ?? unnamed}`;
  const key = `${engine.socketPath} ${ours}`;
  if (watched.has(key)) return;
  watched.add(key);
  const remover = spawn(process.execPath, ["-e", removerScript, engine.socketPath, ours], {
    cwd: "/",
    env: {},
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  remover.once("error", () => watched.delete(key)).unref();
  // a pipe's handle has `unref`, but its type does not declare it
  (remover.stdin as unknown as { unref(): void }).unref();
}

/** Removes containers of processes that are gone, when the second process was killed with the first. */
export async function removeLeftoverContainers(engine: Engine, { owner }: SandboxOptions): Promise<void> {
  if (owner === undefined) return;
  const filters = encodeURIComponent(JSON.stringify({ label: [label] }));
  const { status, body } = await engine.call("GET", `/containers/json?all=1&filters=${filters}`);
  if (status !== 200) return;
  for (const { Id, Labels } of JSON.parse(body) as { Id: string; Labels: Record<string, string> }[]) {
    const mark = Labels[label];
    if (mark !== undefined && /^[0-9a-f]+(?:-[0-9a-f]+){4}$/.test(mark) && !(await owner.isAlive(mark)))
      await engine.call("DELETE", `/containers/${Id}?force=1&v=1`);
  }
}
