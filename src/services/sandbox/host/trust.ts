import { statSync } from "node:fs";

/** Who may own the visible parts of the host: root, the current user, and the owner of the home directory. */
export type Owners = readonly number[];

export function ownersOf(home: string): Owners {
  const own = statSync(home, { throwIfNoEntry: false });
  return [0, process.getuid?.(), own?.uid].filter((id) => id !== undefined);
}

/** Why an installation on the host must not be shown, or null. Links are followed. */
export function distrust(path: string, owners: Owners): string | null {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return "it does not exist";
  return owners.includes(stat.uid) ? null : `it belongs to another user (uid ${stat.uid})`;
}
