import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

/**
 * How the cost of one repair grows with files that have nothing to do with it: the same one-line bug among more and
 * more unrelated modules, through the command people use. The project's own `pytest`, which looks through the same
 * files, runs next to it. CPU time, because it does not depend on what else the machine does.
 */
const { values } = parseArgs({
  options: {
    sizes: { type: "string", default: "100,1000,10000" },
    bytes: { type: "string", default: "2000" },
  },
});
const MOST_MB = 400;
const MOST_SECONDS = 600;
const launcher = fileURLToPath(new URL("../bin/agentforge.js", import.meta.url));

interface Cost {
  readonly cpu: number;
  readonly seconds: number;
  readonly megabytes: number;
  readonly output: string;
}

let failed = false;
console.log("  files   repair CPU s    pytest CPU s    repair s    peak MB");
for (const size of values.sizes.split(",").map(Number)) {
  const folder = mkdtempSync(join(tmpdir(), "agentforge-growth-"));
  try {
    fill(folder, size, Number(values.bytes));
    const own = await measure("python3", ["-m", "pytest", "-q"], folder);
    const repair = await measure(process.execPath, [launcher, "repair", "--json"], folder);
    const status = /"status": "(\w+)"/.exec(repair.output)?.[1];
    const cells = [repair.cpu.toFixed(1), own.cpu.toFixed(1), repair.seconds.toFixed(1)];
    console.log(
      `${String(size).padStart(7)}${cells.map((cell) => cell.padStart(14)).join("  ")}${repair.megabytes.toFixed(0).padStart(11)}`,
    );
    if (status !== "waiting_for_review" || repair.megabytes > MOST_MB) {
      console.log(`        MISSED: ${status ?? "no answer"}; memory may reach ${MOST_MB} MB`);
      failed = true;
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
process.exitCode = failed ? 1 : 0;

function fill(folder: string, size: number, bytes: number): void {
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
  const git = (...args: string[]) => execFileSync("git", ["-C", folder, ...args], { stdio: "ignore" });
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
async function measure(program: string, args: readonly string[], cwd: string): Promise<Cost> {
  const began = performance.now();
  const child = spawn(program, args, {
    cwd,
    stdio: ["ignore", "pipe", "ignore"],
    timeout: MOST_SECONDS * 1000,
  });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  let cpu = 0;
  let megabytes = 0;
  const timer = setInterval(() => {
    const now = usageOf(child.pid ?? 0);
    cpu = Math.max(cpu, now?.cpu ?? 0);
    megabytes = Math.max(megabytes, now?.megabytes ?? 0);
  }, 20);
  await new Promise((resolve) => child.once("close", resolve));
  clearInterval(timer);
  return { cpu, megabytes, seconds: (performance.now() - began) / 1000, output };
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
