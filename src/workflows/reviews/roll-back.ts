import { AgentForgeError } from "../../domain/errors.ts";
import type { Rollback } from "../../domain/ports/workspace.ts";
import type { Ports } from "../ports.ts";
import { findReview } from "./find-review.ts";

export async function rollBack(
  ports: Pick<Ports, "journal" | "reviews" | "workspace">,
  landingId: string,
): Promise<Rollback> {
  const review = await findReview(ports, landingId);
  if (review.status !== "landed") {
    throw new AgentForgeError(
      "bad_input",
      `${landingId} has not landed (it is ${review.status}), so there is nothing to roll back`,
    );
  }
  const rollback = await ports.workspace.rollback(landingId);
  if (rollback.status === "restored") {
    await ports.journal.commit({
      traceId: review.trace_id,
      actor: "human",
      actionType: "change.rolled_back",
      entityId: landingId,
      metadata: { commit: rollback.commit, files: [...rollback.files] },
    });
  }
  return rollback;
}
