/** The state of an exported file. A truncated or bit-flipped file is `damaged`, never mistaken for a good one. */
export type ExportRead =
  | { readonly status: "ok"; readonly data: unknown }
  | { readonly status: "absent" }
  /** A person edited it: it parses, but its checksum is not ours. */
  | { readonly status: "edited"; readonly data: unknown }
  | { readonly status: "damaged"; readonly why: string };

export type ExportContent =
  | { readonly yaml: unknown }
  | { readonly documents: readonly unknown[] }
  | { readonly text: string };

/**
 * A file that did not match the database. `absent`, `damaged`, `behind`: it was rewritten. `edited`: it is
 * left unchanged for a person to adopt or discard. `ahead`: it contains something that the database has lost,
 * and is left unchanged too.
 */
export interface ExportProblem {
  readonly path: string;
  readonly found: "absent" | "damaged" | "behind" | "edited" | "ahead";
}

/** A file that differs from what AgentForge wrote, or a person's version that was set aside for a newer one. */
export interface ChangedFile {
  readonly path: string;
  readonly found: "edited" | "damaged" | "set_aside";
  /** When it was last written. */
  readonly since: string;
}

/** A store that knows what its files should contain; null if the file is not one of them. */
export interface ExportedFiles {
  exported(path: string): Promise<unknown>;
}

/**
 * Files that people read, written from the database. Paths are relative to `.agentforge/`. Whole files are
 * written durably: looped write, fsync, rename, fsync of the folder, checksum comment as the last line. A
 * file that was changed since we wrote it is set aside before it is replaced (`<file>.edited-<time>`,
 * `.damaged-`, `.ahead-`).
 */
export interface Exports {
  writeYaml(path: string, data: unknown): Promise<void>;
  /** The same for many files, at a fraction of the cost: waits for the disk only once. */
  writeYamls(files: readonly { readonly path: string; readonly data: unknown }[]): Promise<void>;
  readYaml(path: string): Promise<ExportRead>;
  /**
   * Appends one YAML document to a growing file in O(1), with a checksum comment that chains it to the previous one,
   * and resolves to the number of documents that the file now contains. Rejects a truncated file with `state_damaged`,
   * and one where the document would not be at `position`, counted from 1.
   */
  appendYaml(path: string, data: unknown, position?: number): Promise<number>;
  /** All complete documents of such a file; a torn tail after the last complete one is reported. */
  readAppended(path: string): Promise<{ readonly documents: readonly unknown[]; readonly torn: boolean }>;
  /** Rewrites such a file completely. */
  replaceAppended(path: string, documents: readonly unknown[]): Promise<void>;
  /** Plain text without a checksum, for formats that allow no comment, such as a diff. */
  writeText(path: string, text: string): Promise<void>;
  readText(path: string): Promise<string | null>;
  remove(path: string): Promise<void>;
  /** Every file below these folders that a person changed or that is damaged, oldest first. */
  changed(folders: readonly string[]): Promise<readonly ChangedFile[]>;
  /** Renames a file to `<file>.<why>-<time>`, permanently; returns the new path. */
  setAside(path: string, why: "adopted" | "discarded"): Promise<string>;
  /** Compares a file with its expected content and repairs it if it may; null if nothing is wrong. */
  reconcile(path: string, content: ExportContent): Promise<ExportProblem | null>;
}

/** A person's version of a file and the database's version. */
interface PersonsFile {
  /** The file it is a version of; itself, unless it was set aside. */
  readonly file: string;
  /** Null if it is too damaged to read. */
  readonly edited: unknown;
  /** Null if the database does not know it. */
  readonly truth: unknown;
}

/** The exported files as people see them, regardless of which store owns them. */
export interface StateFiles {
  changed(): Promise<readonly ChangedFile[]>;
  read(path: string): Promise<PersonsFile>;
  setAside(path: string, why: "adopted" | "discarded"): Promise<string>;
  /** Rewrites a file from the database. */
  restore(file: string): Promise<void>;
}
