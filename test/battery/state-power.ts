import "./own-temporary.ts";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { judgeCrash } from "./crash-verdict.ts";
import { report } from "./report.ts";
import { createWriterPool } from "./writers.ts";

/**
 * Simulates a power cut: while a writer works on a separate disk (ext4 on a loop device), copies the device
 * with only what was really written to it, and opens the copy. `kill -9` cannot reveal a missing fsync; this
 * can. Needs root, loop devices and mkfs.ext4.
 */
const { values } = parseArgs({
  options: { runs: { type: "string", default: "25" }, inside: { type: "string" } },
});
const runs = Number(values.runs);
const DISK_MEGABYTES = 24;

if (values.inside === undefined) enterNamespace();
else await cutPower(values.inside);

function enterNamespace(): void {
  if (process.getuid?.() !== 0 || !existsSync("/dev/loop-control")) {
    console.log("VOID: cutting the power needs root and loop devices");
    process.exitCode = 3;
    return;
  }
  const home = mkdtempSync(join(tmpdir(), "agentforge-power-"));
  const self = [process.execPath, import.meta.filename, "--runs", values.runs, "--inside", home];
  const { status } = spawnSync("unshare", ["--mount", "--", ...self], { stdio: "inherit" });
  rmSync(home, { recursive: true });
  process.exitCode = status ?? 3;
}

async function cutPower(home: string): Promise<void> {
  const total = { acknowledged: 0, lost: 0, corrupt: 0, unrepaired: 0, working: 0, unsynced: 0 };
  const details: string[] = [];
  const pool = await createWriterPool(1);
  const disk = { image: join(home, "disk.img"), mount: join(home, "disk") };
  const copy = { image: join(home, "copy.img"), mount: join(home, "copy") };
  for (const { mount } of [disk, copy]) mkdirSync(mount);

  async function cutOnce(mode: string): Promise<string[]> {
    run("truncate", "--size", `${DISK_MEGABYTES}M`, disk.image);
    run("mkfs.ext4", "-q", "-F", disk.image);
    run("mount", "-o", "loop", disk.image, disk.mount);
    const delay = 20 + Math.random() * 400;
    const order = `${mode} ${disk.mount} s-1`;
    const acknowledged = await pool.killAfter(order, delay, "acknowledgement", () =>
      run("cp", "--sparse=always", disk.image, copy.image),
    );
    run("umount", disk.mount);
    rmSync(disk.image);
    run("mount", "-o", "loop", copy.image, copy.mount);
    return acknowledged;
  }

  try {
    for (let number = 0; number < runs; number += 1) {
      const acknowledged = await cutOnce("durable");
      const verdict = await judgeCrash(copy.mount, "s-1", acknowledged);
      run("umount", copy.mount);
      total.acknowledged += acknowledged.length;
      if (acknowledged.length > 1) total.working += 1;
      for (const kind of ["lost", "corrupt", "unrepaired"] as const) {
        total[kind] += verdict[kind].length;
        details.push(...verdict[kind].map((detail) => `cut ${number}: ${kind}: ${detail}`));
      }
    }
    for (let number = 0; number < 5; number += 1) {
      const acknowledged = await cutOnce("unsynced");
      if (!hasUnsynced(copy.mount, acknowledged.length)) total.unsynced += 1;
      run("umount", copy.mount);
    }
  } finally {
    pool.close();
  }
  report(
    {
      title: `the power is cut, ${runs} times`,
      counts: [
        { name: "operations acknowledged", value: total.acknowledged },
        { name: "acknowledged and lost", value: total.lost, mustBe: 0 },
        { name: "corrupt or mixed states accepted", value: total.corrupt, mustBe: 0 },
        { name: "files that differ from the database after recovery", value: total.unrepaired, mustBe: 0 },
      ],
      controls: [
        {
          name: "cuts that hit a working writer",
          holds: total.working > runs / 2,
          shown: `${total.working}`,
        },
        {
          name: "a writer that does not sync loses",
          holds: total.unsynced > 0,
          shown: `${total.unsynced}/5`,
        },
      ],
    },
    details,
  );
}

function hasUnsynced(folder: string, acknowledged: number): boolean {
  const file = join(folder, "unsynced.txt");
  if (!existsSync(file)) return false;
  const end = /\nend (\d+)\n$/.exec(readFileSync(file, "utf8"));
  return Number(end?.[1] ?? 0) >= acknowledged;
}

function run(...[program = "", ...parameters]: string[]): void {
  const { status, stderr } = spawnSync(program, parameters, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} ${parameters.join(" ")}: ${stderr}`);
}
