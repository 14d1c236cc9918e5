import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { findProgram, versionOf } from "../../src/services/hook-clients/live/try-client.ts";

export type FoundClient =
  | { readonly status: "found"; readonly program: string; readonly version: string }
  | { readonly status: "missing"; readonly why: string };

/** Programs are looked up and run with this process's Node first: some clients choose their version by it. */
export const PATH = [dirname(process.execPath), process.env.PATH ?? "/usr/bin:/bin"].join(delimiter);
const CACHE = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "agentforge-battery");

/**
 * A client in PATH, from the cache of earlier runs, or from npm into that cache, which is outside of every repository.
 * A named version is never taken from PATH.
 */
export function findClient(name: string, npm: string, version?: string): FoundClient {
  const installed = version === undefined ? findProgram(name, PATH) : null;
  if (installed !== null) return { status: "found", program: installed, version: versionOf(installed, PATH) };
  const folder = join(CACHE, `${name}-${version ?? "latest"}`);
  const program = join(folder, "node_modules", ".bin", name);
  const cached = existsSync(program) ? versionOf(program, PATH) : "";
  if (cached !== "") return { status: "found", program, version: cached };
  const why = installInto(folder, `${npm}@${version ?? "latest"}`);
  if (why !== null) return { status: "missing", why };
  const found = versionOf(program, PATH);
  if (found === "") return { status: "missing", why: `${npm} was installed and does not start` };
  return { status: "found", program, version: found };
}

/** Why npm could not install it, or null. */
function installInto(folder: string, spec: string): string | null {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), "{}\n");
  const { status, stderr, error } = spawnSync(
    "npm",
    ["install", "--no-audit", "--no-fund", "--no-save", spec],
    {
      cwd: folder,
      encoding: "utf8",
      timeout: 240_000,
      env: { ...process.env, PATH },
    },
  );
  return status === 0 ? null : (error?.message ?? lastLine(stderr));
}

function lastLine(text: string): string {
  const lines = text.trim().split("\n");
  return lines.findLast((line) => /npm error/.test(line)) ?? lines.at(-1) ?? "npm could not install it";
}
