import { Escalation } from "../../domain/entities/escalation.ts";
import { AgentForgeError } from "../../domain/errors.ts";
import type { Queries } from "../../domain/ports/database.ts";
import type { ExportedFiles } from "../../domain/ports/exports.ts";
import type { Escalations } from "../../domain/ports/reviews.ts";
import { sealRow } from "../../domain/rules/records/sealed-row.ts";
import { checkId } from "./entity-id.ts";
import type { RepairableFiles, ReviewsOptions } from "./open-reviews.ts";
import { createPublishedFiles } from "./published-files.ts";
import { ESCALATIONS_MIGRATIONS } from "./schema.ts";
import { createSealedRecords, sha256 } from "./sealed-records.ts";

const escalations = createSealedRecords("escalation", (value) => Escalation.parse(value));

export interface OpenEscalations extends Escalations, RepairableFiles, ExportedFiles {}

export async function openEscalations(options: ReviewsOptions): Promise<OpenEscalations> {
  const { database, exports, journal, now } = options;
  await database.migrate("escalations", ESCALATIONS_MIGRATIONS);
  const files = createPublishedFiles({
    database,
    exports,
    contents: async (queries, escalationId) => ({
      [escalationPath(escalationId)]: { yaml: await escalations.find(queries, escalationId) },
    }),
  });

  return {
    async create(given) {
      const escalation = Escalation.parse(given);
      const { escalation_id: entityId, trace_id: traceId, type, reason, task_id, violation_id } = escalation;
      checkId(entityId, "an escalation");
      await journal.flush();
      await database.transaction(async (queries) => {
        if ((await escalations.find(queries, entityId)) !== null) {
          throw new AgentForgeError("conflict", `escalation ${entityId} already exists`);
        }
        await put(queries, escalation);
        const metadata = { type, reason, task_id, violation_id };
        await journal.commit(
          { traceId, actor: "agent", actionType: "escalation.created", entityId, metadata },
          queries,
        );
      });
      await files.publish(entityId);
    },
    get: (escalationId) => escalations.find(database, escalationId),
    exported: files.exported,
    repairFiles: async () => files.repair(await escalations.ids(database)),
    list: (status) => escalations.list(database, status),
    async amend(entityId, by, words) {
      await journal.flush();
      const amended = await database.transaction(async (queries) => {
        const before = await escalations.existing(queries, entityId);
        if (before.status !== "pending") throw alreadyResolved(before);
        const after = Escalation.parse({ ...before, ...words });
        await put(queries, after);
        const metadata = { by, ...words };
        await journal.commit(
          { traceId: after.trace_id, actor: "human", actionType: "escalation.amended", entityId, metadata },
          queries,
        );
        return after;
      });
      await files.publish(entityId);
      return amended;
    },
    async resolve(entityId, { actor = "human", ...given }, also) {
      await journal.flush();
      const resolved = await database.transaction(async (queries) => {
        const before = await escalations.existing(queries, entityId);
        if (before.status !== "pending") throw alreadyResolved(before);
        const after = Escalation.parse({
          ...before,
          status: "resolved",
          resolution: { ...given, at: now() },
        });
        await put(queries, after);
        await also?.(queries);
        const { trace_id: traceId, violation_id, resolution } = after;
        const metadata = { ...resolution, violation_id };
        await journal.commit(
          { traceId, actor, actionType: "escalation.resolved", entityId, metadata },
          queries,
        );
        return after;
      });
      await files.publish(entityId);
      return resolved;
    },
  };
}

const escalationPath = (escalationId: string) => `escalations/${escalationId}.yaml`;

async function put(queries: Queries, escalation: Escalation): Promise<void> {
  const { data, checksum } = sealRow(escalation, sha256);
  await queries.run(
    `INSERT INTO escalations (escalation_id, status, created_at, data, checksum) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (escalation_id) DO UPDATE SET status = excluded.status, data = excluded.data, checksum = excluded.checksum`,
    [escalation.escalation_id, escalation.status, escalation.created_at, data, checksum],
  );
}

function alreadyResolved({ escalation_id, resolution }: Escalation): AgentForgeError {
  const by = resolution === null ? "" : ` by ${resolution.by} at ${resolution.at}`;
  return new AgentForgeError("conflict", `escalation ${escalation_id} was already resolved${by}`, {
    hint: `Run \`agentforge escalation show ${escalation_id}\` to see the answer.`,
  });
}
