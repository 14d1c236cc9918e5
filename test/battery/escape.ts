import { spawn } from "node:child_process";
import {
  chmodSync,
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { buildFixture, type Fixture, plantAttempt } from "./escape-fixture.ts";
import { type Attempt, hostActs, judge, type Observation, type Verdict } from "./escape-judge.ts";

/**
 * The escape battery: hostile attempts and legitimate controls, each in a fresh fixture, through each backend, as
 * root and as an ordinary user. An attempt that did not run is void, a column whose controls fail is void as a
 * whole, and the column without a sandbox must show escapes, or the battery proves nothing.
 */
const here = dirname(fileURLToPath(import.meta.url));
const ordinaryUid = 65_533;

const { values } = parseArgs({
  options: {
    battery: { type: "string", default: join(here, "escape") },
    backend: { type: "string", multiple: true, default: ["bubblewrap", "namespaces"] },
    user: {
      type: "string",
      multiple: true,
      default: process.getuid?.() === 0 ? ["root", "ordinary"] : ["self"],
    },
    only: { type: "string", multiple: true },
    runs: { type: "string", default: "1" },
    json: { type: "boolean", default: false },
  },
});

interface Manifest {
  readonly timeout_s: number;
  readonly output_cap: number;
  readonly limits: { readonly procs: number; readonly rss_one_mb: number; readonly disk_mb: number };
  readonly attempts: readonly Attempt[];
}

interface Column {
  readonly name: string;
  readonly backend: string;
  readonly uid: number | null;
}

const manifest = JSON.parse(readFileSync(join(values.battery, "manifest.json"), "utf8")) as Manifest;
const attempts = manifest.attempts.filter(({ id }) => values.only?.some((part) => id.includes(part)) ?? true);
const columns: readonly Column[] = [
  ...values.backend.flatMap((backend) =>
    values.user.map((user) => ({
      name: `${backend} ${user}`,
      backend,
      uid: user === "ordinary" ? ordinaryUid : null,
    })),
  ),
  { name: "no sandbox", backend: "subprocess", uid: process.getuid?.() === 0 ? ordinaryUid : null },
];

let failed = false;
for (let run = 1; run <= Number(values.runs); run++) {
  const table = new Map<string, Map<string, Verdict>>();
  for (const column of columns) {
    const verdicts = new Map<string, Verdict>();
    for (const attempt of attempts) {
      const bare = column.backend === "subprocess";
      if (bare && (attempt.group === "resource" || attempt.group === "lifetime" || attempt.not_run_on))
        continue;
      verdicts.set(attempt.id, await tryOnce(attempt, column));
    }
    table.set(column.name, verdicts);
  }
  report(run, table);
}
process.exitCode = failed ? 1 : 0;

async function tryOnce(attempt: Attempt, column: Column): Promise<Verdict> {
  const unchanged = (attempt.check.unchanged as string[] | undefined) ?? [];
  const fixture = await buildFixture(column.uid, unchanged);
  try {
    const before = new Map(unchanged.map((path) => [path, readFileSync(join(fixture.root, path), "latin1")]));
    const text = readFileSync(join(values.battery, "attempts", attempt.id), "utf8");
    const argv = plantAttempt(fixture, attempt.id, text);
    const seen = await observe(fixture, argv, column, attempt.pty === true);
    if (attempt.host !== undefined && !hostActs(attempt.host, fixture, column.uid)) {
      return { status: "void", why: `unknown host action ${attempt.host}` };
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
    return judge(attempt, seen, fixture, before);
  } catch (error) {
    return { status: "void", why: error instanceof Error ? error.message : String(error) };
  } finally {
    await fixture.close();
  }
}

async function observe(
  fixture: Fixture,
  argv: readonly string[],
  column: Column,
  terminal: boolean,
): Promise<Observation> {
  const orders = join(fixture.root, "orders.json");
  const result = join(fixture.root, "result.json");
  writeFileSync(orders, JSON.stringify(ordersFor(fixture, argv, column)));
  writeFileSync(result, "");
  chmodSync(result, 0o666);
  const host = [
    process.execPath,
    "--disable-warning=ExperimentalWarning",
    join(here, "escape-host.ts"),
    orders,
    result,
  ];
  const asUser =
    column.uid === null
      ? host
      : ["setpriv", `--reuid=${column.uid}`, `--regid=${column.uid}`, "--clear-groups", ...host];
  const full = terminal ? ["script", "-qec", asUser.map(quoted).join(" "), "/dev/null"] : asUser;
  const secret = join(fixture.root, "secret-file");
  writeFileSync(secret, "CANARY_FD\n");
  const descriptor = openSync(secret, "r");
  const child = spawn(full[0] ?? "", full.slice(1), {
    env: { PATH: "/usr/bin:/bin", HOME: join(fixture.root, "home"), API_KEY: "CANARY_ENV_secret" },
    stdio: [
      "ignore",
      "pipe",
      "pipe",
      "ignore",
      "ignore",
      descriptor,
      descriptor,
      "ignore",
      "ignore",
      "ignore",
      "ignore",
      descriptor,
    ],
  });
  closeSync(descriptor);
  const said: string[] = [];
  child.stdout?.on("data", (chunk: Buffer) => said.push(chunk.toString()));
  child.stderr?.on("data", (chunk: Buffer) => said.push(chunk.toString()));
  const peaks = measure(child.pid ?? 0);
  child.once("error", (error) => said.push(error.message));
  const patience = setTimeout(() => child.kill("SIGKILL"), 60_000);
  await new Promise((resolve) => child.once("close", resolve));
  clearTimeout(patience);
  const { peakProcesses, peakResidentMb } = peaks.stop();
  const written = readFileSync(result, "utf8");
  if (written === "") throw new Error(`the host gave no result: ${said.join("").trim().slice(0, 400)}`);
  return { ...(JSON.parse(written) as Observation), peakProcesses, peakResidentMb };
}

function ordersFor(fixture: Fixture, argv: readonly string[], column: Column): object {
  return {
    backend: column.backend,
    argv,
    tree: fixture.tree,
    path: `/usr/local/bin:/usr/bin:/bin:${dirname(process.execPath)}`,
    home: join(fixture.root, "home"),
    limits: {
      timeoutMs: manifest.timeout_s * 1000,
      outputBytes: manifest.output_cap,
      processes: manifest.limits.procs - 40,
      memoryMb: manifest.limits.rss_one_mb - 200,
      diskMb: manifest.limits.disk_mb - 44,
    },
  };
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

/** Most processes and resident memory below a process, by looking from outside every few milliseconds. */
function measure(root: number) {
  let peakProcesses = 0;
  let peakResidentMb = 0;
  const timer = setInterval(() => {
    const below = descendants(root).filter(({ command }) => !command.includes("escape-host"));
    peakProcesses = Math.max(peakProcesses, below.length);
    peakResidentMb = Math.max(
      peakResidentMb,
      below.reduce((total, { residentMb }) => total + residentMb, 0),
    );
  }, 15);
  return {
    stop() {
      clearInterval(timer);
      return { peakProcesses, peakResidentMb };
    },
  };
}

function descendants(root: number): readonly { command: string; residentMb: number }[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const stat = read(`/proc/${name}/stat`);
    if (stat !== null) parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]));
  }
  const below = new Set([root]);
  for (let size = 0; size !== below.size; ) {
    size = below.size;
    for (const [pid, parent] of parents) if (below.has(parent)) below.add(pid);
  }
  below.delete(root);
  return [...below].map((pid) => ({
    command: read(`/proc/${pid}/cmdline`) ?? "",
    residentMb: (Number(read(`/proc/${pid}/statm`)?.split(" ")[1] ?? 0) * 4096) / 1048576,
  }));
}

