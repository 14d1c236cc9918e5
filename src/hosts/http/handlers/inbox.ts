import { inboxSections } from "../../../app/reviews/inbox.ts";
import { countByKind, filterInbox, rankInbox } from "../../../workflows/inbox/ranked-inbox.ts";
import type { Handler } from "../context.ts";

export const listInbox: Handler<"listInbox"> = async ({ app }, { query }) => {
  const { limit, offset, at_most: atMost, ...filter } = query;
  const { waiting, troubles } = await rankInbox(app.ports, inboxSections(app));
  const wanted = await filterInbox(app.ports, waiting, { ...filter, atMost });
  return {
    items: wanted.slice(offset, offset + limit).map((each) => ({
      kind: each.kind,
      id: each.id,
      title: each.title,
      since: each.since,
      risk: each.risk.level,
      risk_reasons: [...each.risk.reasons],
      confidence: each.confidence,
      files: [...each.files],
      diff_hash: each.diffHash,
      violation_id: each.violationId,
      next: [...each.next],
    })),
    total: wanted.length,
    by_kind: countByKind(waiting),
    troubles: [...troubles],
    at: app.ports.now(),
  };
};
