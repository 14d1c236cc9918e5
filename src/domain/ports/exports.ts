/** What reading an exported file found. A truncated or bit-flipped file is `damaged`, never taken for a good one. */
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
 * A file that was not as the database has it. `absent`, `damaged` and `behind` ones were written again; an `edited`
 * one is left as it is, for a person to adopt or drop; one that is `ahead` knows something the database does
 * not, which therefore lost it, and is left too.
 */
export interface ExportProblem {
  readonly path: string;
  readonly found: "absent" | "damaged" | "behind" | "edited" | "ahead";
}

/** A file that is not as AgentForge wrote it, or a person's version of one that had to make room for a newer one. */
export interface ChangedFile {
  readonly path: string;
  readonly found: "edited" | "damaged" | "set_aside";
  /** When it was last written. */
  readonly since: string;
}

/** A store that can say what a file of its own should hold; null where the file is not one of its own. */
export interface ExportedFiles {
  exported(path: string): Promise<unknown>;
}

/**
 * Files that people read, written from the database. Paths are relative to `.agentforge/`. Whole files are
 * written durably: looped write, fsync, rename, fsync of the folder, checksum comment as the last line. A file
 * about to be replaced that is not as we left it is set aside first (`<file>.edited-<time>`, `.damaged-`, `.ahead-`).
 */
export interface Exports {
  writeYaml(path: string, data: unknown): Promise<void>;
  readYaml(path: string): Promise<ExportRead>;
  /**
   * Appends one YAML document to a growing file in O(1), with a checksum comment that chains it to the one
   * before, and resolves to how many the file says it now holds. Refuses a torn file with `state_damaged`, and one
   * where the document would not be at `position`, counted from 1.
   */
  appendYaml(path: string, data: unknown, position?: number): Promise<number>;
  /** All whole documents of such a file; what follows the last whole one is a torn tail and is reported. */
  readAppended(path: string): Promise<{ readonly documents: readonly unknown[]; readonly torn: boolean }>;
  /** Writes such a file again, as a whole. */
  replaceAppended(path: string, documents: readonly unknown[]): Promise<void>;
  /** Plain text without a checksum of its own, for formats that allow no comment, such as a diff. */
  writeText(path: string, text: string): Promise<void>;
  readText(path: string): Promise<string | null>;
  remove(path: string): Promise<void>;
  /** Every file below these folders that a person changed or that is damaged, oldest first. */
  changed(folders: readonly string[]): Promise<readonly ChangedFile[]>;
  /** Renames a file to `<file>.<why>-<time>`, for good; returns the new path. */
  setAside(path: string, why: "adopted" | "discarded"): Promise<string>;
  /** Compares a file with what it should hold and repairs what it may; null where all is well. */
  reconcile(path: string, content: ExportContent): Promise<ExportProblem | null>;
}

/** A person's version of a file beside what the database has for it. */
interface PersonsFile {
  /** The file it is a version of; itself, unless it was set aside. */
  readonly file: string;
  /** Null where it is damaged beyond reading. */
  readonly edited: unknown;
  /** Null where the database knows nothing of it. */
  readonly truth: unknown;
}

/** The exported files as people find them, whichever store they belong to. */
export interface StateFiles {
  changed(): Promise<readonly ChangedFile[]>;
  read(path: string): Promise<PersonsFile>;
  setAside(path: string, why: "adopted" | "discarded"): Promise<string>;
  /** Writes a file again from the database. */
  restore(file: string): Promise<void>;
}
