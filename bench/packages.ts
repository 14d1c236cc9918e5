/**
 * Plants bugs in a real Python package, one at a time in a copy, in code that the package's own tests cover, and
 * repairs each through the real command with the search brain. One JSON line per bug.
 *
 *   node bench/packages.ts --package DIR [--bugs 10] [--seed 1] [--budget 100] [--limit 120] [--jobs 1] [--keep DIR]
 *
 * The package is a checkout whose tests run with `python3 -m pytest`. Tests that fail without any bug are ignored. A
 * bug is repaired if a change is proposed within the limit, the change touches no test, and every test that passed
 * before the bug was planted passes with it.
 */
import { spawn, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const { values } = parseArgs({
  options: {
    package: { type: "string" },
    bugs: { type: "string", default: "10" },
    seed: { type: "string", default: "1" },
    budget: { type: "string", default: "100" },
    limit: { type: "string", default: "120" },
    jobs: { type: "string", default: "1" },
    keep: { type: "string" },
  },
});
if (values.package === undefined) throw new Error("give --package DIR");

interface Bug {
  readonly path: string;
  readonly kind: string;
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly routine: string;
}

interface Review {
  readonly title: string;
  readonly asked_because: readonly string[];
  readonly request: { readonly confidence: number };
  readonly change: { readonly diff: string; readonly files: readonly { readonly path: string }[] };
}

const SLOWEST_SUITE_SECONDS = 40;
const original = resolve(values.package);
const name = basename(original);
const cli = fileURLToPath(new URL("../bin/agentforge.js", import.meta.url));
const folder =
  values.keep === undefined ? mkdtempSync(join(tmpdir(), "agentforge-packages-")) : resolve(values.keep);
mkdirSync(folder, { recursive: true });
try {
  await bench();
} finally {
  if (values.keep === undefined) rmSync(folder, { recursive: true, force: true });
}

async function bench(): Promise<void> {
  const healthy = copyOf("healthy");
  const known = new Set(failing(healthy) ?? fail("the package's own tests do not finish"));
  console.error(`${name}: ${known.size} tests fail without any bug`);
  const queue = plant(known);
  const lines: Record<string, unknown>[] = [];
  const work = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const line = await repairOne(next.bug, next.tree, known);
      lines.push(line);
      console.log(JSON.stringify(line));
    }
  };
  const total = queue.length;
  await Promise.all(Array.from({ length: Number(values.jobs) }, work));
  const repaired = lines.filter((line) => line.repaired === true);
  const exact = lines.filter((line) => line.exact === true).length;
  const seconds = repaired.map((line) => Number(line.seconds)).sort((a, b) => a - b);
  console.error(
    `${name}: ${repaired.length} of ${total} repaired (${exact} exactly as before); median ${seconds[seconds.length >> 1] ?? "–"} s, longest ${seconds.at(-1) ?? "–"} s`,
  );
  if (total === 0 || repaired.length / total < 0.6) process.exitCode = 1;
}

/** Bugs that some test notices, each in a separate copy; at most two in one function. */
function plant(known: ReadonlySet<string>): { bug: Bug; tree: string }[] {
  const script = fileURLToPath(new URL("plant.py", import.meta.url));
  const { stdout } = spawnSync("python3", [script, original, values.seed, "400"], {
    encoding: "utf8",
    maxBuffer: 1 << 26,
  });
  const found: { bug: Bug; tree: string }[] = [];
  for (const line of stdout.trim().split("\n")) {
    if (found.length >= Number(values.bugs)) break;
    const bug = JSON.parse(line) as Bug;
    if (found.filter((each) => each.bug.routine === bug.routine).length >= 2) continue;
    const tree = copyOf(`bug-${found.length + 1}`);
    const text = readFileSync(join(tree, bug.path));
    writeFileSync(
      join(tree, bug.path),
      Buffer.concat([text.subarray(0, bug.start), Buffer.from(bug.text), text.subarray(bug.end)]),
    );
    const noticed = failing(tree)?.filter((id) => !known.has(id));
    if (noticed === undefined || noticed.length === 0) continue;
    found.push({ bug, tree });
  }
  return found;
}

