import { z } from "zod";
import { Metadata, RepositoryPath } from "./common.ts";
import { Alternative, SearchEvidence } from "./evidence.ts";
import { Patch } from "./patch.ts";
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

/** A patch that was accepted, with everything a resumed run needs to judge it as the interrupted one would have. */
export const Kept = z.object({
  patch: Patch,
  /** The others that pass the same tests. */
  rivals: z.array(Alternative).default([]),
  /** It fixes every target that runs the changed place, so it is kept although others still fail. */
  stands: z.boolean().default(false),
  /** What the search knows about the patch; null if it did not find it, or measured nothing. */
  search: SearchEvidence.nullable().default(null),
});
export type Kept = z.infer<typeof Kept>;

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
