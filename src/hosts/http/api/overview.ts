import { z } from "zod";
import { Severity } from "../../../domain/entities/common.ts";
import { Session } from "../../../domain/entities/session.ts";
import { WaitingKind } from "./inbox.ts";

const BySeverity = z.record(Severity, z.int());

export const OverviewAnswer = z.object({
  waiting: z.object({ total: z.int(), by_kind: z.partialRecord(WaitingKind, z.int()) }),
  /** Open violations now, and at the end of each day on which the checks ran (the last 90). */
  open: BySeverity,
  open_by_day: z.array(z.object({ day: z.string(), open: BySeverity })),
  recent_runs: z.array(Session),
});
export type OverviewAnswer = z.infer<typeof OverviewAnswer>;
