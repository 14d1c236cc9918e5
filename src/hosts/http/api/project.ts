import { z } from "zod";
import { LandingPlace } from "../../../domain/entities/review.ts";
import { Role } from "../../../domain/entities/role.ts";

/** What the page needs to start. */
export const Project = z.object({
  /** What the page is about. */
  site: z.enum(["repository", "fleet"]),
  name: z.string(),
  branch: z.string().nullable(),
  version: z.string(),
  /** The name that the journal gives to answers from this browser. */
  person: z.string(),
  role: Role,
  /** The names of the routes that this role may use; the server refuses the others. */
  may: z.array(z.string()),
  /** Null for a fleet, whose workers have their own. */
  brain: z.enum(["search", "llm", "hybrid"]).nullable(),
  /** `provider:model`; null where no model is configured. */
  model: z.string().nullable(),
  /** Where an approved change lands if the answer names no other place. */
  land_to: LandingPlace,
  /** To be sent as `X-AgentForge-Token` with every request that is no GET. */
  csrf_token: z.string(),
});
export type Project = z.infer<typeof Project>;
