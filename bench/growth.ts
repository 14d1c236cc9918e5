import { execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

/**
 * How the cost of one repair grows with unrelated files: the same one-line bug among more and more unrelated modules,
 * through the real command. The project's own `pytest`, which scans the same files, runs for comparison. CPU time,
 * because it depends less on other load. Then the same repair is interrupted at several moments: `SIGINT s` is the
 * longest time from the signal to the end of the process.
 */
const { values } = parseArgs({
  options: {
    sizes: { type: "string", default: "100,1000,10000,20000" },
    bytes: { type: "string", default: "2000" },
    /** Test files, each with one passing test, that import nothing from the project. */
    tests: { type: "string", default: "0" },
    interrupts: { type: "string", default: "4" },
    /** Megabytes of tracked data in files of 5 MB: the cost of the copy before the first test. */
    data: { type: "string", default: "0" },
  },
});
const MOST_MB = 400;
const MOST_GROWTH = 2;
const MOST_SECONDS_TO_STOP = 1;
const MOST_BLOCKED_MS = 100;
const MOST_SECONDS = 600;
const launcher = fileURLToPath(new URL("../bin/agentforge.js", import.meta.url));

/**
 * Reports through descriptor 3 the longest time the event loop was busy, once the program is loaded. Measured by the
 * CPU time of its thread: on a busy machine, a thread that only waits for its turn would count as blocked.
 */
const WATCH_LOOP = `data:text/javascript,${encodeURIComponent(`
  import { writeSync } from "node:fs";
  const spent = () => { const { user, system } = process.threadCpuUsage(); return (user + system) / 1000; };
  let last = null, longest = 0;
  setTimeout(() => setInterval(() => {
    const now = spent();
    if (last !== null) longest = Math.max(longest, now - last);
    last = now;
  }, 5).unref(), 700).unref();
  process.on("exit", () => writeSync(3, String(longest)));
`)}`;

interface Cost {
  readonly cpu: number;
  readonly seconds: number;
  readonly megabytes: number;
  readonly output: string;
  readonly blockedMs: number;
}

const COLUMNS = ["files", "repair CPU s", "pytest CPU s", "repair s", "peak MB", "blocked ms", "SIGINT s"];
const row = (cells: readonly string[]) => cells.map((cell) => cell.padStart(13)).join("");
const missed: string[] = [];
const sizes = values.sizes.split(",").map(Number);
const places = sizes.map((size) => ({ size, folder: mkdtempSync(join(tmpdir(), "agentforge-growth-")) }));
try {
  for (const { size, folder } of places) fill(folder, size, Number(values.bytes), Number(values.tests));
  // The largest first, without removing anything in between: for minutes after many files were deleted, ext4
  // takes several times as long to create the same number.
  const costs = new Map<number, { readonly own: Cost; readonly repair: Cost }>();
  for (const { size, folder } of places.toSorted((one, other) => other.size - one.size)) {
    const own = await measure("python3", ["-m", "pytest", "-q"], folder);
    costs.set(size, { own, repair: await measureRepair(folder) });
  }
  const smallest = costs.get(Math.min(...sizes))?.repair.cpu ?? 0;
  console.log(row(COLUMNS));
  for (const { size, folder } of places) {
    const { own, repair } = costs.get(size) as { own: Cost; repair: Cost };
    const stopping = await longestStop(folder, repair.seconds);
    const numbers = [repair.cpu, own.cpu, repair.seconds].map((each) => each.toFixed(1));
    const rest = [repair.megabytes.toFixed(0), repair.blockedMs.toFixed(0), stopping.toFixed(2)];
    console.log(row([String(size), ...numbers, ...rest]));
    judge(size, repair, repair.cpu / smallest, stopping);
  }
} finally {
  for (const { folder } of places) rmSync(folder, { recursive: true, force: true });
}
if (Number(values.data) > 0) console.log(await costOfData(Number(values.data)));
for (const line of missed) console.log(`MISSED: ${line}`);
process.exitCode = missed.length > 0 ? 1 : 0;

function judge(size: number, { output, megabytes, blockedMs }: Cost, growth: number, stopping: number): void {
  const status = /"status": "(\w+)"/.exec(output)?.[1];
  if (status !== "waiting_for_review") missed.push(`${size} files: ${status ?? "no answer"}`);
  if (megabytes > MOST_MB) missed.push(`${size} files: ${megabytes.toFixed(0)} MB, ${MOST_MB} allowed`);
  if (growth > MOST_GROWTH) missed.push(`${size} files: ${growth.toFixed(1)} times the CPU of the smallest`);
  if (blockedMs > MOST_BLOCKED_MS) missed.push(`${size} files: blocked for ${blockedMs.toFixed(0)} ms`);
  if (stopping > MOST_SECONDS_TO_STOP) missed.push(`${size} files: ${stopping.toFixed(1)} s after SIGINT`);
}

function measureRepair(folder: string, interruptAfterMs?: number): Promise<Cost & { stopMs: number }> {
  // An earlier repair may still be removing its copy.
  rmSync(join(folder, ".agentforge"), { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  const args = ["--import", WATCH_LOOP, launcher, "repair", "--json"];
  return measure(process.execPath, args, folder, interruptAfterMs);
}

/** Seconds from SIGINT to the end, at evenly spaced moments of a repair that takes this long. */
async function longestStop(folder: string, seconds: number): Promise<number> {
  const moments = Number(values.interrupts);
  let longest = 0;
  for (let moment = 0; moment < moments; moment += 1) {
    const { stopMs } = await measureRepair(folder, (seconds * 1000 * (moment + 0.5)) / moments);
    longest = Math.max(longest, stopMs / 1000);
  }
  return longest;
}

function fill(folder: string, size: number, bytes: number, tests: number): void {
  const write = (path: string, text: string) => {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  write("pyproject.toml", '[tool.pytest.ini_options]\npythonpath = ["."]\n');
  write("shop/__init__.py", "");
  write(
    "shop/cart.py",
    "def total(prices):\n    result = 0\n    for price in prices:\n        result -= price\n    return result\n",
  );
  write(
    "tests/test_cart.py",
    "from shop.cart import total\n\n\ndef test_total():\n    assert total([1, 2, 3]) == 6\n",
  );
  for (let at = 0; at < size; at += 1) write(`lib/part${at % 100}/module${at}.py`, moduleText(at, bytes));
  for (let at = 0; at < tests; at += 1) {
    write(
      `tests/part${at % 50}/test_other${at}.py`,
      `def test_other${at}():\n    assert ${at} + 1 == ${at + 1}\n`,
    );
  }
  const git = (...args: string[]) =>
    execFileSync("git", ["-C", folder, "-c", "core.compression=0", ...args], { stdio: "ignore" });
  git("init", "-q");
  git("add", "-A");
  git("-c", "user.name=bench", "-c", "user.email=bench@example.com", "commit", "-qm", "first");
}

function moduleText(seed: number, bytes: number): string {
  const parts: string[] = [];
  for (let at = 0, length = 0; length < bytes; at += 1) {
    const text = `def step${at}(value, limit=${seed + at}):\n    if value > limit:\n        return value * ${at + 2}\n    return sum(range(value)) - limit\n\n\n`;
    parts.push(text);
    length += text.length;
  }
  return parts.join("");
}

/** CPU time of the process and of every child it waited for. */
async function measure(
  program: string,
  args: readonly string[],
  cwd: string,
  interruptAfterMs?: number,
): Promise<Cost & { stopMs: number }> {
  const began = performance.now();
  const child = spawn(program, args, {
    cwd,
    stdio: ["ignore", "pipe", "ignore", "pipe"],
    timeout: MOST_SECONDS * 1000,
  });
  const output = textOf(child.stdout as Readable);
  const blocked = textOf(child.stdio[3] as Readable);
  let cpu = 0;
  let megabytes = 0;
  const timer = setInterval(() => {
    const now = usageOf(child.pid ?? 0);
    cpu = Math.max(cpu, now?.cpu ?? 0);
    megabytes = Math.max(megabytes, now?.megabytes ?? 0);
  }, 20);
  let interrupted = Number.POSITIVE_INFINITY;
  const interrupt = () => {
    interrupted = performance.now();
    child.kill("SIGINT");
  };
  const due = interruptAfterMs === undefined ? undefined : setTimeout(interrupt, interruptAfterMs);
  await new Promise((resolve) => child.once("close", resolve));
  clearInterval(timer);
  clearTimeout(due);
  const ended = performance.now();
  if (interruptAfterMs === undefined) cpu += await cpuOfRemoval(cwd);
  return {
    ...{ cpu, megabytes, seconds: (ended - began) / 1000, output: output() },
    ...{ blockedMs: Number(blocked()), stopMs: Math.max(0, ended - interrupted) },
  };
}

/** Seconds until the tests start, and the disk usage at that point. */
async function costOfData(megabytes: number): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "agentforge-data-"));
  try {
    mkdirSync(join(folder, "data"));
    for (let at = 0; at < megabytes; at += 5)
      writeFileSync(join(folder, `data/part${at}.bin`), randomBytes(5 * 1024 * 1024));
    fill(folder, 100, Number(values.bytes), 0);
    const began = performance.now();
    const child = spawn(process.execPath, [launcher, "repair", "--json"], { cwd: folder, stdio: "ignore" });
    const ended = new Promise((resolve) => child.once("close", resolve));
    const isTesting = (words: readonly string[]) =>
      words.includes("agentforge_pytest") && words.some((word) => word.startsWith(`${folder}/`));
    while (child.exitCode === null && pidOf(isTesting) === undefined) await wait(20);
    const seconds = (performance.now() - began) / 1000;
    const { cpu } = usageOf(child.pid ?? 0) ?? { cpu: 0 };
    const used = execFileSync("du", ["-sm", join(folder, ".agentforge")], { encoding: "utf8" }).split(
      "\t",
    )[0];
    child.kill("SIGINT");
    await ended;
    return `${megabytes} MB of tracked data: ${seconds.toFixed(1)} s (${cpu.toFixed(1)} CPU s) and ${used} MB before the first test`;
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

function pidOf(matches: (words: readonly string[]) => boolean): string | undefined {
  return readdirSync("/proc").find((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      return matches(readFileSync(`/proc/${name}/cmdline`, "utf8").split("\0"));
    } catch {
      return false;
    }
  });
}

/** CPU time of the program that removes a large copy after the repair. */
async function cpuOfRemoval(folder: string): Promise<number> {
  const pid = pidOf(
    ([program, ...words]) =>
      program === "rm" && words.some((word) => word.startsWith(`${folder}/.agentforge/`)),
  );
  let cpu = 0;
  for (let now = usageOf(Number(pid)); now !== null; now = usageOf(Number(pid))) {
    cpu = Math.max(cpu, now.cpu);
    await wait(10);
  }
  return cpu;
}

function textOf(stream: Readable): () => string {
  let text = "";
  stream.setEncoding("utf8").on("data", (part: string) => {
    text += part;
  });
  return () => text;
}

function usageOf(pid: number): Pick<Cost, "cpu" | "megabytes"> | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    const ticks = stat.slice(11, 15).reduce((sum, each) => sum + Number(each), 0);
    const peak = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? "0";
    return { cpu: ticks / 100, megabytes: Number(peak) / 1024 };
  } catch {
    return null;
  }
}
