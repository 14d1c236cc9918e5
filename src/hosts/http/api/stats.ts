import { z } from "zod";
import { Stats, StatsBy } from "../../../domain/entities/stats.ts";

export const StatsQuery = z.object({
  by: StatsBy.default("week"),
  /** A date or a timestamp, ISO 8601. */
  since: z.string().max(40).optional(),
});

export const StatsAnswer = Stats;
