import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createPlace, landRequest, openAt, type Place } from "../../../../test/support/git-place.ts";

function repository(): Place {
  const place = createPlace();
  place.write("src/add.js", "add\n");
  place.write("src/old.js", "old\n");
  place.write("run.sh", "#!/bin/sh\n", 0o755);
  place.git("add", ".");
  place.git("commit", "-qm", "first");
  return place;
}

const base64 = (text: string) => Buffer.from(text).toString("base64");

test("refuses to land anything that the diff does not show", async () => {
  using place = repository();
  const workspace = await place.open();
  const request = await landRequest(workspace, { "src/add.js": "repaired\n" });
  const other = await landRequest(workspace, { "src/add.js": "something else\n" });
  const [file] = request.change.files;
  const [foreign] = other.change.files;
  if (file?.after == null || foreign === undefined) throw new Error("no file");
  const forged = [
    { ...request.change, files: [foreign] },
    { ...request.change, files: [{ ...file, after: { ...file.after, content_base64: base64("evil\n") } }] },
    { ...request.change, files: [{ ...file, after: { ...file.after, mode: "100755" as const } }] },
    { ...request.change, files: [...request.change.files, { ...file, path: "src/extra.js", before: null }] },
    { ...request.change, diff: other.change.diff },
    { ...request.change, diff: `${request.change.diff}garbage` },
    { ...request.change, diff_hash: "0".repeat(64) },
  ];
  for (const change of forged) {
    await expect(workspace.land({ ...request, change })).rejects.toMatchObject({ code: "stale" });
  }
  expect(place.git("status", "--porcelain")).toBe("");
  expect(await workspace.land(request)).toMatchObject({ status: "landed" });
});

test("protected files are refused at landing too, and an empty change has nothing to commit", async () => {
  using place = repository();
  const workspace = await place.open();
  const request = await landRequest(workspace, { "src/add.js": "repaired\n" });
  const files = request.change.files.map((file) => ({ ...file, path: ".github/workflows/x.yml" }));
  await expect(workspace.land({ ...request, change: { ...request.change, files } })).rejects.toMatchObject({
    code: "path_refused",
  });
  const empty = await landRequest(workspace, {});
  await expect(workspace.land(empty)).rejects.toMatchObject({ code: "nothing_to_commit" });
  await expect(workspace.land({ ...request, landingId: "../x" })).rejects.toMatchObject({
    code: "bad_input",
  });
});

test("a file that git treats as unchanged keeps that mark, and the edits it hides", async () => {
  using place = repository();
  const lines = ["add", ...Array.from({ length: 20 }, (_, index) => `line ${index}`), ""].join("\n");
  place.write("src/add.js", lines);
  place.git("commit", "-qam", "more lines");
  const workspace = await place.open();
  const request = await landRequest(workspace, { "src/add.js": lines.replace("add", "repaired") });
  place.git("update-index", "--assume-unchanged", "src/add.js");
  place.write("src/add.js", `${lines}password\n`);
  expect(await workspace.land({ ...request, allowOwnEdits: true })).toMatchObject({ status: "landed" });
  expect(place.git("ls-files", "-v", "src/add.js")).toBe("h src/add.js\n");
  expect(place.git("show", "HEAD:src/add.js")).not.toContain("password");
  expect(readFileSync(join(place.root, "src/add.js"), "utf8")).toContain("password");
  expect(place.git("status", "--porcelain")).toBe("");
});

