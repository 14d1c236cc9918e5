import { checker } from "./programs/checkers.ts";
import { cloud } from "./programs/clouds.ts";
import { clusters } from "./programs/clusters.ts";
import { compilers } from "./programs/compilers.ts";
import { containers } from "./programs/containers.ts";
import { databases } from "./programs/databases.ts";
import { deniedProgram } from "./programs/denied.ts";
import { filePrograms } from "./programs/files.ts";
import { findPrograms } from "./programs/find.ts";
import { gitPrograms } from "./programs/git.ts";
import { githubPrograms } from "./programs/github.ts";
import { touchGiven } from "./programs/given-paths.ts";
import { interpreters } from "./programs/interpreters.ts";
import { networkPrograms } from "./programs/network.ts";
import { packageManagers } from "./programs/packages.ts";
import { processes } from "./programs/processes.ts";
import { reader } from "./programs/readers.ts";
import { services } from "./programs/services.ts";
import { shellPrograms } from "./programs/shells.ts";
import { textPrograms } from "./programs/text.ts";
import type { Call, ProgramJudge, Report } from "./survey.ts";

type Table = Readonly<Record<string, ProgramJudge>>;

/**
 * A program is in one family only, so the order affects only speed: the most common programs come first, because a hook
 * builds each table it queries, and building all of them takes a tenth of its time.
 */
export const FAMILIES: readonly ((name: string) => ProgramJudge | undefined)[] = [
  reader,
  checker,
  deniedProgram,
  cloud,
  (name) => entryOf(gitPrograms, name),
  (name) => entryOf(packageManagers, name),
  (name) => entryOf(interpreters, name),
  (name) => entryOf(shellPrograms, name),
  (name) => entryOf(filePrograms, name),
  (name) => entryOf(textPrograms, name),
  (name) => entryOf(findPrograms, name),
  (name) => entryOf(githubPrograms, name),
  (name) => entryOf(networkPrograms, name),
  (name) => entryOf(compilers, name),
  (name) => entryOf(containers, name),
  (name) => entryOf(databases, name),
  (name) => entryOf(processes, name),
  (name) => entryOf(services, name),
  (name) => entryOf(clusters, name),
];

function known(name: string): ProgramJudge | undefined {
  for (const family of FAMILIES) {
    const judge = family(name);
    if (judge) return judge;
  }
  return undefined;
}

function entryOf(table: Table, name: string): ProgramJudge | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

/** The judge for a program name; a program named by a path is the repository's own script. */
export function judgeOf(name: string): ProgramJudge {
  const judge = known(name);
  if (judge) return judge;
  if (/^(?:mkfs|fsck)\./.test(name))
    return (_call, report) => report.deny("destructive", `${name} works on disks`);
  return name.includes("/") ? ownScript : unknown;
}

export function isKnownProgram(name: string): boolean {
  return known(name) !== undefined;
}

function unknown(call: Call, report: Report): undefined {
  report.ask("unknown_program", `${call.name} is a program that this policy does not know`);
}

/** The path itself was reported as executed; `node_modules/.bin/x` is judged as `x`. */
function ownScript(call: Call, report: Report): undefined {
  const judge = known(call.name);
  if (judge) return judge(call, report);
  touchGiven(call.args, report);
}
