import type { Mount } from "./plan.ts";

/** A folder or file that must exist before something can be mounted on it, by its path during setup. */
export interface Point {
  readonly path: string;
  readonly kind: "folder" | "file";
}

/**
 * The target of each mount. Mounts are ordered parents first, so a target is in the last mount above it: a
 * folder of the temporary space, where it can be created, or a read-only bind of the host, where it already
 * exists.
 */
export function mountPoints(
  mounts: readonly Mount[],
  isFolder: (source: string) => boolean,
): readonly Point[] {
  return mounts.flatMap((mount, index) => {
    if (mount.kind === "link") return [];
    const above = mounts.slice(0, index).findLast((other) => mount.at.startsWith(`${other.at}/`));
    const kind =
      mount.kind === "text" || (mount.kind === "bind" && !isFolder(mount.source)) ? "file" : "folder";
    if (above === undefined) return [{ path: `/sys/root${mount.at}`, kind }];
    if (above.kind !== "private" && above.kind !== "overlay") return [];
    return [{ path: `/sys/${above.slot}${mount.at.slice(above.at.length)}`, kind }];
  });
}
