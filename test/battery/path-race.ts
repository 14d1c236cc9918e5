import "./own-temporary.ts";
/**
 * Writes through the path resolver while another process keeps replacing a folder in the path with a link that leads
 * out. No write may land outside. The controls check first and then write, as most programs do; one of them must
 * escape, or the race was not tight enough and the battery is void.
 *
 *   node test/battery/path-race.ts [--writes 60000]
 */
import { spawn } from "node:child_process";
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
} from "node:fs";
import { lstat, realpath, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createPathResolver, PathRefused } from "../../src/services/workspace/index.ts";

const [mode, place] = process.argv.slice(2);
if (mode === "--swap" && place !== undefined) swapForEver(place);
else await battery(Number(process.argv[process.argv.indexOf("--writes") + 1]) || 60_000);

function swapForEver(base: string): void {
  const folder = join(base, "ws/src/d");
  const aside = join(base, "ws/src/aside");
  process.stdout.write("ready\n");
  for (;;) {
    // A writer that finds the folder missing creates one, which is removed here.
    const steps = [
      () => renameSync(folder, aside),
      () => symlinkSync(join(base, "outside"), folder),
      () =>
        lstatSync(folder).isSymbolicLink()
          ? unlinkSync(folder)
          : rmSync(folder, { recursive: true, force: true }),
      () => renameSync(aside, folder),
    ];
    for (const step of steps) {
      attempt(step);
      if (step === steps[1] || step === steps[3]) linger(Math.random() * 0.3);
    }
  }
}

/** The folder and the link each exist for a moment, about as long as a check and a write take. */
function linger(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

function attempt(step: () => void): void {
  try {
    step();
  } catch {
    // The next round restores it.
  }
}

type Write = (root: string, path: string) => Promise<void>;

async function battery(writes: number): Promise<void> {
  let serial = 0;
  const rows: Record<string, { writes: number; written: number; refused: number; escaped: number }> = {
    "resolver, replace": await race(writes, async (root, path) => {
      const resolver = createPathResolver(root, () => `r${serial++}`);
      await resolver.replace(path, { bytes: Buffer.from("x"), executable: false });
    }),
    "resolver, openForWrite": await race(Math.ceil(writes / 6), async (root, path) => {
      await using file = await createPathResolver(root, () => "").openForWrite(path);
      await file.writeFile("x");
    }),
    "control: realpath, then write": await race(Math.ceil(writes / 3), async (root, path) => {
      const parent = await realpath(dirname(join(root, path)));
      if (!parent.startsWith(`${root}/`)) throw new Error("refused");
      await writeFile(join(root, path), "x");
    }),
    "control: lstat, then write": await race(Math.ceil(writes / 3), async (root, path) => {
      if ((await lstat(dirname(join(root, path)))).isSymbolicLink()) throw new Error("refused");
      await writeFile(join(root, path), "x");
    }),
  };
  console.table(rows);
  const ours = Object.entries(rows).filter(([name]) => name.startsWith("resolver"));
  const controls = Object.entries(rows).filter(([name]) => name.startsWith("control"));
  const escaped = ours.reduce((sum, [, row]) => sum + row.escaped, 0);
  const sharp =
    controls.some(([, row]) => row.escaped > 0) &&
    ours.every(([, row]) => row.written > 0 && row.refused > 0);
  if (!sharp) console.log("VOID: no control escaped, or nothing was written or refused");
  if (escaped > 0 || !sharp) process.exitCode = 1;
}

async function race(writes: number, write: Write) {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "agentforge-race-")));
  mkdirSync(join(base, "ws/src/d"), { recursive: true });
  mkdirSync(join(base, "outside"));
  const racer = spawn(process.execPath, [fileURLToPath(import.meta.url), "--swap", base], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const gone = new Promise((resolve) => racer.once("close", resolve));
  await new Promise((resolve) => racer.stdout.once("data", resolve));
  let written = 0;
  let refused = 0;
  try {
    for (let next = 0; next < writes; next += 4) {
      const group = Array.from({ length: 4 }, (_, at) => write(join(base, "ws"), `src/d/f${next + at}`));
      for (const outcome of await Promise.allSettled(group)) {
        if (outcome.status === "fulfilled") written += 1;
        else if (expected(outcome.reason)) refused += 1;
        else throw outcome.reason;
      }
    }
  } finally {
    racer.kill("SIGKILL");
    await gone;
  }
  const escaped = readdirSync(join(base, "outside")).length;
  if (!lstatSync(join(base, "ws")).isDirectory()) throw new Error("the root folder itself is gone");
  rmSync(base, { recursive: true, force: true });
  return { writes, written, refused, escaped };
}

/**
 * Losing the race is fine: rejected, or the folder was missing at that moment, or it reappeared while we created ours.
 */
function expected(reason: unknown): boolean {
  if (reason instanceof PathRefused) return true;
  if (!(reason instanceof Error)) return false;
  return (
    reason.message === "refused" ||
    ("code" in reason && ["ENOENT", "EEXIST", "ENOTEMPTY", "not_found"].includes(String(reason.code)))
  );
}
