import { execFileSync } from "node:child_process";
import { hash } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { branchesIn, type ExtraFile, type FleetPlace, makeRemote, openFleetPlace } from "../support/fleet.ts";
import { noPostgres } from "../support/postgres.ts";

const name =
  noPostgres === null ? "a worker prepares a clone" : `a worker prepares a clone (skipped: ${noPostgres})`;

/** Fails without the package, and if the package was allowed to run its script. */
const NEEDS_PACKAGE = `import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { add } from "adder";
import { add as ours } from "./calculator.js";
test("adds like the package", () => {
  assert.equal(existsSync(new URL("node_modules/adder/ran", import.meta.url)), false);
  assert.equal(ours(20, 22), add(20, 22));
});
`;

/** What a declared command sees: it may have the network, and from the worker's environment only the certificate files. */
const OWN_PREPARE = `import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
const answer = await fetch(process.argv[2]);
mkdirSync("node_modules/adder", { recursive: true });
writeFileSync("node_modules/adder/package.json", '{"name":"adder","version":"1.0.0","type":"module","exports":"./index.js"}');
writeFileSync("node_modules/adder/index.js", "export const add = (a, b) => a + b;\\n");
const secrets = Object.entries(process.env).filter(([, value]) => value.includes("hunter22"));
if (answer.status !== 200 || secrets.length > 0) process.exit(3);
if (readFileSync(process.env.PIP_CERT, "utf8") !== "an authority") process.exit(4);
`;

describe.skipIf(noPostgres !== null)(name, () => {
  let place: FleetPlace;
  let registry: Server;
  let address: string;
  let tarball: Buffer;
  let downloads = 0;
  beforeAll(async () => {
    place = await openFleetPlace();
    tarball = packAdder(place.base);
    registry = createServer((request, response) => {
      if (request.url?.endsWith(".tgz")) {
        downloads += 1;
        return response.end(tarball);
      }
      response.statusCode = request.url === "/ok" ? 200 : 404;
      response.end();
    }).listen(0, "127.0.0.1");
    await once(registry, "listening");
    address = `http://127.0.0.1:${(registry.address() as AddressInfo).port}`;
  }, 240_000);
  afterEach(() => place.stopWorkers());
  afterAll(async () => {
    registry?.close();
    await place?.stop();
  });

  const project = (integrity: string): ExtraFile[] => {
    const root = { name: "shop", version: "1.0.0", dependencies: { adder: "1.0.0" } };
    const adder = {
      version: "1.0.0",
      resolved: `${address}/adder/-/adder-1.0.0.tgz`,
      integrity,
      hasInstallScript: true,
    };
    const lock = {
      ...{ name: "shop", version: "1.0.0", lockfileVersion: 3, requires: true },
      packages: { "": root, "node_modules/adder": adder },
    };
    return [
      ["package.json", JSON.stringify({ ...root, type: "module", scripts: { test: "node --test" } })],
      ["package-lock.json", JSON.stringify(lock)],
      ["package.test.js", NEEDS_PACKAGE],
    ];
  };
  const integrityOf = (bytes: Buffer) => `sha512-${hash("sha512", bytes, "base64")}`;

  it("installs by the lock file without scripts, once for all tasks with the same lock file", async () => {
    const fleet = place.fleetOf("installs");
    const url = makeRemote(join(place.base, "installs"), project(integrityOf(tarball)));
    await fleet.run("fleet", "add", url);
    downloads = 0;
    fleet.start();
    for (let round = 0; round < 2; round += 1) {
      const { tasks } = await fleet.run("fleet", "enqueue", url, "--tests");
      expect(await fleet.ended(tasks[0].task_id)).toMatchObject({
        status: "done",
        outcome: { kind: "asked" },
      });
    }
    expect(downloads).toBe(1);
    const { reviews } = await fleet.run("fleet", "inbox");
    expect(reviews).toHaveLength(1);
    const approved = await fleet.run("fleet", "approve", reviews[0].review_id);
    expect(await fleet.ended(approved.task.task_id)).toMatchObject({ outcome: { kind: "fixed" } });
    const [branch] = branchesIn(url);
    const files = execFileSync("git", ["ls-tree", "-r", "--name-only", String(branch)], { cwd: url });
    expect(files.toString()).not.toContain("node_modules");
  }, 240_000);

  it("sets a task aside with the last lines when the installation fails, and runs without it on request", async () => {
    const fleet = place.fleetOf("fails");
    const url = makeRemote(join(place.base, "fails"), project(integrityOf(Buffer.from("another"))));
    await fleet.run("fleet", "add", url);
    fleet.start();
    const { tasks } = await fleet.run("fleet", "enqueue", url, "--tests", "--auto");
    expect(await fleet.ended(tasks[0].task_id)).toMatchObject({
      status: "set_aside",
      why: expect.stringMatching(/^dependencies could not be installed[\s\S]*EINTEGRITY[\s\S]*--no-prepare/),
    });
    await fleet.run("fleet", "add", url, "--no-prepare");
    const again = (await fleet.run("fleet", "enqueue", url, "--tests", "--auto")).tasks[0];
    const ended = await fleet.ended(again.task_id);
    expect(JSON.stringify(ended)).not.toContain("EINTEGRITY");
    expect(branchesIn(url)).toEqual([]);
  }, 240_000);

  it("runs a declared command with the network and without secrets", async () => {
    const authority = join(place.base, "authority.pem");
    writeFileSync(authority, "an authority");
    const fleet = place.fleetOf("declared", { AGENTFORGE_TOKEN: "hunter22-hunter22", PIP_CERT: authority });
    const files: ExtraFile[] = [
      ["package.test.js", NEEDS_PACKAGE],
      ["own-prepare.mjs", OWN_PREPARE],
    ];
    const url = makeRemote(join(place.base, "declared"), files);
    const refused = await fleet.run("fleet", "add", url, "--prepare", "curl x | sh");
    expect(refused).toMatchObject({ exitCode: 2, error: { code: "bad_input" } });
    await fleet.run("fleet", "add", url, "--prepare", `node own-prepare.mjs ${address}/ok`);
    fleet.start();
    const { tasks } = await fleet.run("fleet", "enqueue", url, "--tests", "--auto");
    expect(await fleet.ended(tasks[0].task_id)).toMatchObject({
      status: "done",
      outcome: { kind: "fixed" },
    });
    expect(branchesIn(url)).toHaveLength(1);
  }, 240_000);
});

function packAdder(base: string): Buffer {
  const folder = join(base, "pack", "package");
  mkdirSync(folder, { recursive: true });
  const scripts = { install: `node -e "require('fs').writeFileSync('ran', '')"` };
  const manifest = { name: "adder", version: "1.0.0", type: "module", exports: "./index.js", scripts };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  writeFileSync(join(folder, "index.js"), "export const add = (a, b) => a + b;\n");
  execFileSync("tar", ["-czf", "../adder.tgz", "-C", "..", "package"], { cwd: folder });
  return readFileSync(join(base, "pack", "adder.tgz"));
}
