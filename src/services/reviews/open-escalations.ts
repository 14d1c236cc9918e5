import { Escalation } from "../../domain/entities/escalation.ts";
import { AgentForgeError } from "../../domain/errors.ts";
import type { Queries } from "../../domain/ports/database.ts";
import type { ExportedFiles } from "../../domain/ports/exports.ts";
import type { Journal } from "../../domain/ports/journal.ts";
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

  const change = async <Result>(
    escalationId: string,
    work: (queries: Queries) => Promise<Result>,
  ): Promise<Result> => {
    await journal.flush();
    const result = await database.transaction(work);
    await files.publish(escalationId);
    return result;
  };

  return {
    async create(given) {
      const escalation = Escalation.parse(given);
      checkId(escalation.escalation_id, "an escalation");
      await change(escalation.escalation_id, (queries) => insert(queries, journal, escalation));
    },
    get: (escalationId) => escalations.find(database, escalationId),
    exported: files.exported,
    repairFiles: async () => files.repair(await escalations.ids(database)),
    list: (status) => escalations.list(database, status),
    amend: (escalationId, by, words) =>
      change(escalationId, (queries) => amend(queries, journal, escalationId, { by, words })),
    resolve: (entityId, { actor = "human", ...given }, also) =>
      change(entityId, async (queries) => {
        const before = await pending(queries, entityId);
        const resolution = { ...given, at: now() };
        const after = Escalation.parse({ ...before, status: "resolved", resolution });
        await put(queries, after);
        await also?.(queries);
        const { trace_id: traceId, violation_id } = after;
        const metadata = { ...after.resolution, violation_id };
        await journal.commit(
          { traceId, actor, actionType: "escalation.resolved", entityId, metadata },
          queries,
        );
        return after;
      }),
  };
}

const escalationPath = (escalationId: string) => `escalations/${escalationId}.yaml`;

async function insert(queries: Queries, journal: Journal, escalation: Escalation): Promise<void> {
  const { escalation_id: entityId, trace_id: traceId, type, reason, task_id, violation_id } = escalation;
  if ((await escalations.find(queries, entityId)) !== null) {
    throw new AgentForgeError("conflict", `escalation ${entityId} already exists`);
  }
  await put(queries, escalation);
  const metadata = { type, reason, task_id, violation_id };
  await journal.commit(
    { traceId, actor: "agent", actionType: "escalation.created", entityId, metadata },
    queries,
  );
}

async function amend(
  queries: Queries,
  journal: Journal,
  entityId: string,
  { by, words }: { readonly by: string; readonly words: Parameters<Escalations["amend"]>[2] },
): Promise<Escalation> {
  const before = await pending(queries, entityId);
  const after = Escalation.parse({ ...before, ...words });
  await put(queries, after);
  const metadata = { by, ...words };
  await journal.commit(
    { traceId: after.trace_id, actor: "human", actionType: "escalation.amended", entityId, metadata },
    queries,
  );
  return after;
}

async function pending(queries: Queries, escalationId: string): Promise<Escalation> {
  const escalation = await escalations.existing(queries, escalationId);
  if (escalation.status !== "pending") throw alreadyResolved(escalation);
  return escalation;
}

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
