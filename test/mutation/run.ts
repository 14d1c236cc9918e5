/**
 * Breaks the rules in small ways (Stryker's mutants) and counts how many of these changes some test notices.
 *
 *   npm run mutation                  # every group
 *   npm run mutation -- verdict gate  # some of them
 *   npm run mutation -- --files src/domain/rules/paths/glob.ts --tests src/domain/rules/paths/glob.test.ts
 *
 * Prints a line per file and every mutant that survived. Fails if less than 90% of a group's mutants die.
 */
import { spawnSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { groups, type MutationGroup } from "./groups.ts";

const LEAST_PERCENT = 90;
const root = fileURLToPath(new URL("../..", import.meta.url));
const modules = join(root, "tools/node_modules");

interface Mutant {
  readonly mutatorName: string;
  readonly replacement?: string;
  readonly status:
    | "Killed"
    | "Timeout"
    | "Survived"
    | "NoCoverage"
    | "CompileError"
    | "RuntimeError"
    | "Ignored";
  readonly location: { readonly start: { readonly line: number; readonly column: number } };
}

interface Report {
  readonly files: Readonly<Record<string, { readonly source: string; readonly mutants: readonly Mutant[] }>>;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { files: { type: "string", multiple: true }, tests: { type: "string", multiple: true } },
});
const folder = mkdtempSync(join(tmpdir(), "agentforge-mutation-"));
const results = chosen().map(([name, group]) => measure(name, group));
rmSync(folder, { recursive: true, force: true });
const low = results.filter(({ percent }) => percent < LEAST_PERCENT);
for (const { name, percent } of low)
  console.error(`${name}: ${percent.toFixed(1)}% is below ${LEAST_PERCENT}%`);
process.exitCode = low.length > 0 ? 1 : 0;

function chosen(): readonly (readonly [string, MutationGroup])[] {
  if (values.files !== undefined) return [["files", { mutate: values.files, tests: values.tests ?? [] }]];
  const names = positionals.length > 0 ? positionals : Object.keys(groups);
  return names.map((name) => {
    const group = groups[name];
    if (group === undefined) throw new Error(`no group ${name}; there are ${Object.keys(groups).join(", ")}`);
    return [name, group];
  });
}

function measure(name: string, group: MutationGroup): { readonly name: string; readonly percent: number } {
  const report = stryker(name, group);
  let killed = 0;
  let timedOut = 0;
  let all = 0;
  for (const [path, { source, mutants }] of Object.entries(report.files)) {
    const counted = mutants.filter(({ status }) => !/Error|Ignored/.test(status));
    const alive = counted.filter(({ status }) => status === "Survived" || status === "NoCoverage");
    all += counted.length;
    killed += counted.length - alive.length;
    timedOut += counted.filter(({ status }) => status === "Timeout").length;
    console.log(`${path}: ${percentOf(counted.length - alive.length, counted.length)}`);
    for (const each of alive) console.log(`  ${describe(each, source)}`);
  }
  console.log(`${name}: ${percentOf(killed, all)}, ${timedOut} of them by a timeout\n`);
  return { name, percent: all === 0 ? 0 : (100 * killed) / all };
}

function percentOf(part: number, whole: number): string {
  return `${((100 * part) / Math.max(1, whole)).toFixed(1)}% (${part} of ${whole} mutants die)`;
}

function describe({ location: { start }, mutatorName, replacement, status }: Mutant, source: string): string {
  const line = source.split("\n")[start.line - 1]?.trim() ?? "";
  const what = status === "NoCoverage" ? "no test runs" : "survived";
  return `${start.line}:${start.column} ${what}: ${mutatorName} ${JSON.stringify(replacement ?? "")} in ${line}`;
}

function stryker(name: string, { mutate, tests, testTimeout = 5000 }: MutationGroup): Report {
  const expand = (patterns: readonly string[]) => patterns.flatMap((each) => globSync(each, { cwd: root }));
  const reportFile = join(folder, `${name}.json`);
  const configFile = join(folder, `${name}.config.json`);
  const config = {
    testRunner: "vitest",
    plugins: ["@stryker-mutator/vitest-runner", join(root, "test/mutation/ignore-documentation.ts")],
    ignorers: ["documentation"],
    vitest: { configFile: "test/mutation/vitest.config.ts" },
    coverageAnalysis: "perTest",
    mutate: expand(mutate).filter((path) => !path.endsWith(".test.ts")),
    reporters: ["json"],
    jsonReporter: { fileName: reportFile },
    tempDirName: join(folder, "trees"),
    // Stryker rewrites this file with an API that TypeScript 7 no longer has; no test here reads it.
    tsconfigFile: "none",
    ignorePatterns: ["dist", "plugin/*/dist", ".agentforge"],
    concurrency: 2,
  };
  writeFileSync(configFile, JSON.stringify(config));
  const { status, stdout, stderr } = spawnSync(join(modules, ".bin/stryker"), ["run", configFile], {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, MUTATION_TESTS: JSON.stringify({ include: expand(tests), testTimeout }) },
  });
  if (status !== 0) throw new Error(`Stryker failed on ${name}:\n${stdout}\n${stderr}`);
  return JSON.parse(readFileSync(reportFile, "utf8")) as Report;
}
