import type { TaskOutcome } from "../../domain/entities/fleet.ts";
import type { Ports } from "../ports.ts";

/**
 * The cost and escalations of a task, from the repository's records: while we hold the claim, nobody else adds
 * any.
 */
export async function figuresSince(
  ports: Pick<Ports, "journal" | "escalations">,
  start: string,
): Promise<Pick<TaskOutcome, "cost" | "escalated">> {
  const spending = await ports.journal.modelSpending(start);
  const usd = spending.reduce<number | null>(
    (sum, each) => (sum === null || each.usd === null ? null : sum + each.usd),
    0,
  );
  const escalations = await ports.escalations.list();
  return {
    cost: { tokens: spending.reduce((sum, { tokens }) => sum + tokens, 0), usd },
    escalated: escalations.filter(({ created_at }) => created_at >= start).length,
  };
}
