import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SandboxOptions } from "../options.ts";

const PREFIX = "agentforge-";
/** `agentforge-copy-<mark>-<six characters>`. */
const NAME = /^agentforge-(?:copy|container|probe)-([0-9a-f-]+)-\w{6}$/;

/** A folder that its user removes. Its name says whose it is, so that what a killed process left can be removed too. */
export function temporaryFolder(what: "copy" | "container" | "probe", options: SandboxOptions): string {
  const parent = (what === "probe" ? null : options.scratch) ?? tmpdir();
  mkdirSync(parent, { recursive: true });
  return mkdtempSync(join(parent, `${PREFIX}${what}-${options.owner?.mark ?? "0"}-`));
}

/** Removes folders of processes that are gone. One that cannot be removed belongs to another user, and stays. */
export async function removeLeftovers({ owner, scratch }: SandboxOptions): Promise<void> {
  if (owner === undefined) return;
  for (const parent of new Set([tmpdir(), scratch ?? tmpdir()])) {
    for (const name of namesIn(parent)) {
      const mark = NAME.exec(name)?.[1];
      if (mark !== undefined && !(await owner.isAlive(mark))) removeIfOurs(join(parent, name));
    }
  }
}

function removeIfOurs(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // another user's
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
