import { findHandedOver, resolveEscalation } from "../../../workflows/inbox/handed-over.ts";
import type { Handler } from "../context.ts";

export const getEscalation: Handler<"getEscalation"> = async ({ app }, { id }) =>
  findHandedOver(app.ports, id);

export const resolve: Handler<"resolveEscalation"> = async ({ app }, { id, body, visitor }) => {
  const { guidance, reason, retry } = body;
  const ports = { ...app.ports, person: visitor.person };
  return resolveEscalation(ports, id, { ...(guidance && { guidance }), ...(reason && { reason }), retry });
};
