import { checker } from "./programs/checkers.ts";
import { clouds } from "./programs/clouds.ts";
import { clusters } from "./programs/clusters.ts";
import { compilers } from "./programs/compilers.ts";
import { containers } from "./programs/containers.ts";
import { databases } from "./programs/databases.ts";
import { deniedProgram } from "./programs/denied.ts";
import { filePrograms } from "./programs/files.ts";
import { findPrograms } from "./programs/find.ts";
import { gitPrograms } from "./programs/git.ts";
import { githubPrograms } from "./programs/github.ts";
import { interpreters } from "./programs/interpreters.ts";
import { networkPrograms } from "./programs/network.ts";
import { packageManagers } from "./programs/packages.ts";
import { processes } from "./programs/processes.ts";
import { reader } from "./programs/readers.ts";
import { services } from "./programs/services.ts";
import { shellPrograms } from "./programs/shells.ts";
import { textPrograms } from "./programs/text.ts";
import type { Call, ProgramJudge, Report } from "./survey.ts";

type Family = Readonly<Record<string, ProgramJudge>> | ((name: string) => ProgramJudge | undefined);

/** The first that knows a program judges it. Asked one by one: building one table of all is a tenth of a hook. */
const FAMILIES: readonly Family[] = [
  deniedProgram,
  shellPrograms,
  filePrograms,
  gitPrograms,
  findPrograms,
  textPrograms,
  networkPrograms,
  interpreters,
  githubPrograms,
  services,
  clouds,
  clusters,
  containers,
  databases,
  processes,
  packageManagers,
  compilers,
  checker,
  reader,
];

function known(name: string): ProgramJudge | undefined {
  for (const family of FAMILIES) {
    const judge =
      typeof family === "function" ? family(name) : Object.hasOwn(family, name) ? family[name] : undefined;
    if (judge) return judge;
  }
  return undefined;
}

/** The judge of a program by its name; a program named by a path is the repository's own script. */
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
  report.ask("unknown_program", `${call.name} is not a program this policy knows`);
}

/** The path itself was reported as executed; `node_modules/.bin/x` and the like are judged as `x`. */
function ownScript(call: Call, report: Report): undefined {
  const judge = known(call.name);
  if (judge) return judge(call, report);
  for (const field of call.args) {
    if (/^(?:\/|~|\.\.(?:\/|$))/.test(field.text)) report.touch("write", field);
    else if (/^[\w./][\w./-]*$/.test(field.text)) report.touch("read", field);
  }
}
