import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, test } from "vitest";
import type { PlanFolders } from "../../../domain/ports/plans.ts";
import { ASIDE } from "./exchange.ts";
import { openPlanFolders } from "./folders.ts";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
let root: string;
let onStep: (step: string) => void;
let folders: PlanFolders;
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), "agentforge-exchange-"));
  onStep = () => {};
  folders = await openPlanFolders(root, { graceMs: 0, onStep: (step) => onStep(step) });
  mkdirSync(join(root, "elsewhere"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const NAME = "a_plan.md";
const path = () => join(root, "Inbox/Plans", NAME);
const read = () => readFileSync(path(), "utf8");

/** Every text a person can find, by folder. */
function texts(): Record<string, string[]> {
  const folder = (place: string) =>
    readdirSync(join(root, place)).map((name) => readFileSync(join(root, place, name), "utf8"));
  return { plans: folder("Inbox/Plans"), archive: folder("Inbox/Archive") };
}

async function sweep() {
  await setTimeout(5);
  return (await folders.look(new Set())).kept;
}

const SAVES = {
  "by rename": (text: string) => {
    writeFileSync(join(root, "elsewhere/draft"), text);
    renameSync(join(root, "elsewhere/draft"), path());
  },
  "in place": (text: string) => writeFileSync(path(), text),
  "into what it had open": (text: string, handle: number) => writeSync(handle, text, 0),
} as const;

describe("an editor that saves during an exchange", () => {
  test.each(
    (["looked", "moved", "placed"] as const).flatMap((step) =>
      (["put", "take", "both"] as const).flatMap((what) =>
        Object.keys(SAVES).map((way) => [what, step, way as keyof typeof SAVES] as const),
      ),
    ),
  )("%s, %s, %s: the save is kept", async (what, step, way) => {
    writeFileSync(path(), "before\n");
    const handle = openSync(path(), "r+");
    onStep = (at) => {
      if (at !== step) return;
      onStep = () => {};
      SAVES[way]("saved!\n", handle);
    };
    if (what === "take") await folders.take("Inbox/Plans", NAME, sha256("before\n"));
    else await folders.put("Inbox/Plans", NAME, "ours\n", sha256("before\n"));
    if (what === "both") await folders.take("Inbox/Plans", NAME, sha256("ours\n"));
    closeSync(handle);
    const happened = onStep.length === 0;
    const kept = await sweep();
    const { plans = [], archive = [] } = texts();
    expect(happened).toBe(what !== "take" || step !== "placed");
    if (happened) expect([...plans, ...archive]).toContain("saved!\n");
    if (archive.length > 0)
      expect(kept).toEqual([{ from: `Inbox/Plans/${NAME}`, to: `Inbox/Archive/${NAME}` }]);
    expect(readdirSync(join(root, ASIDE))).toEqual([]);
  });

  it("keeps the first of two saves too", async () => {
    writeFileSync(path(), "before\n");
    onStep = (step) => {
      if (step === "looked") SAVES["by rename"]("first\n");
      if (step === "moved") SAVES["by rename"]("second\n");
    };
    expect(await folders.put("Inbox/Plans", NAME, "ours\n", sha256("before\n"))).toBe(false);
    expect(await sweep()).toHaveLength(1);
    expect(texts()).toEqual({ plans: ["second\n"], archive: ["first\n"] });
  });

  it("waits for a save in progress before it stops", async () => {
    folders = await openPlanFolders(root, { graceMs: 60_000 });
    writeFileSync(path(), "before\n");
    const handle = openSync(path(), "r+");
    await folders.put("Inbox/Plans", NAME, "ours\n", sha256("before\n"));
    expect(await sweep()).toEqual([]);
    writeSync(handle, "saved!\n", 0);
    closeSync(handle);
    expect(await sweep()).toEqual([]);
    folders = await openPlanFolders(root, { graceMs: 0 });
    await sweep();
    expect(texts()).toEqual({ plans: ["ours\n"], archive: ["saved!\n"] });
  });
});

describe("a process that dies during an exchange", () => {
  it.each(["moved", "placed"])("loses nothing after it has %s the file", async (step) => {
    writeFileSync(path(), "before\n");
    const program = `
      import { openPlanFolders } from ${JSON.stringify(new URL("./folders.ts", import.meta.url).href)};
      const folders = await openPlanFolders(${JSON.stringify(root)}, {
        onStep: (step) => { if (step === "${step}") process.kill(process.pid, "SIGKILL"); },
      });
      await folders.put("Inbox/Plans", "${NAME}", "ours\\n", "${sha256("before\n")}");`;
    const child = spawn(process.execPath, ["--input-type=module", "--eval", program], { stdio: "inherit" });
    const [, signal] = await once(child, "exit");
    expect(signal).toBe("SIGKILL");
    expect(existsSync(path())).toBe(step === "placed");
    folders = await openPlanFolders(root);
    await folders.look(new Set());
    const { plans = [], archive = [] } = texts();
    expect([...plans, ...archive]).toContain("before\n");
    expect(read()).toBe(step === "placed" ? "ours\n" : "before\n");
    expect(readdirSync(join(root, ASIDE))).toEqual([]);
  });
});

it("leaves a file alone if another process considered this one dead and put it back", async () => {
  writeFileSync(path(), "before\n");
  const other = await openPlanFolders(root);
  const looks: Promise<unknown>[] = [];
  onStep = (step) => {
    if (step === "moved") looks.push(other.look(new Set()));
  };
  expect(await folders.put("Inbox/Plans", NAME, "ours\n", sha256("before\n"))).toBe(false);
  expect(await folders.take("Inbox/Plans", NAME, sha256("before\n"))).toBe(false);
  expect(await folders.setAside("Inbox/Plans", NAME)).toBeNull();
  expect(texts()).toEqual({ plans: ["before\n"], archive: [] });
  expect(await Promise.all(looks)).toHaveLength(3);
});

/** Saves the given content in the given way, after busy-waiting for this many microseconds. */
const EDITOR = `
  import { openSync, renameSync, writeFileSync, writeSync, closeSync } from "node:fs";
  import { createInterface } from "node:readline";
  const [path, draft] = process.argv.slice(1);
  console.log("ready");
  for await (const line of createInterface({ input: process.stdin })) {
    const { way, text, spin } = JSON.parse(line);
    const until = process.hrtime.bigint() + BigInt(spin * 1000);
    if (way === "by rename") writeFileSync(draft, text);
    while (process.hrtime.bigint() < until);
    if (way === "by rename") renameSync(draft, path);
    else writeFileSync(path, text);
    console.log("saved");
  }`;

it("loses no save of a concurrent editor", async () => {
  const rounds = Number(process.env.EXCHANGE_ROUNDS ?? 150);
  const editor = spawn(
    process.execPath,
    ["--input-type=module", "--eval", EDITOR, path(), join(root, "elsewhere/draft")],
    { stdio: ["pipe", "pipe", "inherit"] },
  );
  const answers = createInterface({ input: editor.stdout })[Symbol.asyncIterator]();
  await answers.next();
  const hits = { kept: 0, refused: 0 };
  for (let round = 0; round < rounds; round += 1) {
    const own = [`one ${round}\n`, `other ${round}\n`] as const;
    const saved = `saved ${round}\n`;
    writeFileSync(path(), own[0]);
    const way = round % 2 === 0 ? "by rename" : "in place";
    editor.stdin.write(`${JSON.stringify({ way, text: saved, spin: Math.floor(Math.random() * 4000) })}\n`);
    let isSaved = false;
    const answer = answers.next().then(() => {
      isSaved = true;
    });
    for (let turn = 0; !isSaved; turn = 1 - turn) {
      const [from = "", to = ""] = turn === 0 ? own : [...own].reverse();
      if (!(await folders.put("Inbox/Plans", NAME, to, sha256(from)))) hits.refused += 1;
    }
    await answer;
    hits.kept += (await sweep()).length;
    const { plans = [], archive = [] } = texts();
    expect([...plans, ...archive], `round ${round}, ${way}`).toContain(saved);
    for (const place of ["Inbox/Archive", "Inbox/Plans"])
      for (const name of readdirSync(join(root, place))) rmSync(join(root, place, name));
  }
  editor.stdin.end();
  await once(editor, "exit");
  expect(hits.refused).toBeGreaterThan(0);
});
