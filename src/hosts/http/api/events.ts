import { z } from "zod";
import { LiveRun } from "./runs.ts";

export const Topic = z.enum(["reviews", "escalations", "plans", "violations", "runs", "journal"]);
export type Topic = z.infer<typeof Topic>;

/** `event: changed`. This process or another one wrote something. Reload what is on the screen. */
export const ChangedEvent = z.object({ topics: z.array(Topic) });
export type ChangedEvent = z.infer<typeof ChangedEvent>;

/** `event: run`. A run that was started from the page logged a line or ended. */
export const RunEvent = LiveRun;
export type RunEvent = z.infer<typeof RunEvent>;
