import { mkdirSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text as readAll } from "node:stream/consumers";
import { afterEach, beforeEach, expect, it } from "vitest";
import { agentforge } from "../support/cli.ts";
import { type ForgeRemote, forgeRemote } from "../support/forge-remote.ts";
import { planText } from "../support/plans.ts";
import { exampleRepository, type Repository } from "../support/repository.ts";

const ADDRESS = "https://forge.example/owner/name/pull/7";
let remote: ForgeRemote;
let repository: Repository;
let forge: Server;
let opened: { title: string; body: string; head: string; base: string }[];

beforeEach(async () => {
  opened = [];
  forge = createServer(async (request, response) => {
    opened.push(JSON.parse(await readAll(request)));
    response.writeHead(201, { "content-type": "application/json" });
    response.end(JSON.stringify({ html_url: ADDRESS, number: 7 }));
  });
  await new Promise<void>((resolve) => forge.listen(0, "127.0.0.1", resolve));
  repository = exampleRepository("calculator-js");
  remote = forgeRemote(repository);
});
afterEach(async () => {
  await new Promise((resolve) => forge.close(resolve));
  repository.remove();
  remote.remove();
});

function environment(): Record<string, string> {
  return {
    PATH: remote.path,
    AGENTFORGE_TOKEN: "forge-token",
    GITHUB_API_URL: `http://127.0.0.1:${(forge.address() as AddressInfo).port}`,
  };
}

it("opens a pull request with the proof in its body, prints its address and pushes the certificate", async () => {
  const env = environment();
  expect((await agentforge(repository.path, ["repair"], env)).exitCode).toBe(0);
  const approved = await agentforge(repository.path, ["review", "approve", "--to", "pull-request"], env);
  expect(approved.stderr + approved.stdout).toContain(`Pull request: ${ADDRESS}`);
  expect(approved.stdout).not.toContain("not pushed");
  const [pull] = opened;
  expect(pull?.base).toBe("main");
  for (const text of [
    "**Confidence:** ",
    "**Tests:** ",
    "**Coverage:** tests run ",
    "**Made by:** search",
    "**Cost:** nothing: no model was used",
    "agentforge certificate verify HEAD",
  ])
    expect(pull?.body).toContain(text);
  const commit = remote.git("rev-parse", `refs/heads/${pull?.head}`).trim();
  const certificate = JSON.parse(remote.git("cat-file", "blob", `refs/agentforge/certificates/${commit}`));
  expect(certificate).toMatchObject({ result_commit: commit, statement: { brain: { models: [] } } });
  expect(remote.git("log", "-1", "--format=%B", commit)).toContain(`sha256:${certificate.digest}`);
}, 120_000);

it("prints the address even if it lands without asking", async () => {
  const args = ["repair", "--auto", "--to", "pull-request", "--json"];
  const { json } = await agentforge(repository.path, args, environment());
  expect(json).toMatchObject({ status: "landed", pullRequest: ADDRESS });
  expect(opened).toHaveLength(1);
}, 120_000);

it("opens a plan's pull request with the same body, under a certificate that can be verified", async () => {
  const configuration = join(remote.folder, "config");
  mkdirSync(join(configuration, "agentforge"), { recursive: true });
  writeFileSync(join(configuration, "agentforge/config.yaml"), "landing: pull-request\n");
  const env = { ...environment(), XDG_CONFIG_HOME: configuration, AGENTFORGE_USER: "ada" };
  const source = "export const half = (x) => x / 2;\n";
  const test =
    'import assert from "node:assert/strict";\nimport { test } from "node:test";\nimport { half } from "./half.js";\n\ntest("half", () => assert.equal(half(4), 2));\n';
  const active = join(repository.path, ".agentforge/System/Active");
  mkdirSync(active, { recursive: true });
  const files = { "half.js": source, "half.test.js": test };
  writeFileSync(join(active, "half.md"), planText({ title: "Add a function that halves", files }));

  const ran = await agentforge(repository.path, ["daemon", "--once", "--only", "plans"], env);
  const [pull] = opened;
  expect(pull?.title, ran.stderr).toContain("Add a function that halves");
  for (const text of ["**Confidence:** ", "**Tests:** ", "**Coverage:** tests run ", "**Cost:** nothing"])
    expect(pull?.body).toContain(text);
  expect(pull?.body).toContain("agentforge certificate verify HEAD");
  const commit = remote.git("rev-parse", `refs/heads/${pull?.head}`).trim();
  const certificate = JSON.parse(remote.git("cat-file", "blob", `refs/agentforge/certificates/${commit}`));
  expect(certificate.statement.approval).toMatchObject({ actor: "human", land_to: "pull-request" });
  const verified = await agentforge(repository.path, ["certificate", "verify", commit, "--json"], env);
  expect(verified.json).toMatchObject({ status: "verified" });
}, 180_000);
