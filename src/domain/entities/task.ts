import { z } from "zod";
import { Metadata, RepositoryPath } from "./common.ts";
import { LandingPlace } from "./review.ts";

/** The request of a run and its brains, stored with its session so that another process can continue it. */
export const RunMemory = z.object({
  kind: z.enum(["repair", "fix_violation"]),
  request: Metadata,
  brain: z.enum(["search", "llm", "hybrid"]),
  model: z.string().nullable(),
  /** Digest of the attempt's tree; missing if the run was interrupted before it was computed. */
  opening: z.string().nullable().default(null),
});
export type RunMemory = z.infer<typeof RunMemory>;

export const TestFile = z.object({ path: RepositoryPath, text: z.string() });

export const RepairRecord = z.object({
  issue: z.string().nullable(),
  tests: z.array(z.string()),
  maxIterations: z.int().positive(),
  budgetSeconds: z.number().positive(),
  wholeSeconds: z.number().positive().exactOptional(),
  auto: z.boolean(),
  dryRun: z.boolean(),
  testFiles: z.array(TestFile).exactOptional(),
  landTo: LandingPlace.exactOptional(),
});

export const FixRecord = z.object({ violationId: z.string(), auto: z.boolean(), dryRun: z.boolean() });
