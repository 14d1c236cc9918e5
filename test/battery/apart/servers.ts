import { type ChildProcess, execFileSync, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Machine } from "./machines.ts";

export function makeCertificate(base: string, address: string) {
  const [cert, key] = [join(base, "host.pem"), join(base, "host.key")];
  const words = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", `/CN=${address}`];
  const made = spawnSync("openssl", [
    ...[...words, "-addext", `subjectAltName=IP:${address}`, "-keyout", key, "-out", cert],
  ]);
  if (made.status !== 0) throw new Error(`openssl: ${made.stderr}`);
  chmodSync(cert, 0o644);
  return { cert, key };
}

export function makeRemotes(host: Machine, repositories: number): readonly string[] {
  const example = fileURLToPath(new URL("../../../examples/calculator-js", import.meta.url));
  const source = join(host.folder, "source");
  cpSync(example, source, { recursive: true });
  const git = (...words: string[]) =>
    execFileSync("git", ["-c", "user.name=Test", "-c", "user.email=t@example.com", ...words], {
      cwd: source,
    });
  git("init", "-q", "-b", "main");
  git("add", "-A");
  git("commit", "-qm", "first");
  const names = Array.from({ length: repositories }, (_, index) => `repository-${index}.git`);
  for (const name of names) {
    const path = join(host.folder, name);
    git("clone", "-q", "--bare", source, path);
    execFileSync("git", ["config", "http.receivepack", "true"], { cwd: path });
  }
  execFileSync("chown", ["-R", `--reference=${host.folder}`, host.folder]);
  return names;
}

export async function startGitHost(
  host: Machine,
  { cert, key }: { readonly cert: string; readonly key: string },
  children: ChildProcess[],
): Promise<void> {
  for (const [from, to] of [
    [cert, "cert.pem"],
    [key, "key.pem"],
  ] as const)
    cpSync(from, join(host.folder, to));
  cpSync(fileURLToPath(new URL("./git-server.mjs", import.meta.url)), join(host.folder, "git-server.mjs"));
  execFileSync("chown", ["-R", `--reference=${host.folder}`, host.folder]);
  const home = "/home/machine";
  const words = [
    `${home}/git-server.mjs`,
    home,
    `${home}/cert.pem`,
    `${home}/key.pem`,
    host.address,
  ] as const;
  const server = host.start([process.execPath, ...words], {});
  children.push(server);
  await said(server, "listening");
}

export async function startDatabase(machine: Machine, children: ChildProcess[]) {
  const folder = "/home/machine/data";
  const made = machine.start(
    ["initdb", "-D", folder, "-A", "trust", "-U", "tester", "-E", "UTF8", "--no-sync"],
    {},
  );
  const [code] = (await once(made, "exit")) as [number | null];
  if (code !== 0) throw new Error("initdb failed");
  const data = join(machine.folder, "data");
  writeFileSync(join(data, "pg_hba.conf"), "host all all 10.77.0.0/24 trust\nlocal all all trust\n");
  mkdirSync(join(machine.folder, "socket"));
  execFileSync("chown", [`--reference=${data}`, join(machine.folder, "socket")]);
  const settings = [`listen_addresses=${machine.address}`, "fsync=off", "max_connections=200"];
  const start = async () => {
    const words = settings.flatMap((setting) => ["-c", setting]);
    const server = machine.start(["postgres", "-D", folder, "-k", "/home/machine/socket", ...words], {});
    children.push(server);
    await said(server, "ready to accept connections");
    return server;
  };
  let server = await start();
  return {
    async restart() {
      const ended = once(server, "exit");
      server.kill("SIGINT");
      await ended;
      server = await start();
    },
  };
}

async function said(child: ChildProcess, words: string): Promise<void> {
  let text = "";
  const collect = (chunk: Buffer) => {
    text += chunk;
  };
  child.stdout?.on("data", collect);
  child.stderr?.on("data", collect);
  while (!text.includes(words)) {
    if (child.exitCode !== null) throw new Error(`it ended: ${text}`);
    await setTimeout(50);
  }
  // Discards the rest, because a full pipe would block the process.
  text = "";
  for (const stream of [child.stdout, child.stderr]) stream?.off("data", collect).resume();
}