function copyOf(label: string): string {
  const tree = join(folder, name, label);
  rmSync(tree, { recursive: true, force: true });
  cpSync(original, tree, {
    recursive: true,
    filter: (path) => !/\/(?:\.git|\.agentforge|__pycache__|\.pytest_cache)$/.test(path),
  });
  return tree;
}

/** Ids of tests that fail or cannot be loaded; null if the run does not finish. */
function failing(tree: string): string[] | null {
  const given = [
    "-m",
    "pytest",
    "-q",
    "-rfE",
    "-p",
    "no:cacheprovider",
    "--no-header",
    "--tb=no",
    "--color=no",
  ];
  const env = { ...process.env, PYTHONDONTWRITEBYTECODE: "1", PYTHONPATH: join(tree, "src") };
  const { stdout, signal } = spawnSync("python3", given, {
    cwd: tree,
    encoding: "utf8",
    env,
    timeout: SLOWEST_SUITE_SECONDS * 1000,
    maxBuffer: 1 << 26,
  });
  if (signal !== null) return null;
  return [...stdout.matchAll(/^(?:FAILED|ERROR) (\S+)/gm)].map((match) => match[1] ?? "");
}

async function repairOne(
  bug: Bug,
  tree: string,
  known: ReadonlySet<string>,
): Promise<Record<string, unknown>> {
  git(tree, "init", "-q");
  git(tree, "add", "-A");
  git(tree, "-c", "user.name=bench", "-c", "user.email=bench@localhost", "commit", "-q", "-m", "the package");
  const began = performance.now();
  const { stdout, late } = await run(tree, ["repair", "--json", "--budget", values.budget]);
  const seconds = Number(((performance.now() - began) / 1000).toFixed(1));
  const outcome = parse(stdout);
  const review = outcome?.review;
  if (review !== undefined) spawnSync("git", ["apply", "-"], { cwd: tree, input: review.change.diff });
  const files = review?.change.files.map((file) => file.path) ?? [];
  const touchesTests = files.some((path) => /(?:^|\/)(?:tests?\/|test_|conftest)/.test(path));
  const left = review === undefined ? null : failing(tree)?.filter((id) => !known.has(id));
  return {
    package: name,
    bug: `${bug.path}:${bug.line} ${bug.kind}`,
    routine: bug.routine,
    status: late ? "too late" : (outcome?.status ?? "no answer"),
    repaired: !late && !touchesTests && left?.length === 0,
    exact:
      review !== undefined &&
      readFileSync(join(tree, bug.path), "utf8") === readFileSync(join(original, bug.path), "utf8"),
    seconds,
    candidates: tried(tree),
    confidence: review?.request.confidence ?? null,
    asked: review?.asked_because ?? [],
    fix: review?.title ?? outcome?.why ?? null,
  };
}

function run(cwd: string, given: readonly string[]): Promise<{ stdout: string; late: boolean }> {
  return new Promise((done) => {
    const child = spawn(process.execPath, [cli, ...given], { cwd, stdio: ["ignore", "pipe", "ignore"] });
    let stdout = "";
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      child.kill();
    }, Number(values.limit) * 1000);
    child.stdout.on("data", (chunk) => {
      stdout += chunk;
    });
    child.on("close", () => {
      clearTimeout(timer);
      done({ stdout, late });
    });
  });
}

function parse(stdout: string): { status: string; why?: string; review?: Review } | null {
  try {
    return JSON.parse(stdout) as { status: string; review?: Review };
  } catch {
    return null;
  }
}

function tried(tree: string): number | null {
  const sessions = join(tree, ".agentforge", "sessions");
  try {
    for (const session of readdirSync(sessions)) {
      const text = readFileSync(join(sessions, session, "step_history.yaml"), "utf8");
      const count = /^\s*tried: (\d+)$/m.exec(text)?.[1];
      if (count !== undefined) return Number(count);
    }
  } catch {
    return null;
  }
  return null;
}

function git(cwd: string, ...given: string[]): void {
  const { status, stderr } = spawnSync("git", given, { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`git ${given[0]}: ${stderr}`);
}

function fail(message: string): never {
  throw new Error(message);
}
