import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { mayLack } from "../../../test/support/toolchains.ts";
import { openSandbox, probeSandboxes } from "./index.ts";

const options = {
  path: `${join(process.execPath, "..")}:/usr/local/bin:/usr/bin:/bin`,
  home: "/nonexistent",
  unsafe: true,
};
const confining = (await probeSandboxes(options)).find(
  ({ id, usable }) => usable && (id === "bubblewrap" || id === "namespaces"),
);
const identity = {
  user: "mira",
  host: "alder-3",
  home: "/srv/mira",
  folder: "/srv/checkout/one",
  timeZone: "Asia/Tokyo",
};
const root = mkdtempSync(join(tmpdir(), "agentforge-refused-"));
const tree = join(root, "tree");
const store = join(root, "store");

beforeAll(() => {
  for (const folder of [join(tree, "folder"), store]) mkdirSync(folder, { recursive: true });
  symlinkSync(root, join(tree, "linked"));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

test.skipIf(mayLack(confining !== undefined, "a sandbox that confines")).each([
  ["a tree that does not exist", { tree: join(root, "missing") }],
  ["a folder to start in outside the tree", { cwd: "../.." }],
  ["a lent folder outside the tree", { lent: [{ source: store, at: "../store" }] }],
  ["a lent folder behind a link", { lent: [{ source: store, at: "linked/lent" }] }],
  ["a lent folder that does not exist", { lent: [{ source: join(root, "missing"), at: "lent" }] }],
  ["a readable path that does not exist", { readable: [join(root, "missing")] }],
  ["an invalid variable", { env: { "A=B": "x" } }],
  ["an invalid user", { identity: { ...identity, user: "a:0:0" } }],
  ["root as a user", { identity: { ...identity, user: "root" } }],
  ["an invalid host", { identity: { ...identity, host: "a b" } }],
  ["a home among the system's folders", { identity: { ...identity, home: "/usr/home" } }],
  ["a home that leads elsewhere", { identity: { ...identity, home: "/srv/../etc" } }],
  ["a home in the tree", { identity: { ...identity, home: join(tree, "folder") } }],
  ["an invalid time zone", { identity: { ...identity, timeZone: "../../etc/passwd" } }],
])("%s is refused before anything runs", async (_name, more) => {
  const sandbox = await openSandbox({ ...options, backends: confining ? [confining.id] : [] });
  await expect(sandbox.execute({ argv: ["/bin/true"], tree, ...more })).rejects.toMatchObject({
    code: "bad_input",
  });
});

test.skipIf(confining === undefined)("the same command runs if nothing is wrong with it", async () => {
  const sandbox = await openSandbox({ ...options, backends: confining ? [confining.id] : [] });
  expect(await sandbox.execute({ argv: ["/bin/true"], tree })).toMatchObject({ exitCode: 0 });
});
