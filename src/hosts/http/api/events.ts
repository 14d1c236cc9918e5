import { z } from "zod";
import { LiveRun } from "./runs.ts";

export const Topic = z.enum(["reviews", "escalations", "plans", "violations", "runs", "journal"]);
export type Topic = z.infer<typeof Topic>;

/** `event: changed`. Something was written, by this process or another. Ask again for what is on the screen. */
export const ChangedEvent = z.object({ topics: z.array(Topic) });
export type ChangedEvent = z.infer<typeof ChangedEvent>;

/** `event: run`. A run that was started from the page said something, or ended. */
export const RunEvent = LiveRun;
export type RunEvent = z.infer<typeof RunEvent>;
