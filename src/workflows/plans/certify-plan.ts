import type { PlanLanding, PlanRecord } from "../../domain/entities/plan-record.ts";
import type { PreparedCertificate } from "../../domain/ports/reviews.ts";
import { type CertifyPorts, prepareCertificate, preparedFor } from "../certificates/certify.ts";
import type { Ports } from "../ports.ts";

export type CertifyPlanPorts = CertifyPorts & Pick<Ports, "settings" | "workspace">;

/** The certificate of a plan's change, under the id of its landing. Every process that finishes the landing gets the same one. */
export async function certifyPlan(
  ports: CertifyPlanPorts,
  { decision, title, trace_id }: PlanRecord,
  { landing_id, change, evidence, made_in }: PlanLanding,
): Promise<PreparedCertificate | null> {
  if (made_in === null || decision === null) return null;
  const certifiable = {
    ...{ title, trace_id, change, evidence, ...made_in },
    ...{ review_id: landing_id, violation_id: null },
  };
  const approval = {
    ...({ actor: "human", by: decision.by, at: decision.at, diff_hash: change.diff_hash } as const),
    land_to: ports.settings.landTo === "current-branch" ? ("branch" as const) : ports.settings.landTo,
  };
  return (
    (await preparedFor(ports, certifiable, approval)) ??
    prepareCertificate(ports, certifiable, approval, { status: "not_needed" })
  );
}
