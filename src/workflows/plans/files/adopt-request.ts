import type { PlanRecord } from "../../../domain/entities/plan-record.ts";
import type { FoundFile, ReadRequest, StoredPlan } from "../../../domain/ports/plans.ts";
import type { Ports } from "../../ports.ts";
import { authorOf, type PlanEvent, type PlanPorts, pointOut, sameWords } from "../plan-ports.ts";
import { fileRequest, type WritePlanPorts } from "../write-plan.ts";
import { exposePlan } from "./expose-plan.ts";

export type AdoptRequestPorts = Pick<Ports, "person"> & WritePlanPorts;

/** Records a file in Inbox/Requests, or its owner's changes to it. */
export async function adoptRequest(ports: AdoptRequestPorts, file: FoundFile): Promise<PlanEvent[]> {
  const text = ports.documents.withoutNotice(file.text);
  const read = ports.documents.readRequest(text, file.name);
  const requestId = read.requestId ?? file.name.replace(/\.md$/i, "");
  if (read.problems.length > 0) {
    const told = await pointOut(ports, file, "This request cannot be read yet.", read.problems);
    return told ? [{ requestId, what: `has errors: ${read.problems[0]?.what}` }] : [];
  }
  const stored = read.traceId === null ? await byFile(ports, file) : await ports.plans.byTrace(read.traceId);
  if (stored === null || !stored.here || (await isCopy(ports, stored, file, text)))
    return adopt(ports, file, text);
  if (!stored.exposed || (await ports.folders.read(file.place, file.name)) !== file.text) return [];
  if (stored.record.stage === "completed") {
    await exposePlan(ports, stored);
    return [];
  }
  return noticeEdit(ports, stored, file, text, read);
}

async function adopt(ports: AdoptRequestPorts, file: FoundFile, text: string): Promise<PlanEvent[]> {
  const by = authorOf(ports, file);
  const { record } = await fileRequest(ports, {
    ...{ words: "", by, at: file.modified },
    file: { name: file.name, text },
  });
  return [{ requestId: record.request_id, what: `requested by ${record.requested_by}` }];
}

/** The record of a file that did not get its trace because of a crash, or of a plan that arrived just before its request. */
async function byFile(
  ports: Pick<PlanPorts, "documents" | "plans">,
  file: FoundFile,
): Promise<StoredPlan | null> {
  const stored = await ports.plans.get(ports.documents.requestIdFrom(file.name.replace(/\.md$/i, "")));
  if (!stored?.here) return null;
  const { stage, request } = stored.record;
  const lacksRequest = request.text === "" && stage !== "completed" && stage !== "rejected";
  const isSame = stage === "requested" && request.file === file.name;
  return isSame || lacksRequest ? stored : null;
}

/** A second file with the same trace, or one with other content after the first was done, is a new request. */
async function isCopy(
  ports: Pick<PlanPorts, "documents" | "folders">,
  stored: StoredPlan,
  file: FoundFile,
  text: string,
): Promise<boolean> {
  const { request, stage } = stored.record;
  if (stage === "completed") return !sameWords(ports, text, request.text);
  if (request.file === file.name) return false;
  return (await ports.folders.read("Inbox/Requests", request.file)) !== null;
}

/** The request of a plan that is already recorded: they arrived together. */
async function join(
  ports: AdoptRequestPorts,
  stored: StoredPlan,
  file: FoundFile,
  text: string,
  read: ReadRequest,
): Promise<PlanEvent[]> {
  const { record } = stored;
  const { trace_id, request_id } = record;
  const requested_by = read.requestedBy ?? authorOf(ports, file);
  const fields = { trace_id, request_id, status: "planned", created_at: file.modified, requested_by };
  const next = await ports.plans.change(stored, {
    record: {
      ...record,
      requested_by,
      request: { file: file.name, text: ports.documents.setFields(text, fields) },
    },
    activities: [
      {
        ...{ traceId: trace_id, actor: "human", actionType: "request.created", entityId: request_id },
        metadata: { requested_by, title: read.title, via: "file" },
      },
    ],
  });
  if (next === null) return [];
  await exposePlan(ports, next);
  return [{ requestId: request_id, what: `requested by ${requested_by}` }];
}

async function noticeEdit(
  ports: AdoptRequestPorts,
  stored: StoredPlan,
  file: FoundFile,
  text: string,
  read: ReadRequest,
): Promise<PlanEvent[]> {
  const { record } = stored;
  const renamed = record.request.file !== file.name;
  if (text === record.request.text && !renamed) return [];
  if (record.request.text === "") return join(ports, stored, file, text, read);
  const words = !sameWords(ports, text, record.request.text);
  const before = ports.documents.readRequest(record.request.text, file.name).status;
  const asksAgain =
    read.status !== before && (read.status === null || /^(new|retry|open)$/.test(read.status));
  const again = ["error", "rejected"].includes(record.stage) && (asksAgain || words);
  const next: PlanRecord = {
    ...record,
    stage: again ? "requested" : record.stage,
    title: read.title,
    request: { file: file.name, text: again ? ports.documents.setFields(text, { status: "new" }) : text },
  };
  const action = again ? "request.resubmitted" : renamed && !words ? "request.renamed" : "request.edited";
  const by = authorOf(ports, file);
  const changed = await ports.plans.change(stored, {
    record: next,
    activities: [
      {
        ...{ traceId: record.trace_id, actor: "human", actionType: action, entityId: record.request_id },
        metadata: { edited_by: by, edited_at: file.touched },
      },
    ],
  });
  if (changed === null) return [];
  await exposePlan(ports, changed);
  return [{ requestId: record.request_id, what: `${action.replace("request.", "")} by ${by}` }];
}
