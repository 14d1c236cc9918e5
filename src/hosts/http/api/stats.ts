import { z } from "zod";
import { Stats, StatsBy } from "../../../domain/entities/stats.ts";

export const StatsQuery = z.object({
  by: StatsBy.default("week"),
  /** A day or a time, ISO 8601. */
  since: z.string().max(40).optional(),
});

export const StatsAnswer = Stats;
