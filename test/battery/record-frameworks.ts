import "./own-temporary.ts";
/**
 * Runs every situation with the real tools and compares the result with what the situation requires.
 *
 *   node test/battery/record-frameworks.ts [--write] [--confirm] [--node=program] [--python=program] [--modules=folder] [framework [situation]]
 *
 * With --write, the output of the tools is recorded for the tests that replay it; with --confirm, that of confirming
 * runs. npm packages that this package lacks are taken from --modules, or installed into a folder next to the system's
 * temporary files. Frameworks whose tools are not on every machine run only when named.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import type { Command, Execution } from "../../src/domain/ports/sandbox.ts";
import { createTestRunner } from "../../src/services/testing/index.ts";
import { frameworkNamed } from "../../src/services/testing/registry.ts";
import { confirmation, executeDirectly, recordingPath, temporaryTree } from "../support/direct-execution.ts";
import { differences } from "../support/frameworks/compare.ts";
import { confirmedDifferences } from "../support/frameworks/confirmed.ts";
import { situations } from "../support/frameworks/index.ts";
import type { Situation } from "../support/frameworks/situation.ts";

const top = resolve(import.meta.dirname, "../..");
const resourceFolder = join(top, "src/services/testing/resources");
const write = process.argv.includes("--write");
const confirm = process.argv.includes("--confirm");
const [onlyFramework, onlySituation] = process.argv.slice(2).filter((word) => !word.startsWith("--"));

/** The versions that the recordings were made with. */
const VERSIONS: Readonly<Record<string, string>> = {
  ava: "5.3.1",
  tape: "5.10.1",
  tap: "21.8.0",
  jasmine: "7.0.0",
  uvu: "0.5.6",
  bun: "1.4.4",
  deno: "2.9.6",
};
/** Optional tools: run only when named. Those below were never recorded with the tool. */
const OPTIONAL = [
  "ava",
  "bun test",
  "ctest",
  "deno test",
  "jasmine",
  "maven",
  "minitest",
  "phpunit",
  "rspec",
  "tap",
  "tape",
  "uvu",
];
const UNRECORDED = ["dotnet test", "gradle", "swift test"];

let failed = 0;
for (const [framework, table] of Object.entries(situations)) {
  if (onlyFramework && framework !== onlyFramework) continue;
  if (!onlyFramework && [...OPTIONAL, ...UNRECORDED].includes(framework)) {
    console.log(`skip ${framework}: its tool is not on every machine; name it to run it`);
    continue;
  }
  const modules = modulesFor(framework);
  for (const situation of table) {
    if (onlySituation && situation.name !== onlySituation) continue;
    const problems = await runOne(framework, situation, modules);
    if (problems.length > 0) failed += 1;
    console.log(`${problems.length === 0 ? "ok  " : "FAIL"} ${framework}: ${situation.name}`);
    for (const problem of problems) console.log(`       ${problem}`);
  }
}
console.log(failed === 0 ? "every situation was read correctly" : `${failed} situations were not`);
process.exitCode = failed === 0 ? 0 : 1;

async function runOne(framework: string, situation: Situation, modules: string | null): Promise<string[]> {
  using tree = temporaryTree(situation.files, modules ? [{ source: modules, at: "node_modules" }] : []);
  const executions: Execution[] = [];
  const runner = createTestRunner({
    execute: async (command: Command) => {
      const execution = await executeDirectly(command);
      executions.push(execution);
      return execution;
    },
    nodeProgram: option("node") ?? process.execPath,
    resourceFolder,
    defaults: { timeoutMs: 120_000, pythonProgram: option("python") ?? "python3" },
  });
  const suite = { framework, root: ".", why: "recorded" };
  const { result } = await runner.run(tree, suite, {
    ...(situation.selection ? { selection: situation.selection } : {}),
    ...(situation.timeoutMs ? { timeoutMs: situation.timeoutMs } : {}),
    ...(confirm ? { confirmation } : {}),
  });
  if (write) record(framework, situation, tree.path, executions);
  return confirm ? confirmedDifferences(framework, situation, result) : differences(situation, result);
}

function option(name: string): string | undefined {
  return process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3);
}

function record(
  framework: string,
  situation: Situation,
  tree: string,
  executions: readonly Execution[],
): void {
  const path = recordingPath(framework, situation.name, confirm);
  mkdirSync(dirname(path), { recursive: true });
  const kept = executions.map((execution) => ({
    exitCode: execution.exitCode,
    signal: execution.signal,
    timedOut: execution.timedOut,
    stdout: scrub(execution.stdout, tree),
    stderr: scrub(execution.stderr, tree),
    artifacts: Object.fromEntries(
      Object.entries(execution.artifacts).map(([name, bytes]) => [
        name,
        scrub(new TextDecoder().decode(bytes), tree),
      ]),
    ),
  }));
  writeFileSync(path, `${JSON.stringify(kept, null, 2)}\n`);
}

/** Replaces paths of this machine with placeholders, so that recordings are portable. */
function scrub(text: string, tree: string): string {
  const places: [string, string][] = [
    [tree, "/tree"],
    [resolve(option("modules") ?? "/no-modules"), "/tree/node_modules"],
    [resourceFolder, "/resources"],
    [join(tmpdir(), "agentforge-recorder/node_modules"), "/tree/node_modules"],
    [realpathSync(join(top, "node_modules")), "/tree/node_modules"],
    [join(top, "node_modules"), "/tree/node_modules"],
    [top, "/package"],
    [homedir(), "/home"],
  ];
  return places.reduce((done, [path, name]) => done.replaceAll(path, name), text);
}

function modulesFor(framework: string): string | null {
  const wanted = frameworkNamed(framework).meta.package;
  if (wanted === undefined) return null;
  const given = option("modules");
  if (given !== undefined) return resolve(given);
  const own = join(top, "node_modules");
  if (existsSync(join(own, wanted))) return own;
  const folder = join(tmpdir(), "agentforge-recorder");
  if (!existsSync(join(folder, "node_modules", wanted))) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), '{"private":true}');
    execFileSync("npm", ["install", VERSIONS[wanted] ? `${wanted}@${VERSIONS[wanted]}` : wanted], {
      cwd: folder,
      stdio: "inherit",
    });
  }
  return join(folder, "node_modules");
}
