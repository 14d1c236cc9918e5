import type { App } from "../app.ts";
import { escalationDesk, fileDesk, reviewDesk, sessionDesk } from "../workflows/desks.ts";
import type { Desk } from "../workflows/inbox.ts";

/** Every place where something may wait for a person. */
export function desksOf({ house }: App): readonly Desk[] {
  return [reviewDesk(house), escalationDesk(house), sessionDesk(house), fileDesk(house)];
}
