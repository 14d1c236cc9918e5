import { inboxSections } from "../../../app/reviews/inbox.ts";
import { readInbox } from "../../../workflows/inbox/inbox.ts";
import { countByKind } from "../../../workflows/inbox/ranked-inbox.ts";
import { readOverview } from "../../../workflows/overview/overview.ts";
import type { Handler } from "../context.ts";

export const getOverview: Handler<"getOverview"> = async ({ app }) => {
  const { waiting } = await readInbox(inboxSections(app));
  const { open, open_by_day, recent_runs } = await readOverview(app.ports);
  return {
    waiting: { total: waiting.length, by_kind: countByKind(waiting) },
    open,
    open_by_day: [...open_by_day],
    recent_runs: [...recent_runs],
  };
};
