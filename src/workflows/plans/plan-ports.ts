import type { PlanRecord } from "../../domain/entities/plan-record.ts";
import type { ToolCall, ToolResult } from "../../domain/entities/tool.ts";
import { AgentForgeError } from "../../domain/errors.ts";
import type { PlanWriter } from "../../domain/ports/plan-writer.ts";
import type {
  ActionBlock,
  FoundFile,
  PlanDocuments,
  PlanFolders,
  PlanProblem,
  PlanStore,
} from "../../domain/ports/plans.ts";
import type { Draft } from "../../domain/ports/tool-ports.ts";
import type { AttemptTree } from "../../domain/ports/workspace.ts";
import type { Ports } from "../ports.ts";

/** The tools on one attempt's tree, behind the one caller and its guards. */
export interface PlanToolbox extends AsyncDisposable {
  call(call: ToolCall, signal: AbortSignal): Promise<ToolResult>;
  /** The commit that the actions have prepared, if any. */
  draft(): Draft;
}

export interface Rehearsal {
  /** What a tool or a guard reports about a block, by its number from 0. */
  readonly failures: readonly { readonly index: number; readonly why: string }[];
  readonly files: readonly string[];
}

/** The additional ports of the plan workflows. */
export interface PlanPorts extends Ports {
  readonly plans: PlanStore;
  readonly folders: PlanFolders;
  readonly documents: PlanDocuments;
  /** Null if no model is configured: then people write the plans. */
  readonly planWriter: PlanWriter | null;
  /** Why a call is invalid; null if it is valid. */
  readonly checkCall: (call: ToolCall) => string | null;
  /** Makes the changes on a copy, under the guards, and discards the copy. Nothing is executed. */
  readonly rehearse: (blocks: readonly ActionBlock[], signal: AbortSignal) => Promise<Rehearsal>;
  readonly openToolbox: (tree: AttemptTree, traceId: string, sessionId: string) => Promise<PlanToolbox>;
  readonly memory: PlanMemory;
  /** Exits early, without an error, on the signal. */
  readonly pause: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
}

/** State that one process keeps between rounds. Losing it costs time, never an answer. */
export interface PlanMemory {
  /** Files that already contain a notice about their errors, by path and content: they need not be read again. */
  readonly pointedOut: Map<string, string>;
  /** Requests none of whose files were found, and since when (milliseconds). */
  readonly absent: Map<string, number>;
  /** Rehearsals by hash of the text. */
  readonly rehearsals: Map<string, RehearsalState>;
  /** Text that was kept elsewhere and not reported yet. */
  readonly kept: PlanEvent[];
  /** A file changed after it was read: it must be read again. */
  lookAgain: boolean;
}

type RehearsalState =
  | { readonly status: "running"; readonly done: Promise<void> }
  | { readonly status: "done"; readonly problems: readonly PlanProblem[] }
  | { readonly status: "failed"; readonly error: unknown };

export function createPlanMemory(): PlanMemory {
  return { pointedOut: new Map(), absent: new Map(), rehearsals: new Map(), kept: [], lookAgain: false };
}

/** Events, for observers. */
export interface PlanEvent {
  readonly requestId: string;
  readonly what: string;
}

export const AGENT = "plan-executor";

export const REASON_MISSING = "rejected, the reason is missing";

/** Fields that AgentForge keeps in a file's front matter; the rest of the file belongs to people and writers. */
const KEPT_FIELDS = {
  ...{ trace_id: null, request_id: null, status: null, created_at: null, revision: null },
  ...{ written_by: null, requested_by: null, reviewed_by: null, reviewed_at: null, report: null },
  ...{ rejected_by: null, rejected_at: null, rejection_reason: null },
} as const;

/** The text without AgentForge's own fields. */
export function sameWords({ documents }: Pick<PlanPorts, "documents">, left: string, right: string): boolean {
  const bare = (text: string) => documents.setFields(documents.withoutNotice(text), KEPT_FIELDS).trim();
  return left === right || bare(left) === bare(right);
}

/** Everyone who shares the database sees a plan and may answer it; its files and branch belong to one working copy. */
export function elsewhere({ request_id }: PlanRecord): AgentForgeError {
  return new AgentForgeError("conflict", `the files of ${request_id} are in another working copy`, {
    hint: `You can answer it here (agentforge plan show ${request_id}); it is written and executed there.`,
  });
}

export function planName(record: PlanRecord): string {
  const id = record.request_id;
  switch (record.stage) {
    case "approved":
    case "active":
      return `${id}.md`;
    case "rejected":
    case "needs_reason":
      return `${id}_rejected.md`;
    case "error":
      return `${id}_plan_failed_${record.execution?.number ?? 1}.md`;
    default:
      return `${id}_plan.md`;
  }
}

export function idIn(name: string): string {
  return name.replace(/\.md$/i, "").replace(/_(?:plan|rejected)$/, "");
}

/**
 * The author of a file: the name in it, the account that owns it, or else the person who runs AgentForge, as
 * for commands.
 */
export function authorOf(ports: Pick<Ports, "person">, file: FoundFile, named: string | null = null): string {
  return named ?? file.owner ?? ports.person;
}

/** Whether a file is unchanged since it was read; if not, it is read again. */
export async function isStill(
  ports: Pick<PlanPorts, "folders" | "memory">,
  { place, name, stamp }: FoundFile,
): Promise<boolean> {
  if ((await ports.folders.glance(place, name))?.stamp === stamp) return true;
  ports.memory.lookAgain = true;
  return false;
}

/** The first line of a notice about errors. */
export function headingForFaults({ place }: FoundFile): string {
  return place === "System/Active"
    ? "This plan cannot be executed yet. Fix the errors here, and it continues. To reject it, move it to Inbox/Rejected."
    : "This plan has errors. Fix them here, and this notice disappears. To reject it, move it to Inbox/Rejected.";
}

/** False if the file already says so. */
export async function pointOut(
  ports: Pick<PlanPorts, "documents" | "folders" | "memory">,
  file: FoundFile,
  heading: string,
  problems: readonly PlanProblem[],
): Promise<boolean> {
  const text = ports.documents.withNotice(file.text, heading, problems);
  if (text !== file.text) return ports.folders.put(file.place, file.name, text, file.hash, file.stamp);
  ports.memory.pointedOut.set(`${file.place}/${file.name}`, markOf(file));
  return false;
}

export function wasPointedOut(ports: Pick<PlanPorts, "memory">, file: FoundFile): boolean {
  return ports.memory.pointedOut.get(`${file.place}/${file.name}`) === markOf(file);
}

const markOf = ({ hash, touched }: FoundFile) => `${hash} ${touched}`;
