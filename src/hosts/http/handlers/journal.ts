import { findCertificate } from "../../../workflows/certificates/find-certificate.ts";
import { verifyCertificate } from "../../../workflows/certificates/verify-certificate.ts";
import type { Handler } from "../context.ts";

export const listJournal: Handler<"listJournal"> = async ({ app }, { query }) => {
  const { trace, actor, kind, entity, since, until, limit, before } = query;
  const records = await app.ports.journal.query({
    ...(trace && { traceId: trace }),
    ...(actor && { actor }),
    ...(kind && { actionType: kind }),
    ...(entity && { entityId: entity }),
    ...(since && { since }),
    ...(until && { until }),
    ...(before && { before }),
    limit: limit + 1,
  });
  const page = records.toReversed().slice(0, limit);
  return { records: page, next: records.length > limit ? (page.at(-1)?.id ?? null) : null };
};

export const getIntegrity: Handler<"getIntegrity"> = async ({ checkIntegrity }) => {
  const { findings, unfinished, notes, ...report } = await checkIntegrity();
  return { ...report, findings: [...findings], unfinished: [...unfinished], notes: [...notes] };
};

export const getCertificate: Handler<"getCertificate"> = async ({ app }, { id }) => {
  const looked = await findCertificate(app.ports, id);
  if (looked.status === "missing") return looked;
  const { status, commit, from, certificate } = looked;
  return { status, commit, from, certificate };
};

export const startVerification: Handler<"verifyCertificate"> = async ({ app, runs }, { id, visitor }) => {
  await findCertificate(app.ports, id);
  const run_id = runs.start({
    kind: "verify",
    title: `verify the certificate of ${id}`,
    by: visitor.person,
    async work({ signal, say }) {
      const verification = await verifyCertificate(app.ports, id, signal, say);
      if (verification.status === "verified") {
        return { outcome: "verified", why: verification.notes.join("; ") || null };
      }
      if (verification.status === "cannot_be_verified") {
        return { outcome: verification.status, why: verification.why };
      }
      const differences = verification.differences.map(
        ({ place, certified, now }) => `${place}: certified ${certified}, now ${now}`,
      );
      return { outcome: "differs", why: differences.join("; ") };
    },
  });
  return { run_id };
};
