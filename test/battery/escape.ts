import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type Host, openHost } from "./escape-column.ts";
import { buildFixture, type Fixture, plantAttempt } from "./escape-fixture.ts";
import type { Orders } from "./escape-host.ts";
import { type Attempt, hostActs, judge, type Verdict } from "./escape-judge.ts";

/**
 * The escape battery: hostile attempts and legitimate controls, each in a fresh fixture, through each backend, as root
 * and as an ordinary user. An attempt that did not run is void, a column whose controls fail is void as a whole, and
 * the column without a sandbox must show escapes, or the battery proves nothing.
 */
const here = dirname(fileURLToPath(import.meta.url));
const ordinaryUid = 65_533;

const { values } = parseArgs({
  options: {
    battery: { type: "string", multiple: true, default: [join(here, "escape"), join(here, "escape-more")] },
    backend: { type: "string", multiple: true, default: ["bubblewrap", "namespaces"] },
    user: {
      type: "string",
      multiple: true,
      default: process.getuid?.() === 0 ? ["root", "ordinary"] : ["self"],
    },
    only: { type: "string", multiple: true },
    runs: { type: "string", default: "1" },
    progress: { type: "boolean", default: false },
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

const batteries = values.battery.map((folder) => ({
  folder,
  manifest: JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8")) as Manifest,
}));
const planned = batteries.flatMap(({ folder, manifest }) =>
  manifest.attempts
    .filter(({ id }) => values.only?.some((part) => id.includes(part)) ?? true)
    .map((attempt) => ({ folder, manifest, attempt })),
);
type Planned = (typeof planned)[number];
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
    const hosts: { plain?: Host; terminal?: Host } = {};
    for (const entry of planned) {
      if (column.backend === "subprocess" && !isSafeBare(entry.attempt)) continue;
      const kind = entry.attempt.pty === true ? "terminal" : "plain";
      hosts[kind] ??= openHost(column, kind === "terminal");
      const verdict = await tryOnce(entry, column, hosts[kind]);
      if (values.progress) console.error(`${column.name} ${entry.attempt.id} ${verdict.status}`);
      verdicts.set(entry.attempt.id, verdict);
    }
    hosts.plain?.close();
    hosts.terminal?.close();
    table.set(column.name, verdicts);
  }
  report(run, table);
}
process.exitCode = failed ? 1 : 0;

function isSafeBare(attempt: Attempt): boolean {
  return (
    !["resource", "lifetime"].includes(attempt.group) &&
    attempt.not_run_on === undefined &&
    attempt.sandboxed !== true
  );
}

async function tryOnce({ attempt, folder, manifest }: Planned, column: Column, host: Host): Promise<Verdict> {
  const unchanged = (attempt.check.unchanged as string[] | undefined) ?? [];
  const fixture = await buildFixture(column.uid, unchanged, attempt.plant);
  try {
    const before = new Map(unchanged.map((path) => [path, readFileSync(join(fixture.root, path), "latin1")]));
    const text = readFileSync(join(folder, "attempts", attempt.id), "utf8");
    const argv = plantAttempt(fixture, attempt.id, text);
    const seen = await host.run(ordersFor(fixture, argv, attempt, manifest));
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

function ordersFor(fixture: Fixture, argv: Orders["argv"], attempt: Attempt, manifest: Manifest): Orders {
  return {
    argv,
    tree: fixture.tree,
    lent: (attempt.lent ?? []).map(({ source, at }) => ({ source: join(fixture.root, source), at })),
    limits: {
      timeoutMs: manifest.timeout_s * 1000,
      outputBytes: manifest.output_cap,
      processes: manifest.limits.procs - 40,
      memoryMb: manifest.limits.rss_one_mb - 200,
      diskMb: manifest.limits.disk_mb - 44,
    },
  };
}

/** An attempt that fails even unconfined would be contained by anything. */
function controlsThatFailed(verdicts: Map<string, Verdict>): readonly string[] {
  return planned
    .filter(({ attempt }) => attempt.succeeds_bare === true)
    .map(({ attempt }) => attempt.id)
    .filter((id) => verdicts.get(id)?.status !== "escaped");
}

function report(run: number, table: Map<string, Map<string, Verdict>>): void {
  const lines: string[] = [
    `\nrun ${run} of ${values.runs}: ${planned.length} attempts and controls of ${values.battery.join(", ")}`,
  ];
  for (const [name, verdicts] of table) {
    const count = (status: string): number =>
      [...verdicts.values()].filter((verdict) => verdict.status === status).length;
    const bare = name === "no sandbox";
    const controls = count("control-ok");
    const bad = count("escaped") + count("void") + count("control-failed");
    const idle = bare ? controlsThatFailed(verdicts) : [];
    const alive = count("escaped") > 0 || values.only !== undefined;
    if (bare ? !alive || idle.length > 0 : bad > 0) failed = true;
    lines.push(
      `${name.padEnd(22)} contained ${String(count("contained")).padStart(3)}  escaped ${String(count("escaped")).padStart(3)}  void ${String(count("void")).padStart(3)}  controls ${controls}/${controls + count("control-failed")}${bare ? "  (reference: must show escapes)" : ""}`,
    );
    if (idle.length > 0) lines.push(`    must succeed without a sandbox and did not: ${idle.join(", ")}`);
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
