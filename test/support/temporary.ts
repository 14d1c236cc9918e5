import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Short, because the length of socket addresses below it is limited. */
const NAME = /^af-(\d+)-\w{6}$/;

/**
 * Redirects everything that this process and its children put into the temporary folder, or keep for the user, to a
 * folder that is removed with them. First removes what an earlier, killed run left.
 */
export function useOwnTemporary(): () => void {
  const parent = tmpdir();
  for (const name of readdirSync(parent)) {
    const pid = NAME.exec(name)?.[1];
    const folder = join(parent, name);
    if (pid !== undefined && !isRunning(Number(pid)) && isOld(folder))
      rmSync(folder, { recursive: true, force: true });
  }
  const folder = mkdtempSync(join(parent, `af-${process.pid}-`));
  chmodSync(folder, 0o1777);
  process.env.TMPDIR = folder;
  process.env.XDG_STATE_HOME = join(folder, "state");
  return () => {
    process.env.TMPDIR = parent;
    rmSync(folder, { recursive: true, force: true });
  };
}

/** Process ids of another container mean nothing here. */
function isOld(folder: string): boolean {
  const found = statSync(folder, { throwIfNoEntry: false });
  return found !== undefined && Date.now() - found.mtimeMs > 3_600_000;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
