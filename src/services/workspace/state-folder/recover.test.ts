import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createPlace, landRequest, type Place } from "../../../../test/support/git-place.ts";

function repository(): Place {
  const place = createPlace();
  place.write("src/add.js", "add\n");
  place.git("add", ".");
  place.git("commit", "-qm", "first");
  return place;
}

/** The id and start time of a process that has died. */
async function deadOwner() {
  const child = spawn("sleep", ["100"]);
  const stat = readFileSync(`/proc/${child.pid}/stat`, "utf8");
  const started = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
  child.kill("SIGKILL");
  await new Promise((resolve) => child.once("close", resolve));
  return { pid: child.pid, started, boot: null, namespace: null };
}

test("removes what a dead attempt left, and keeps what a live one uses", async () => {
  using place = repository();
  const workspace = await place.open();
  const alive = await workspace.openAttempt("alive");
  const dead = await workspace.openAttempt("dead");
  writeFileSync(join(dead.path, "../owner.json"), JSON.stringify(await deadOwner()));
  mkdirSync(join(place.root, ".agentforge/attempts/broken"));
  expect([...(await workspace.recover())].sort()).toEqual([
    "removed the leftovers of attempt broken",
    "removed the leftovers of attempt dead",
  ]);
  expect(existsSync(dead.path)).toBe(false);
  expect(await alive.readText("src/add.js")).toBe("add\n");
  expect(await workspace.recover()).toEqual([]);
  await alive.close();
});

test("a recycled process id is not mistaken for the owner", async () => {
  using place = repository();
  const workspace = await place.open();
  const attempt = await workspace.openAttempt("reused");
  const owner = JSON.parse(readFileSync(join(attempt.path, "../owner.json"), "utf8"));
  writeFileSync(join(attempt.path, "../owner.json"), JSON.stringify({ ...owner, started: "1" }));
  expect(await workspace.recover()).toEqual(["removed the leftovers of attempt reused"]);
});

test("a landing that was interrupted after the files were written is undone", async () => {
  using place = repository();
  const workspace = await place.open();
  const request = await landRequest(workspace, { "src/add.js": "repaired\n", "src/new/x.js": "x\n" }, "L-1");
  const landing = await workspace.land(request);
  if (landing.status !== "landed") throw new Error(landing.why);
  // The state just before the branch moved: files written, lock taken, intent on disk.
  const previous = place.git("rev-parse", "HEAD~1").trim();
  place.git("update-ref", "refs/heads/main", previous);
  place.git("read-tree", previous);
  writeFileSync(join(place.root, ".git/agentforge-L-1.index"), "");
  place.write("src/.agentforge-L-1.tmp", "half");
  rmSync(join(place.root, "src/new/x.js"));
  await writeIntent(place, { previous, next: landing.commit, writing: true, missing_folders: ["src/new"] });
  expect(await workspace.recover()).toEqual(["undid the interrupted landing L-1"]);
  expect(readFileSync(join(place.root, "src/add.js"), "utf8")).toBe("add\n");
  expect(place.git("status", "--porcelain")).toBe("");
  expect(readdirSync(join(place.root, "src"))).toEqual(["add.js"]);
  expect(readdirSync(join(place.root, ".git")).filter((name) => name.startsWith("agentforge"))).toEqual([]);
  expect(await workspace.land(request)).toMatchObject({ status: "landed" });
});

test("undoing does not touch what the user edited after the crash", async () => {
  using place = repository();
  const workspace = await place.open();
  const landing = await workspace.land(await landRequest(workspace, { "src/add.js": "repaired\n" }, "L-1"));
  if (landing.status !== "landed") throw new Error(landing.why);
  const previous = place.git("rev-parse", "HEAD~1").trim();
  place.git("update-ref", "refs/heads/main", previous);
  place.write("src/add.js", "mine\n");
  await writeIntent(place, { previous, next: landing.commit, writing: true, missing_folders: [] });
  expect(await workspace.recover()).toEqual([
    "undid the interrupted landing L-1; left unchanged, because they were edited since: src/add.js",
  ]);
  expect(readFileSync(join(place.root, "src/add.js"), "utf8")).toBe("mine\n");
});

test("a landing whose branch has moved is completed", async () => {
  using place = repository();
  const workspace = await place.open();
  const request = await landRequest(workspace, { "src/add.js": "repaired\n" }, "L-1");
  const landing = await workspace.land(request);
  if (landing.status !== "landed") throw new Error(landing.why);
  const manifest = join(place.root, ".agentforge/backups/L-1/manifest.yaml");
  expect(readFileSync(manifest, "utf8")).toContain("status: landed");
  const previous = place.git("rev-parse", "HEAD~1").trim();
  await writeIntent(place, { previous, next: landing.commit, writing: true, missing_folders: [] });
  expect(await workspace.recover()).toEqual(["finished the interrupted landing L-1"]);
  expect(place.git("status", "--porcelain")).toBe("");
  expect(await workspace.rollback("L-1")).toMatchObject({ status: "restored" });
});

test("a damaged backup is reported, not used", async () => {
  using place = repository();
  const workspace = await place.open();
  await workspace.land(await landRequest(workspace, { "src/add.js": "repaired\n" }, "L-1"));
  const manifest = join(place.root, ".agentforge/backups/L-1/manifest.yaml");
  const text = readFileSync(manifest, "utf8");
  for (const damaged of [text.slice(0, -20), text.replace("landed", "Landed"), text.slice(0, 100), ""]) {
    writeFileSync(manifest, damaged);
    await expect(workspace.rollback("L-1")).rejects.toMatchObject({ code: "state_damaged" });
  }
  writeFileSync(manifest, text);
  rmSync(join(place.root, ".agentforge/backups/L-1/files"), { recursive: true });
  await expect(workspace.rollback("L-1")).rejects.toMatchObject({ code: "state_damaged" });
  await expect(workspace.rollback("L-2")).rejects.toMatchObject({ code: "not_found" });
});

async function writeIntent(place: Place, intent: Record<string, unknown>): Promise<void> {
  const whole = {
    landing_id: "L-1",
    direction: "land",
    owner: await deadOwner(),
    reference: "refs/heads/main",
    reflog: null,
    ...intent,
  };
  writeFileSync(join(place.root, ".agentforge/intents/L-1.json"), JSON.stringify(whole));
}
