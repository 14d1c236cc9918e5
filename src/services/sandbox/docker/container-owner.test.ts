import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { SandboxOptions } from "../options.ts";
import { ownerLabels, removeLeftoverContainers } from "./container-owner.ts";
import { dockerEngine } from "./docker-engine.ts";

let folder: string;
let socket: string;
let server: Server;
let containers: { Id: string; Labels: Record<string, string> }[];

/** An engine that has containers and removes them. */
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "agentforge-owner-"));
  socket = join(folder, "docker.sock");
  server = createServer((request, response) => {
    const url = new URL(request.url ?? "", "http://docker");
    const removed = /^\/v1\.41\/containers\/(\w+)$/.exec(url.pathname)?.[1];
    if (request.method === "DELETE") containers = containers.filter(({ Id }) => Id !== removed);
    const [label = ""] = JSON.parse(url.searchParams.get("filters") ?? "{}").label ?? [];
    const [name = "", value] = label.split("=");
    const matching = containers.filter(({ Labels }) =>
      value === undefined ? name in Labels : Labels[name] === value,
    );
    response.end(JSON.stringify(matching));
  }).listen(socket);
  await once(server, "listening");
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

const optionsFor = (mark: string): SandboxOptions => ({
  path: "",
  home: "",
  owner: { mark, isAlive: async (other) => other.startsWith("1-") },
});
const containerOf = (Id: string, mark: string) => ({ Id, Labels: { ...ownerLabels(optionsFor(mark)) } });
const remaining = () => containers.map(({ Id }) => Id);

test("the containers of a killed process are removed, and those of others are not", async () => {
  containers = [containerOf("ours", "5-0-a-b-c"), containerOf("other", "6-0-a-b-c")];
  const script = `
    const { removeAtExit } = await import(${JSON.stringify(new URL("./container-owner.ts", import.meta.url))});
    removeAtExit({ socketPath: ${JSON.stringify(socket)} }, { owner: { mark: "5-0-a-b-c" } });
    console.log("ready");
    setInterval(() => undefined, 1000);`;
  const program = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(program.stdout, "data");
  expect(remaining()).toEqual(["ours", "other"]);
  program.kill("SIGKILL");
  await expect.poll(remaining, { timeout: 20_000 }).toEqual(["other"]);
});

test("what killed processes left is removed when the next one starts", async () => {
  containers = [
    containerOf("alive", "1-0-a-b-c"),
    containerOf("gone", "2-0-a-b-c"),
    { Id: "unnamed", Labels: { ...ownerLabels({ path: "", home: "" }) } },
    { Id: "foreign", Labels: {} },
  ];
  await removeLeftoverContainers(dockerEngine(socket), optionsFor("3-0-a-b-c"));
  expect(remaining()).toEqual(["alive", "unnamed", "foreign"]);
});
