import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { planEdits, unifiedDiff } from "../src/services/editing/index.ts";

interface Case {
  readonly id: string;
  readonly kind: string;
  readonly original: string;
  readonly search: string;
  readonly replace: string;
  readonly expected: string | null;
  readonly want: "apply" | "refuse" | "noop";
}

type Outcome = "right" | "refused" | "wrong";

const [file, flag] = process.argv.slice(2);
if (file === undefined) {
  console.error("usage: npm run -s bench:edit -- FILE.jsonl[.gz] [--list]");
  process.exitCode = 2;
} else {
  run(readCases(file), flag === "--list");
}

function run(cases: readonly Case[], list: boolean): void {
  const byKind = new Map<string, Record<Outcome, number>>();
  const totals = { right: 0, refused: 0, wrong: 0 };
  const started = performance.now();
  for (const one of cases) {
    const { outcome, how } = judge(one);
    const row = byKind.get(one.kind) ?? { right: 0, refused: 0, wrong: 0 };
    row[outcome] += 1;
    totals[outcome] += 1;
    byKind.set(one.kind, row);
    if (list && outcome !== "right") console.log(`${outcome}\t${one.id}\t${how}`);
  }
  const milliseconds = performance.now() - started;
  printTable(byKind);
  const share = (count: number) => Math.round((10_000 * count) / Math.max(1, cases.length)) / 100;
  console.log(
    JSON.stringify({
      cases: cases.length,
      ...totals,
      right_percent: share(totals.right),
      refused_percent: share(totals.refused),
      wrong_percent: share(totals.wrong),
      milliseconds: Math.round(milliseconds),
      ten_thousand_lines_ms: Math.round(10 * timeLargeFile()) / 10,
    }),
  );
}

/** Right means exactly the expected bytes. Wrong means any other edit, or claim of one. */
function judge(one: Case): { outcome: Outcome; how: string } {
  const bytes = Buffer.from(one.original, "utf8");
  const change = { kind: "search", search: one.search, replace: one.replace } as const;
  const plan = planEdits({ files: [{ path: "case", changes: [change] }] }, [
    { path: "case", bytes, hash: "" },
  ]);
  if (plan.status === "refused") {
    const code = plan.problems.map((problem) => problem.code).join();
    return { outcome: one.want === "refuse" ? "right" : "refused", how: code };
  }
  const [edited] = plan.files;
  if (edited === undefined) return { outcome: one.want === "noop" ? "right" : "wrong", how: "noop" };
  const right =
    one.want === "apply" && Buffer.from(edited.after).equals(Buffer.from(one.expected ?? "", "utf8"));
  return {
    outcome: right ? "right" : "wrong",
    how: edited.applied.map((applied) => applied.strategy).join(),
  };
}

/** Median time to plan one edit to a file of 10,000 lines and to print its diff. */
function timeLargeFile(): number {
  const lines = Array.from(
    { length: 10_000 },
    (_, index) => `    const value${index} = compute(${index % 97});`,
  );
  const bytes = Buffer.from(`${lines.join("\n")}\n`);
  const search = lines.slice(7000, 7010).join("\n");
  const change = { kind: "search", search, replace: `${search}\n    added();` } as const;
  const times = Array.from({ length: 15 }, () => {
    const started = performance.now();
    const plan = planEdits({ files: [{ path: "a.ts", changes: [change] }] }, [
      { path: "a.ts", bytes, hash: "" },
    ]);
    const [edited] = plan.status === "ready" ? plan.files : [];
    if (edited === undefined) throw new Error("the edit was refused");
    const version = (content: Uint8Array) => ({ bytes: content, mode: "100644" }) as const;
    unifiedDiff([{ path: edited.path, before: version(edited.before), after: version(edited.after) }]);
    return performance.now() - started;
  });
  return times.toSorted((a, b) => a - b)[7] ?? 0;
}

function printTable(byKind: ReadonlyMap<string, Record<Outcome, number>>): void {
  const rows = [...byKind].sort(([a], [b]) => a.localeCompare(b));
  const width = Math.max(4, ...rows.map(([kind]) => kind.length));
  console.log(`${"kind".padEnd(width)}  cases  right  refused  wrong`);
  for (const [kind, row] of rows) {
    const cells = [row.right + row.refused + row.wrong, row.right, row.refused, row.wrong];
    const [cases, right, refused, wrong] = cells.map(String);
    console.log(
      `${kind.padEnd(width)}  ${cases?.padStart(5)}  ${right?.padStart(5)}  ${refused?.padStart(7)}  ${wrong?.padStart(5)}`,
    );
  }
}

function readCases(path: string): readonly Case[] {
  const bytes = readFileSync(path);
  const text = (path.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as Case);
}
