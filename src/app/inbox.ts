import type { App } from "../app.ts";
import { escalationDesk, fileDesk, reviewDesk, sessionDesk } from "../workflows/inbox/desks.ts";
import type { Desk } from "../workflows/inbox/inbox.ts";
import { planDesk } from "../workflows/inbox/plan-desk.ts";
import { chooseBrainFor } from "./brain-choice.ts";

/** Every place where something may wait for a person. */
export function desksOf({ ports, plans, environment, settings }: App): readonly Desk[] {
  const noModel = chooseBrainFor(environment, settings, null).kind === "search";
  return [
    reviewDesk(ports),
    planDesk(plans, noModel),
    escalationDesk(ports),
    sessionDesk(ports),
    fileDesk(ports),
  ];
}
