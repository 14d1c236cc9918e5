import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createPlace, gitProgram } from "../../../../test/support/git-place.ts";
import { writeDurably } from "../files/durable.ts";
import { cloneInto, ensureStateFolder, findRepository, initRepository } from "../index.ts";

test("a run in a repository without init leaves git status unchanged", async () => {
  using place = createPlace();
  const workspace = await place.open();
  await workspace.state();
  place.write(".agentforge/journal.db", "x");
  place.write(".agentforge/config.yaml", "x");
  expect(place.git("status", "--porcelain", "--untracked-files=all")).toBe("");
});

test("after init, contracts and configuration can be committed and state cannot", async () => {
  using place = createPlace();
  await ensureStateFolder(place.root);
  await ensureStateFolder(place.root, { init: true });
  for (const path of [
    "config.yaml",
    "harness.json",
    "contracts/a/b.yaml",
    "schemas/config.json",
    "journal.db",
    "attempts/x/tree/y",
  ]) {
    place.write(`.agentforge/${path}`, "x");
  }
  expect(place.git("status", "--porcelain", "--untracked-files=all").split("\n").sort()).toEqual([
    "",
    "?? .agentforge/.gitignore",
    "?? .agentforge/config.yaml",
    "?? .agentforge/contracts/a/b.yaml",
    "?? .agentforge/harness.json",
    "?? .agentforge/schemas/config.json",
  ]);
  const own = join(place.root, ".agentforge/.gitignore");
  writeFileSync(own, "mine\n");
  await ensureStateFolder(place.root, { init: true });
  expect(readFileSync(own, "utf8")).toBe("mine\n");
});

test.each([
  ["before the first run", false],
  ["after a run", true],
])("a contract written %s can be committed without init", async (_when, hasRun) => {
  using place = createPlace();
  if (hasRun) await ensureStateFolder(place.root);
  place.write(".agentforge/contracts/own.yaml", "x");
  await ensureStateFolder(place.root);
  place.write(".agentforge/journal.db", "x");
  expect(place.git("status", "--porcelain", "--untracked-files=all")).toBe(
    "?? .agentforge/contracts/own.yaml\n",
  );
  await ensureStateFolder(place.root, { init: true });
  expect(place.git("status", "--porcelain", "--untracked-files=all")).toContain(
    "?? .agentforge/.gitignore\n",
  );
  writeFileSync(join(place.root, ".agentforge/.gitignore"), "*\n");
  await ensureStateFolder(place.root);
  expect(place.git("status", "--porcelain", "--untracked-files=all")).toBe("");
});

test("a state folder that is a link, as in a hostile repository, is not used", async () => {
  for (const name of ["", "attempts", "scratch", "intents", "backups", "journal.db"]) {
    using place = createPlace();
    const precious = join(place.base, "precious");
    mkdirSync(join(precious, "folder"), { recursive: true });
    if (name !== "") mkdirSync(join(place.root, ".agentforge"));
    symlinkSync(precious, join(place.root, ".agentforge", name));
    await expect(place.open()).rejects.toMatchObject({ code: "state_damaged", hint: expect.any(String) });
    expect(readdirSync(precious)).toEqual(["folder"]);
  }
});

test("a link in place of a temporary file is not written through", async () => {
  using place = createPlace();
  place.write("../precious", "precious");
  symlinkSync(join(place.base, "precious"), join(place.root, "file.tmp"));
  await writeDurably(join(place.root, "file"), "new");
  expect(readFileSync(join(place.base, "precious"), "utf8")).toBe("precious");
  expect(readFileSync(join(place.root, "file"), "utf8")).toBe("new");
});

test("reports a state folder that cannot be used", async () => {
  using place = createPlace();
  writeFileSync(join(place.root, ".agentforge"), "a file");
  await expect(ensureStateFolder(place.root)).rejects.toMatchObject({
    code: "state_damaged",
    hint: expect.any(String),
  });
});

test("the repository is found from a subfolder, and its absence is explained", async () => {
  using place = createPlace();
  place.write("deep/er/file.txt", "x");
  expect(await findRepository(join(place.root, "deep/er"))).toBe(place.root);
  await expect(findRepository(place.base)).rejects.toMatchObject({
    code: "not_a_repository",
    hint: expect.stringContaining("agentforge init --git"),
  });
  await expect(findRepository(join(place.base, "nowhere"))).rejects.toMatchObject({
    code: "not_a_repository",
    message: expect.stringMatching(/^there is no folder .*nowhere$/),
  });
});

test("init creates a repository with everything committed, by a bot if no git identity is configured", async () => {
  using place = createPlace({ init: false });
  place.write("a.txt", "a\n");
  place.write("run.sh", "x\n");
  chmodSync(join(place.root, "run.sh"), 0o755);
  const options = { git: gitProgram(place.base), commit: true, now: () => new Date() };
  await initRepository(place.root, options);
  expect(place.git("log", "--format=%an %s")).toBe("AgentForge Initial commit\n");
  expect(place.git("ls-tree", "-r", "HEAD")).toMatch(/100644 .*a\.txt\n100755 .*run\.sh\n/);
  expect(place.git("status", "--porcelain")).toBe("");
  expect(existsSync(join(place.root, ".git/hooks"))).toBe(false);
  await expect(initRepository(place.root, options)).rejects.toMatchObject({ code: "conflict" });
});

test("a clone contains content and nothing that runs", async () => {
  using place = createPlace();
  place.write("a.txt", "a\n");
  place.write(".gitattributes", "* filter=x\n");
  place.git("add", ".");
  place.git("commit", "-qm", "first");
  const git = gitProgram(place.base);
  const target = join(place.base, "clone");
  await cloneInto(`file://${place.root}`, target, { git, protocols: ["file"] });
  expect(readFileSync(join(target, "a.txt"), "utf8")).toBe("a\n");
  expect(existsSync(join(target, ".git/hooks"))).toBe(false);
  await expect(cloneInto(`file://${place.root}`, target, { git, protocols: ["file"] })).rejects.toMatchObject(
    { code: "conflict" },
  );
  for (const url of [
    `file://${place.root}`,
    `ext::sh -c "touch x"`,
    "-ufoo",
    "ftp://x/y",
    "https://user:pass@localhost:1/x/y",
  ]) {
    const failed = cloneInto(url, join(place.base, "other"), { git });
    await expect(failed).rejects.toMatchObject({ code: expect.stringMatching(/bad_input|remote_failed/) });
    await expect(failed).rejects.not.toMatchObject({ message: expect.stringContaining("pass@") });
  }
});
