import { createHash } from "node:crypto";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterEach, beforeEach, expect, it, test } from "vitest";
import type { PlanFolders } from "../../../domain/ports/plans.ts";
import { openPlanFolders } from "./folders.ts";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
let root: string;
let folders: PlanFolders;
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), "agentforge-folders-"));
  folders = await openPlanFolders(root);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));
const at = (place: string, name: string) => join(root, place, name);

/** The view after all changes have settled. */
async function settled() {
  for (;;) {
    const sighting = await folders.look(new Set());
    if (sighting.growing.length === 0) return sighting;
    await setTimeout(50);
  }
}

it("waits for a file that is still growing, and then sees it whole", async () => {
  const path = at("Inbox/Requests", "half.md");
  writeFileSync(path, "+++\nsta");
  expect(await folders.look(new Set())).toMatchObject({ files: [], growing: ["half.md"] });
  appendFileSync(path, 'tus = "new"\n+++\nAll of it.\n');
  const { files } = await settled();
  expect(files.map((file) => file.text)).toEqual(['+++\nstatus = "new"\n+++\nAll of it.\n']);
});

it("sees what an editor saved by rename", async () => {
  const path = at("Inbox/Plans", "a_plan.md");
  writeFileSync(path, "one\n");
  expect((await settled()).files[0]?.text).toBe("one\n");
  writeFileSync(at("Inbox/Plans", ".a_plan.md.swp"), "two\n");
  renameSync(at("Inbox/Plans", ".a_plan.md.swp"), path);
  expect((await settled()).files.map((file) => file.text)).toEqual(["two\n"]);
});

it("treats hostile names as names, and skips files that are not plans", async () => {
  const names = [
    "with space.md",
    `quote'".md`,
    "日本語.md",
    "%2f..%2fetc.md",
    "-rf.md",
    "$(touch x).md",
    "UPPER.MD",
    "line\nbreak.md",
  ];
  for (const name of [...names, "backup.md~", ".hidden.md", "#auto.md#", "notes.txt"])
    writeFileSync(at("Inbox/Requests", name), "Do it.\n");
  mkdirSync(at("Inbox/Requests", "folder.md"));
  symlinkSync("/etc/passwd", at("Inbox/Requests", "link.md"));
  writeFileSync(at("Inbox/Requests", "binary.md"), Buffer.from([0xff, 0xfe, 0x00]));
  writeFileSync(at("Inbox/Requests", "empty.md"), "");
  writeFileSync(at("Inbox/Requests", "huge.md"), "x".repeat(17 * 1024 * 1024));
  writeFileSync(at("Inbox/Requests", "large.md"), "x".repeat(5 * 1024 * 1024));
  const { files, troubles } = await settled();
  expect(files.map((file) => file.name).sort()).toEqual([...names, "large.md"].sort());
  expect(Object.fromEntries(troubles.map(({ path, why }) => [path, why]))).toEqual({
    "Inbox/Requests/folder.md": "is not a file",
    "Inbox/Requests/link.md": "is a link",
    "Inbox/Requests/binary.md": "is not UTF-8 text",
    "Inbox/Requests/empty.md": "is empty",
    "Inbox/Requests/huge.md": "is larger than 16 MB",
  });
});

it("never overwrites what a person wrote in the meantime", async () => {
  const path = at("Inbox/Plans", "a_plan.md");
  expect(await folders.put("Inbox/Plans", "a_plan.md", "ours\n", null)).toBe(true);
  writeFileSync(path, "theirs\n");
  expect(await folders.put("Inbox/Plans", "a_plan.md", "ours again\n", null)).toBe(false);
  expect(await folders.put("Inbox/Plans", "a_plan.md", "ours again\n", sha256("ours\n"))).toBe(false);
  expect(await folders.take("Inbox/Plans", "a_plan.md", sha256("ours\n"))).toBe(false);
  expect(readFileSync(path, "utf8")).toBe("theirs\n");
  expect(await folders.put("Inbox/Plans", "a_plan.md", "ours again\n", sha256("theirs\n"))).toBe(true);
  expect(await folders.take("Inbox/Plans", "a_plan.md", sha256("ours again\n"))).toBe(true);
  expect(existsSync(path)).toBe(false);
  expect(readdirSync(join(root, "System/.writing"))).toEqual([]);
});

it("sets a file aside under an unused name", async () => {
  for (const text of ["one", "two", "three"]) {
    writeFileSync(at("Inbox/Plans", "a.md"), text);
    await folders.setAside("Inbox/Plans", "a.md");
  }
  const kept = readdirSync(join(root, "Inbox/Archive")).sort();
  expect(kept.map((name) => readFileSync(at("Inbox/Archive", name), "utf8")).sort()).toEqual([
    "one",
    "three",
    "two",
  ]);
  expect(kept).toEqual(["a-2.md", "a-3.md", "a.md"]);
});

test.each(["../x.md", "a/b.md", "", ".hidden", "nul\0.md"])("%j is not a valid file name here", (name) => {
  expect(() => folders.pathOf("Inbox/Plans", name)).toThrow(/not a valid file name/);
});

it("calls back when something changes, but not after the signal", async () => {
  const stop = new AbortController();
  let rings = 0;
  folders.watch(stop.signal, () => {
    rings += 1;
  });
  writeFileSync(at("System/Active", "a.md"), "x");
  for (let waited = 0; rings === 0 && waited < 100; waited += 1) await setTimeout(50);
  expect(rings).toBeGreaterThan(0);
  stop.abort();
  const before = rings;
  writeFileSync(at("System/Active", "b.md"), "x");
  await setTimeout(300);
  expect(rings).toBe(before);
});

it("does not watch if the signal is already aborted", () => {
  const before = process.getActiveResourcesInfo().length;
  folders.watch(AbortSignal.abort(), () => {});
  expect(process.getActiveResourcesInfo().length).toBe(before);
});

it("does not follow a folder that is a link", async () => {
  const other = mkdtempSync(join(tmpdir(), "agentforge-other-"));
  rmSync(join(root, "Inbox/Plans"), { recursive: true });
  symlinkSync(other, join(root, "Inbox/Plans"));
  await expect(openPlanFolders(root)).rejects.toThrow(/is a symbolic link/);
  rmSync(other, { recursive: true });
});
