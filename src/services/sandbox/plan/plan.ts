import type { Command, Limits } from "../../../domain/ports/sandbox.ts";
import type { Inside } from "./identity.ts";

/** Everything a confined command will see, determined before anything is mounted. Paths are absolute. */
export interface Plan {
  readonly argv: readonly [string, ...string[]];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly network: "none" | "host";
  readonly limits: Limits;
  /** Folders whose writes succeed and are discarded; the tree is the first. */
  readonly overlays: readonly Overlay[];
  /** Host paths shown read-only. */
  readonly binds: readonly Bind[];
  readonly links: readonly Link[];
  /** Small generated files. */
  readonly texts: readonly Text[];
  /** The size limit of the artifact folder, or 0 if the command names no artifacts. */
  readonly artifactsMb: number;
  /** Written into the overlay of the tree. */
  readonly files: NonNullable<Command["files"]>;
  readonly inside: Inside;
  /** What a person should know if the command fails. */
  readonly notes: readonly string[];
}

export interface Overlay {
  readonly lower: string;
  readonly at: string;
  /** Relative paths of files that are shown empty. */
  readonly masked: readonly string[];
  /** Relative paths of folders to create, on which other overlays are mounted. */
  readonly places: readonly string[];
  /**
   * What must belong to the ordinary user that root becomes: everything, or only the top folder and these
   * paths.
   */
  readonly owned: "all" | readonly string[];
  /** The number of files, or null if they were not all counted. */
  readonly entries: number | null;
  /** Relative paths of links whose targets inside differ from those on the host. */
  readonly links?: readonly Link[];
}

export interface Bind {
  readonly source: string;
  readonly at: string;
}

/** The same path inside as outside. */
export const sameBind = (path: string): Bind => ({ source: path, at: path });

export interface Link {
  readonly target: string;
  readonly at: string;
}

export interface Text {
  readonly content: string;
  readonly at: string;
}

/** How many files fit in the throwaway space: a tree of small files must not fill memory with inodes. */
export const inodesFor = (diskMb: number): number => Math.max(2048, diskMb * 64);

export type Mount =
  | { readonly kind: "overlay"; readonly slot: string; readonly at: string }
  | { readonly kind: "bind"; readonly source: string; readonly at: string }
  | { readonly kind: "text"; readonly slot: string; readonly at: string }
  | { readonly kind: "link"; readonly target: string; readonly at: string }
  | { readonly kind: "private"; readonly slot: string; readonly at: string };

/** All mounts, parents before children. `slot` names a folder the stage has prepared. */
export function mountsOf(plan: Plan): readonly Mount[] {
  const mounts: Mount[] = [
    { kind: "private", slot: "tmp", at: "/tmp" },
    { kind: "private", slot: "home", at: plan.inside.home },
    ...plan.links.map((link): Mount => ({ kind: "link", ...link })),
    ...plan.binds.map((bind): Mount => ({ kind: "bind", ...bind })),
    ...plan.texts.map((text, index): Mount => ({ kind: "text", slot: `text${index}`, at: text.at })),
    ...plan.overlays.map(
      (overlay, index): Mount => ({ kind: "overlay", slot: `over${index}`, at: overlay.at }),
    ),
  ];
  if (plan.artifactsMb > 0) mounts.push({ kind: "private", slot: "artifacts", at: plan.inside.artifacts });
  return mounts
    .map((mount, index) => ({ mount, index, depth: depthOf(mount.at) }))
    .sort((a, b) => a.depth - b.depth || a.index - b.index)
    .map(({ mount }) => mount);
}

function depthOf(path: string): number {
  return path.split("/").filter((part) => part !== "").length;
}
