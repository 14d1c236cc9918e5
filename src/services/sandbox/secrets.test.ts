import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { scanTree } from "./secrets.ts";

const tree = mkdtempSync(join(tmpdir(), "agentforge-secrets-"));
afterAll(() => rmSync(tree, { recursive: true, force: true }));

const none = (): readonly string[] => [];
const secret = [
  ".env",
  ".env.local",
  ".env.production",
  ".npmrc",
  "deep/er/.netrc",
  "deploy/id_ed25519",
  "server.pem",
  "certs/server.key",
  "A/.ENV",
];
const harmless = [
  ".env.example",
  ".env.test",
  "environment.ts",
  "test/fixtures/server.pem",
  "src/__tests__/a.key",
  "keys.ts",
  "node_modules/x/.env",
  ".git/x.pem",
];

for (const path of [...secret, ...harmless]) {
  mkdirSync(dirname(join(tree, path)), { recursive: true });
  writeFileSync(join(tree, path), "x");
}
symlinkSync("/etc", join(tree, "folder-link"));
symlinkSync("/etc/passwd", join(tree, "link.pem"));

test("secrets by custom are found, keys of tests and links are not", () => {
  expect([...scanTree(tree, none).secrets].sort()).toEqual([...secret].sort());
});

test("the list is the caller's to choose", () => {
  expect(scanTree(tree, none, ["keys.*", "!*.pem"]).secrets).toEqual(["keys.ts"]);
});

test("a tree is counted, unless it holds folders too large to look into", () => {
  expect(scanTree(join(tree, "deep"), none).entries).toBe(2);
  expect(scanTree(tree, none).entries).toBeNull();
});
