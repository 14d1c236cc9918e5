import { z } from "zod";
import { RepositoryPath } from "./common.ts";

/** Replace the UTF-16 range [start, end) of a file's text. */
export const TextEdit = z.object({
  path: RepositoryPath,
  start: z.int().nonnegative(),
  end: z.int().nonnegative(),
  text: z.string(),
  /** The file itself is deleted; range and text are ignored. */
  remove: z.literal(true).exactOptional(),
});
export type TextEdit = z.infer<typeof TextEdit>;

/** A candidate: what a source proposes and `settle` judges. Cheaper ones are tried first. */
export const Patch = z.object({
  source: z.string(),
  operator: z.string(),
  description: z.string(),
  cost: z.number(),
  edits: z.array(TextEdit).min(1),
  /** Why passing tests prove less about this patch than usual. */
  doubt: z.string().exactOptional(),
  /** What was wrong with the code, as explained by the model that found it. */
  cause: z.string().exactOptional(),
});
export type Patch = z.infer<typeof Patch>;
