import { z } from "zod";
import { LandingPlace } from "../../../domain/entities/review.ts";
import { Role } from "../../../domain/entities/role.ts";

/** Data the page needs to start. */
export const Project = z.object({
  site: z.enum(["repository", "fleet"]),
  name: z.string(),
  branch: z.string().nullable(),
  version: z.string(),
  /** The name that the journal records for answers from this browser. */
  person: z.string(),
  role: Role,
  /** The names of the routes that this role may use; the server rejects the others. */
  may: z.array(z.string()),
  /** Null for a fleet: each worker has its own brain. */
  brain: z.enum(["search", "llm", "hybrid"]).nullable(),
  /** `provider:model`; null if no model is configured. */
  model: z.string().nullable(),
  /** Where an approved change lands unless the answer names another place. */
  land_to: LandingPlace,
  /** Send it as `X-AgentForge-Token` with every request other than GET. */
  csrf_token: z.string(),
});
export type Project = z.infer<typeof Project>;
