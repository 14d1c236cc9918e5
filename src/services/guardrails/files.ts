/** What guards may know about the disk. Passed in, so that guards stay pure. */
export interface FileView {
  /** Never follows the last link. `links` counts hard links of a file. */
  stat(path: string): { readonly kind: "file" | "folder" | "link" | "other"; readonly links: number } | null;
  /** The path with all links resolved, or null if it does not exist. */
  real(path: string): string | null;
  /** Text of a small file, or null. */
  text(path: string): string | null;
  /** Names in a folder, sorted, folders with a trailing slash; empty if the folder does not exist. */
  list(path: string): readonly string[];
  /** The user's home folder, if known. */
  readonly home?: string;
  /** Whether the session itself wrote this file, by absolute path. */
  readonly wrote?: (path: string) => boolean;
}

/** For judging without a disk: nothing exists, nothing is a link. */
export const NO_FILES: FileView = { stat: () => null, real: () => null, text: () => null, list: () => [] };
