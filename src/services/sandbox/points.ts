import type { Mount } from "./plan.ts";

/** A folder or file that must exist before something can be mounted on it, by its path during the set-up. */
export interface Point {
  readonly path: string;
  readonly kind: "folder" | "file";
}

/**
 * Where each mount lands. Mounts come parents first, so what a point is in is the last mount above it: a folder
 * of the throw-away space, where it can be made, or a read-only bind of the host, where it exists already.
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