test("removals and executable files land and are rolled back", async () => {
  using place = repository();
  const workspace = await place.open();
  const request = await landRequest(workspace, { "src/old.js": null, "run.sh": "#!/bin/sh\nexit 0\n" });
  expect(await workspace.land(request)).toMatchObject({ status: "landed" });
  expect(existsSync(join(place.root, "src/old.js"))).toBe(false);
  expect(place.git("status", "--porcelain")).toBe("");
  expect(place.git("ls-tree", "HEAD", "run.sh")).toMatch(/^100755/);
  rmSync(join(place.root, "run.sh"));
  expect(await workspace.rollback(request.landingId)).toMatchObject({
    status: "refused",
    files: [{ path: "run.sh" }],
  });
  place.git("checkout", "run.sh");
  expect(await workspace.rollback(request.landingId)).toMatchObject({ status: "restored" });
  expect(readFileSync(join(place.root, "src/old.js"), "utf8")).toBe("old\n");
  expect(statSync(join(place.root, "run.sh")).mode & 0o777).toBe(0o755);
  expect(place.git("diff", "HEAD~2")).toBe("");
});

test("without a git identity the commit is by a bot, and the user's configuration stays unchanged", async () => {
  using place = repository();
  for (const key of ["user.name", "user.email"]) place.git("config", "--unset", key);
  const config = readFileSync(join(place.root, ".git/config"), "utf8");
  const workspace = await place.open();
  await workspace.land(await landRequest(workspace, { "src/add.js": "repaired\n" }));
  expect(place.git("log", "-1", "--format=%an <%ae> %cn <%ce>")).toBe(
    "AgentForge <agentforge@localhost> AgentForge <agentforge@localhost>\n",
  );
  expect(readFileSync(join(place.root, ".git/config"), "utf8")).toBe(config);
});

test("uses the name that the user's git would use in this folder", async () => {
  using place = repository();
  for (const key of ["user.name", "user.email"]) place.git("config", "--unset", key);
  place.write(
    "../.gitconfig",
    `[user]\n\tname = Ada\n\temail = ada@home\n[includeIf "gitdir:${place.base}/"]\n\tpath = at-work\n`,
  );
  place.write("../at-work", "[user]\n\temail = ada@work\n");
  const workspace = await place.open();
  await workspace.land(await landRequest(workspace, { "src/add.js": "repaired\n" }));
  expect(place.git("log", "-1", "--format=%an <%ae>")).toBe("Ada <ada@work>\n");
});

test("waits for a running git process", async () => {
  using place = repository();
  const workspace = await place.open();
  const request = await landRequest(workspace, { "src/add.js": "repaired\n" });
  const lock = join(place.root, ".git/index.lock");
  writeFileSync(lock, "theirs");
  await expect(workspace.land(request)).rejects.toMatchObject({ code: "busy", hint: expect.any(String) });
  expect(readFileSync(lock, "utf8")).toBe("theirs");
  rmSync(lock);
  const branch = join(place.root, ".git/refs/heads/main.lock");
  writeFileSync(branch, "theirs");
  await expect(workspace.land(request)).rejects.toMatchObject({ code: "busy" });
  expect(place.git("status", "--porcelain")).toBe("");
  expect(readFileSync(join(place.root, "src/add.js"), "utf8")).toBe("add\n");
  rmSync(branch);
  expect(await workspace.land(request)).toMatchObject({ status: "landed" });
});

test("concurrent landings each land once and completely, or are asked to wait", async () => {
  using place = repository();
  const first = await place.open();
  const second = await openAt(place.root, place.base);
  const one = await landRequest(first, { "src/add.js": "repaired\n" });
  const two = await landRequest(first, { "src/old.js": "repaired\n" });
  const outcomes = await Promise.allSettled([first.land(one), second.land(one), second.land(two)]);
  for (const outcome of outcomes) {
    if (outcome.status === "rejected")
      expect(outcome.reason).toMatchObject({ code: expect.stringMatching(/busy|conflict/) });
    else expect(outcome.value.status).toMatch(/landed|conflict/);
  }
  const landed = outcomes.filter(
    (outcome) => outcome.status === "fulfilled" && outcome.value.status === "landed",
  );
  expect(landed.length).toBeGreaterThan(0);
  for (const request of [one, two]) expect(await first.land(request)).toMatchObject({ status: "landed" });
  expect(place.git("rev-list", "--count", "HEAD")).toBe("3\n");
  expect(place.git("status", "--porcelain")).toBe("");
});