function read(path: string): string | null {
  try {
    return existsSync(path) ? readFileSync(path, "latin1") : null;
  } catch {
    return null;
  }
}

function report(run: number, table: Map<string, Map<string, Verdict>>): void {
  const lines: string[] = [
    `\nrun ${run} of ${values.runs}: ${attempts.length} attempts and controls, ${values.battery}`,
  ];
  for (const [name, verdicts] of table) {
    const count = (status: string): number =>
      [...verdicts.values()].filter((verdict) => verdict.status === status).length;
    const bare = name === "no sandbox";
    const controls = count("control-ok");
    const bad = count("escaped") + count("void") + count("control-failed");
    const alive = !bare || count("escaped") > 0 || values.only !== undefined;
    if (bare ? !alive : bad > 0) failed = true;
    lines.push(
      `${name.padEnd(22)} contained ${String(count("contained")).padStart(3)}  escaped ${String(count("escaped")).padStart(3)}  void ${String(count("void")).padStart(3)}  controls ${controls}/${controls + count("control-failed")}${bare ? "  (reference: must show escapes)" : ""}`,
    );
    if (bare) continue;
    for (const [id, verdict] of verdicts)
      if ("why" in verdict) lines.push(`    ${verdict.status} ${id}: ${verdict.why}`);
  }
  console.log(
    values.json
      ? JSON.stringify(
          [...table].map(([column, verdicts]) => ({ run, column, verdicts: Object.fromEntries(verdicts) })),
        )
      : lines.join("\n"),
  );
}
