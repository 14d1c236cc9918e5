import { basename } from "node:path";
import { execa } from "execa";

/** Asks each program once for its version. One that does not answer is omitted. */
export function createToolVersions(fixed: Readonly<Record<string, string>>, path: string) {
  const known = new Map<string, Promise<string | null>>();
  const versionOf = (program: string) => {
    const version = known.get(program) ?? askVersion(program, path);
    known.set(program, version);
    return version;
  };
  return async (testCommand: readonly string[]): Promise<Readonly<Record<string, string>>> => {
    const versions: Record<string, string> = { ...fixed };
    const names = ["git", ...testCommand.slice(0, 1).map((program) => basename(program))].filter(
      (name) => versions[name] === undefined,
    );
    const answers = await Promise.all(names.map(versionOf));
    for (const [at, name] of names.entries()) {
      const version = answers[at];
      if (version) versions[name] = version;
    }
    return versions;
  };
}

/** By name and never inside the repository, whose programs must not run unconfined. */
async function askVersion(program: string, path: string): Promise<string | null> {
  const { stdout, failed } = await execa(program, [program === "go" ? "version" : "--version"], {
    cwd: "/",
    env: { PATH: path },
    extendEnv: false,
    reject: false,
    stdin: "ignore",
    timeout: 5000,
  });
  const [, version] = /(\d+(?:\.\d+)+\S*)/.exec(stdout) ?? [];
  return failed ? null : (version ?? null);
}
