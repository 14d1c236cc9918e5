import { z } from "zod";

/** Paging for a list. Every list answers with `total`, the number of items overall. */
export const PageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  offset: z.coerce.number().int().min(0).max(10_000_000).default(0),
});

/** The body of every error response. */
export const Problem = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    hint: z.string().nullable(),
    /** Who answered first; only with 409. */
    answered: z.object({ by: z.string(), at: z.string(), status: z.string() }).optional(),
    /** Which fields of the request are wrong, and why; only with 400. */
    fields: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  }),
});
export type Problem = z.infer<typeof Problem>;

export const Risk = z.enum(["low", "medium", "high"]);
export type Risk = z.infer<typeof Risk>;

export const Text = z.string().trim().min(1).max(20_000);
