import { z } from "zod";

/** The violations that existed when a repository started to use its checks. */
export const ViolationBaseline = z.strictObject({
  version: z.literal(1),
  violations: z.array(
    z.strictObject({
      check: z.string().max(400),
      file: z.string().max(4096),
      /** Identifies the code, even after it moves. */
      code: z.string().regex(/^[0-9a-f]{16}$/),
      count: z.int().positive(),
    }),
  ),
});
export type ViolationBaseline = z.output<typeof ViolationBaseline>;
