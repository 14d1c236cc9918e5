import { z } from "zod";
import { RepositoryPath, Sha256 } from "./common.ts";

export const CodeChange = z.object({
  file_path: RepositoryPath,
  change_type: z.enum(["replace", "insert", "delete"]),
  line_start: z.int().positive(),
  line_end: z.int().positive().nullable().default(null),
  old_code: z.string().nullable().default(null),
  new_code: z.string(),
});
export type CodeChange = z.infer<typeof CodeChange>;

export const FileMode = z.enum(["100644", "100755", "120000"]);

/** A secret that a record omits: the position of its placeholder, and the file and range of its value. */
const Withheld = z.object({
  at: z.int().nonnegative(),
  length: z.int().positive(),
  path: RepositoryPath,
  start: z.int().nonnegative(),
  end: z.int().positive(),
});

/**
 * One side of a file: its bytes and mode, or null if the file does not exist. The hash is always that of the real
 * bytes; if the content contains secrets, a record stores it with placeholders, and `withheld` says how to restore them.
 */
export const FileState = z
  .object({
    mode: FileMode,
    sha256: Sha256,
    content_base64: z.base64(),
    withheld: z.array(Withheld).exactOptional(),
  })
  .nullable();
export type FileState = z.infer<typeof FileState>;

/** Everything needed to land a change later, from another process: both sides of every file, and the diff a person saw. */
export const ChangeSet = z.object({
  files: z.array(z.object({ path: RepositoryPath, before: FileState, after: FileState })),
  diff: z.string(),
  /** The hash of the real diff. */
  diff_hash: Sha256,
  /** Secrets that a record omits from the diff. */
  withheld: z.array(Withheld).exactOptional(),
});
export type ChangeSet = z.infer<typeof ChangeSet>;
