import { statSync } from "node:fs";

/** Who may own, and write to, what is shown of the host: root, the current user, and whoever owns the home. */
export interface Owners {
  readonly users: readonly number[];
  readonly groups: readonly number[];
}

export function ownersOf(home: string): Owners {
  const own = statSync(home, { throwIfNoEntry: false });
  const ids = (...all: readonly (number | undefined)[]): readonly number[] =>
    all.filter((id) => id !== undefined);
  return {
    users: ids(0, process.getuid?.(), own?.uid),
    groups: ids(0, process.getgid?.(), own?.gid),
  };
}

/** Why an installation on the host must not be shown, or null. Links are followed. */
export function distrust(path: string, owners: Owners): string | null {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return "it does not exist";
  if (!owners.users.includes(stat.uid)) return `it belongs to another user (uid ${stat.uid})`;
  if ((stat.mode & 0o002) !== 0) return `everyone may write to it (chmod o-w ${path})`;
  if ((stat.mode & 0o020) === 0 || owners.groups.includes(stat.gid)) return null;
  return `group ${stat.gid} may write to it (chmod g-w ${path})`;
}
