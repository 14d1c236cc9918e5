import { z } from "zod";
import { Metadata, RepositoryPath } from "./common.ts";
import { LandingPlace } from "./review.ts";

/** What a run was asked for and with which brains, kept with its session so that another process can continue with it. */
export const RunMemory = z.object({
  kind: z.enum(["repair", "fix_violation"]),
  request: Metadata,
  brain: z.enum(["search", "llm", "hybrid"]),
  model: z.string().nullable(),
  /** Of the attempt's tree; not there yet where it was interrupted before. */
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
