import { execFileSync, spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { stringify } from "yaml";
import { walkFiles } from "../src/services/search/walk.ts";
import { median } from "./median.ts";

const FILES = 5000;
const ROUNDS = 3;
/** Excludes generated tables. */
const LARGEST_FILE = 20_000;
const LAUNCHER = fileURLToPath(new URL("../bin/agentforge.js", import.meta.url));
/** Reports the CPU time of a program. */
export const TIME = "/usr/bin/time";
const CALLS = [
  ...["panic($A)", "fmt.Println($$$A)", "errors.New($A)", "time.Sleep($A)", "os.Exit($A)"],
  ...["t.Fatalf($$$A)", "t.Errorf($$$A)", "append($$$A)", "make($$$A)", "context.TODO()"],
];

interface Used {
  /** User and system CPU time. */
  readonly seconds: number;
  readonly megabytes: number;
  readonly stdout: string;
}

/**
 * The whole command, from start to the last printed line, compared with the ast-grep binary. Returns the limits it
 * exceeded.
 */
export async function measureCommand(folder: string, astGrep: string | null): Promise<readonly string[]> {
  const root = goRoot();
  if (root === null || !existsSync(TIME)) {
    console.log(`SKIPPED the command as a whole: needs Go's standard library and ${TIME}`);
    return [];
  }
  const tree = join(folder, "tree");
  await copySources(root, tree);
  compileOnce(join(folder, "small"));
  const run =
    (...argv: string[]) =>
    () =>
      measure([process.execPath, LAUNCHER, ...argv], tree);
  const check = run("conformance", "check");
  const scan = astGrep === null ? null : astGrepCommand(astGrep, folder);
  const first = inTurn({
    ...(scan !== null && { theirs: () => measure(scan, tree) }),
    cold: () => {
      forgetRuns(tree);
      return check();
    },
    warm: check,
  });
  // With everything in the baseline, the work is the same and nothing is printed.
  execFileSync(process.execPath, [LAUNCHER, "conformance", "baseline"], { cwd: tree, stdio: "ignore" });
  check();
  return judge({ ...first, ...inTurn({ starting: run("--version"), silent: check }) });
}

/**
 * The median time and the largest memory of each, in alternating rounds: on a shared machine, all of them meet the
 * same noise.
 */
function inTurn<Measures extends Readonly<Record<string, () => Used>>>(
  measures: Measures,
): Record<keyof Measures, Used> {
  const rounds = Array.from({ length: ROUNDS }, () =>
    Object.entries(measures).map(([name, measureOnce]) => ({ name, used: measureOnce() })),
  );
  const byName = Map.groupBy(rounds.flat(), ({ name }) => name);
  const summaries = [...byName].map(([name, runs]) => [name, summaryOf(runs.map(({ used }) => used))]);
  return Object.fromEntries(summaries);
}

function summaryOf(runs: readonly Used[]): Used {
  return {
    seconds: median(runs.map(({ seconds }) => seconds)),
    megabytes: Math.max(...runs.map(({ megabytes }) => megabytes)),
    stdout: runs[0]?.stdout ?? "",
  };
}

/**
 * Moves everything that a check has recorded out of the tree, so that the next one is a first run. Deleting it would
 * make that run slower: a file system avoids the places of files that were deleted in the last seconds.
 */
function forgetRuns(tree: string): void {
  const folder = join(tree, ".agentforge");
  const kept = ["contracts", "redaction.key", ".gitignore"];
  const recorded = existsSync(folder) ? readdirSync(folder).filter((name) => !kept.includes(name)) : [];
  const aside = mkdtempSync(join(dirname(tree), "recorded-"));
  for (const name of recorded) renameSync(join(folder, name), join(aside, name));
}

/** An installation compiles its program at the first use of each command, and keeps the result. */
function compileOnce(tree: string): void {
  mkdirSync(tree, { recursive: true });
  writeFileSync(join(tree, "a.go"), 'package a\n\nfunc f() {\n\tpanic("x")\n}\n');
  writeContract(tree);
  measure([process.execPath, LAUNCHER, "conformance", "check"], tree);
}

interface Runs {
  readonly starting: Used;
  readonly theirs?: Used;
  readonly cold: Used;
  readonly warm: Used;
  readonly silent: Used;
}

function judge({ starting, theirs, cold, warm, silent }: Runs): readonly string[] {
  const failures: string[] = [];
  const show = (name: string, { seconds, megabytes }: Used, note: string) =>
    console.log(
      `  ${name.padEnd(36)} ${seconds.toFixed(2)} s  ${megabytes.toFixed(0).padStart(4)} MB  ${note}`,
    );
  console.log(
    `agentforge conformance check, ${FILES} files, ten ast rules: CPU time (median of ${ROUNDS} alternating runs) and peak memory`,
  );
  show("agentforge --version", starting, "");
  if (theirs !== undefined) show("ast-grep scan", theirs, `${lines(theirs)} findings`);
  const ratio = theirs === undefined ? 0 : cold.seconds / theirs.seconds;
  show("first run", cold, theirs === undefined ? "" : `× ${ratio.toFixed(2)}`);
  show("second run", warm, `${((100 * warm.seconds) / cold.seconds).toFixed(1)}% of the first`);
  show("second run that prints nothing", silent, "");
  const work = (silent.seconds - starting.seconds) / cold.seconds;
  console.log(
    `  besides starting and printing, the second run takes ${(100 * work).toFixed(1)}% of the first`,
  );
  if (work > 0.03) failures.push(`the second run took ${(100 * work).toFixed(1)}%, 3% allowed`);
  if (ratio > 1.2) failures.push(`the command took ${ratio.toFixed(2)} × ast-grep, at most 1.2 allowed`);
  const most = Math.max(cold.megabytes, warm.megabytes);
  if (most > 300) failures.push(`the command took ${most.toFixed(0)} MB, at most 300 allowed`);
  return failures;
}

export function measure([program = "", ...args]: readonly string[], cwd: string): Used {
  const run = spawnSync(TIME, ["-f", "%U %S %M", program, ...args], {
    cwd,
    encoding: "utf8",
    maxBuffer: 2 ** 30,
  });
  // The figures are in the last line; if the command exits with 1 because of findings, GNU time prints that before
  // them.
  const [user = 0, system = 0, kilobytes = 0] = (run.stderr.trim().split("\n").at(-1) ?? "")
    .split(" ")
    .map(Number);
  return { seconds: user + system, megabytes: kilobytes / 1000, stdout: run.stdout };
}

function lines({ stdout }: Used): number {
  return stdout.trim().split("\n").length;
}

async function copySources(root: string, tree: string): Promise<void> {
  const sources = (await walkFiles(root)).filter(
    (path) => path.endsWith(".go") && lstatSync(join(root, path)).size <= LARGEST_FILE,
  );
  // Folders that AgentForge excludes by name would make the comparison unequal.
  const named = (path: string) => path.replaceAll("vendor/", "v/").replaceAll("testdata/", "td/");
  for (const path of sources.slice(0, FILES)) {
    const target = join(tree, "src", named(path));
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(join(root, path), target);
  }
  writeContract(tree);
}

function writeContract(tree: string): void {
  const checks = CALLS.map((pattern, index) => ({
    id: `rule-${index}`,
    message: "Found by the benchmark.",
    ast: { language: "go", pattern },
  }));
  mkdirSync(join(tree, ".agentforge/contracts"), { recursive: true });
  writeFileSync(
    join(tree, ".agentforge/contracts/bench.yaml"),
    stringify({ id: "bench", description: "Ten ast rules", applies_to: ["**/*.go"], checks }),
  );
  execFileSync("git", ["init", "-q"], { cwd: tree });
}

function astGrepCommand(program: string, folder: string): readonly string[] {
  const rules = join(folder, "rules");
  rmSync(rules, { recursive: true, force: true });
  mkdirSync(rules, { recursive: true });
  for (const [index, call] of CALLS.entries()) {
    const pattern = { context: `package p\nfunc f() { ${call} }`, selector: "call_expression" };
    writeFileSync(
      join(rules, `rule-${index}.yml`),
      stringify({
        id: `rule-${index}`,
        language: "go",
        severity: "warning",
        message: "m",
        rule: { pattern },
      }),
    );
  }
  writeFileSync(join(folder, "sgconfig.yml"), stringify({ ruleDirs: ["rules"] }));
  return [program, "scan", "--config", join(folder, "sgconfig.yml"), "--json=stream", "src"];
}

function goRoot(): string | null {
  const { status, stdout } = spawnSync("go", ["env", "GOROOT"], { encoding: "utf8" });
  return status === 0 ? join(stdout.trim(), "src") : null;
}
