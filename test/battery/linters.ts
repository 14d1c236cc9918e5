import "./own-temporary.ts";
import { mkdtempSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { FIX_CASES } from "./linters/fix-cases.ts";
import { walkPreCommit } from "./linters/pre-commit.ts";
import { KNOWN_REPOSITORIES } from "./linters/repositories.ts";
import { LINTER_CASES, type LinterCase } from "./linters/tools.ts";
import { walkFixes } from "./linters/walk-fixes.ts";
import { walkLinter } from "./linters/walk-linter.ts";
import { walkRepository } from "./linters/walk-repository.ts";
import { must, NotFetched } from "./repositories-fetch.ts";

/**
 * Real linters from their registries, on real packages:
 * - AgentForge lists exactly the findings of the linter itself, by number and place;
 * - at least 80% of the findings that carry a fix land proven, and only lines that the linter's own fixer changes too
 *   may change; then the numbers are compared again.
 *
 *   npm run battery:linters -- [--only TOOL]… [--fixes N] [--keep DIR]
 *   npm run battery:linters -- --landing [--fixes N]   how many of about twenty fixes land, in a small project with tests
 *   npm run battery:linters -- --repositories    the first day in five well-known repositories
 *   npm run battery:linters -- --pre-commit      the hook, run by the real pre-commit
 *
 * Exits with 1 if a requirement is not met, and with 3 if nothing could be fetched. A linter that cannot be installed is skipped
 * and named. Nothing that was fetched is kept, except under `--keep`.
 */
const { values } = parseArgs({
  options: {
    only: { type: "string", multiple: true },
    fixes: { type: "string" },
    landing: { type: "boolean", default: false },
    repositories: { type: "boolean", default: false },
    "pre-commit": { type: "boolean", default: false },
    keep: { type: "string" },
  },
});

const root = values.keep === undefined ? mkdtempSync(join(tmpdir(), "linters-")) : resolve(values.keep);
const programs = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "agentforge-battery/go");
const env = {
  XDG_CONFIG_HOME: join(root, "config"),
  PATH: `${join(programs, "bin")}:${process.env.PATH}`,
};
const failures: string[] = [];
const skipped: string[] = [];
const isWanted = (name: string) => values.only?.includes(name) ?? true;
let walked = 0;

if (values.landing) await walkLandings();
else if (values.repositories) await walkRepositories();
else if (values["pre-commit"]) await inFolder("pre-commit", showPreCommit);
else await walkLinters();

for (const skip of skipped) console.log(`SKIPPED  ${skip}`);
for (const failure of failures) console.log(`FAILED   ${failure}`);
console.log(failures.length > 0 ? "FAILED" : walked === 0 ? "VOID: nothing could be fetched" : "PASSED");
process.exitCode = failures.length > 0 ? 1 : walked === 0 ? 3 : 0;

async function walkLinters(): Promise<void> {
  line(
    "linter",
    "version",
    "package",
    "finds",
    "listed",
    "fixable",
    "tried",
    "landed",
    "finds",
    "listed",
    "s",
  );
  for (const linter of LINTER_CASES.filter(({ tool }) => isWanted(tool))) {
    await inFolder(linter.tool, async (folder) => {
      installProgram(linter);
      const row = await walkLinter(linter, folder, { fixes: Number(values.fixes ?? 12), env });
      const { tool, version, project, found, listed, fixable, tried, landed, foundAfter, listedAfter } = row;
      const counts = [found, listed, fixable, tried, landed, foundAfter, listedAfter, row.seconds.toFixed(0)];
      line(tool, version, project, ...counts.map(String));
      return row.failures;
    });
  }
}

async function walkLandings(): Promise<void> {
  const fixes = values.fixes === undefined ? null : Number(values.fixes);
  console.log("linter       version    finds  fixable  rules  tried  landed  commits      s");
  for (const linter of FIX_CASES.filter(({ tool }) => isWanted(tool))) {
    await inFolder(`${linter.tool}-landing`, async (folder) => {
      installProgram(linter);
      const row = await walkFixes(linter, folder, { fixes, env });
      const counts = [row.found, row.fixable, row.rules, row.tried, row.landed, row.commits];
      const cells = [...counts, Math.round(row.seconds)].map((count, index) =>
        String(count).padStart([6, 8, 6, 6, 7, 8, 6][index] ?? 0),
      );
      console.log(`${row.tool.padEnd(12)} ${row.version.padEnd(9)} ${cells.join(" ")}`);
      return row.failures;
    });
  }
}

async function walkRepositories(): Promise<void> {
  for (const repository of KNOWN_REPOSITORIES.filter(({ project }) => isWanted(project.name))) {
    await inFolder(repository.project.name, async (folder) => {
      const { name, files, violations, seconds, checks, failures } = await walkRepository(
        repository,
        folder,
        env,
      );
      const counts = `${String(files).padStart(5)} files  ${String(violations).padStart(5)} violations`;
      console.log(`${name.padEnd(12)} ${counts}  ${seconds.toFixed(1).padStart(5)} s  ${checks}`);
      return failures;
    });
  }
}

async function showPreCommit(folder: string): Promise<readonly string[]> {
  const { version, installSeconds, commitSeconds, failures } = walkPreCommit(folder);
  console.log(
    `pre-commit ${version}: hook installed in ${installSeconds.toFixed(0)} s, a clean commit takes ${commitSeconds.toFixed(1)} s`,
  );
  return failures;
}

/** A failed download is skipped; any other problem is a separate failure, and the rest continues. */
async function inFolder(name: string, work: (folder: string) => Promise<readonly string[]>): Promise<void> {
  const folder = join(root, name);
  try {
    failures.push(...(await work(folder)).map((failure) => `${name}: ${failure}`));
    walked += 1;
  } catch (error) {
    if (error instanceof NotFetched) skipped.push(`${name}: ${error.message.slice(0, 300)}`);
    else failures.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (values.keep === undefined) rmSync(folder, { recursive: true, force: true });
}

/** Go's linters are built from source, once. */
function installProgram({ goModule }: Pick<LinterCase, "goModule">): void {
  if (goModule === undefined) return;
  must("go", ["install", goModule], tmpdir(), { GOBIN: join(programs, "bin"), GOSUMDB: "off" });
}

function line(...cells: readonly string[]): void {
  const widths = [12, 9, 32, 6, 7, 8, 6, 7, 6, 7, 5];
  const padded = cells.map((cell, index) =>
    index < 3 ? cell.padEnd(widths[index] ?? 0) : cell.padStart(widths[index] ?? 0),
  );
  console.log(padded.join(" "));
}
