import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createTreeScanner } from "./secrets.ts";
import { createSpecialFileFinder } from "./special-files.ts";

const tree = mkdtempSync(join(tmpdir(), "agentforge-secrets-"));
afterAll(() => rmSync(tree, { recursive: true, force: true }));

const none = async (): Promise<readonly string[]> => [];
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

test("finds files that usually contain secrets, but neither test keys nor links", async () => {
  expect([...(await createTreeScanner(none)(tree)).secrets].sort()).toEqual([...secret].sort());
});

test("the caller can choose the list", async () => {
  expect((await createTreeScanner(none, ["keys.*", "!*.pem"])(tree)).secrets).toEqual(["keys.ts"]);
});

test("a tree is counted, unless it contains folders that are too large to scan", async () => {
  expect((await createTreeScanner(none)(join(tree, "deep"))).entries).toBe(2);
  expect((await createTreeScanner(none)(tree)).entries).toBeNull();
});

test("finds a secret that was added to a folder scanned earlier", async () => {
  const scan = createTreeScanner(none);
  mkdirSync(join(tree, "later/deep"), { recursive: true });
  await new Promise((resolve) => setTimeout(resolve, 80));
  expect(await scan(join(tree, "later"))).toMatchObject({ secrets: [], entries: 1 });
  writeFileSync(join(tree, "later/deep/.env"), "x");
  expect(await scan(join(tree, "later"))).toMatchObject({ secrets: ["deep/.env"], entries: 2 });
});

test("a folder that did not change is not read again", async () => {
  const scan = createTreeScanner(none);
  const many = join(tree, "many");
  mkdirSync(many);
  for (let at = 0; at < 3000; at += 1) writeFileSync(join(many, `module${at}.py`), "");
  await new Promise((resolve) => setTimeout(resolve, 80));
  await scan(many);
  const began = process.cpuUsage();
  for (let again = 0; again < 20; again += 1) expect((await scan(many)).entries).toBe(3000);
  expect(process.cpuUsage(began).user / 1000).toBeLessThan(40);
});

test("lists the files and folders of a tree that belong to a user other than its owner", async () => {
  const own = process.getuid?.() ?? -1;
  const scan = (owner: number) => createTreeScanner(none, undefined, owner)(join(tree, "deep"));
  expect((await scan(own)).foreign).toEqual([]);
  expect((await scan(own + 1)).foreign).toEqual(["er", "er/.netrc"]);
  expect((await createTreeScanner(none, undefined, own)(tree)).foreign).toBeNull();
});

test("a scan of thousands of entries lets the event loop run in between", async () => {
  const wide = join(tree, "wide");
  for (let folder = 0; folder < 6; folder += 1) {
    mkdirSync(join(wide, String(folder)), { recursive: true });
    for (let at = 0; at < 1000; at += 1) writeFileSync(join(wide, String(folder), `${at}.py`), "");
  }
  const turnsDuring = async (scan: () => Promise<unknown>) => {
    let turns = 0;
    const ticking = setInterval(() => {
      turns += 1;
    }, 0);
    await scan();
    clearInterval(ticking);
    return turns;
  };
  expect(await turnsDuring(() => createTreeScanner(none)(wide))).toBeGreaterThan(0);
  expect(await turnsDuring(() => createSpecialFileFinder()(wide))).toBeGreaterThan(0);
});
