import type { Evidence } from "../entities/evidence.ts";
import type { PlanDraft, PlanStatus } from "../entities/plan.ts";
import type { PlanPlace, PlanRecord, PlanStage } from "../entities/plan-record.ts";
import type { ToolCall } from "../entities/tool.ts";
import type { Activity } from "./journal.ts";
import type { Fence } from "./queue.ts";

export type { PlanPlace };

/** One version of a file: a file saved later under the same name is a different one. */
export interface SeenFile {
  readonly place: PlanPlace;
  readonly name: string;
  readonly hash: string;
  /** Stays the same after a rename, and changes with anything else. */
  readonly stamp: string;
}

/** A Markdown file in one of the folders, with its author and times. */
export interface FoundFile extends SeenFile {
  readonly text: string;
  /** The account that owns the file; null if it is the current one. */
  readonly owner: string | null;
  /** When its content was last written. */
  readonly modified: string;
  /** When it was last written, moved or renamed. */
  readonly touched: string;
}

export interface Sighting {
  readonly files: readonly FoundFile[];
  /** Files that cannot be requests or plans: too large, not text, or links. */
  readonly troubles: readonly { readonly path: string; readonly why: string }[];
  /** Files that are still being written, or were written just now: scan again soon. */
  readonly growing: readonly string[];
  /** Files saved while they were being replaced, and saved again under the same name: both versions were kept. */
  readonly kept: readonly { readonly from: string; readonly to: string }[];
}

/** The files. Every write is atomic and durable, and never replaces or removes what a person wrote in the meantime. */
export interface PlanFolders {
  /**
   * Reads every folder except the archive. Skips files in Inbox/Rejected with one of these names, unless they
   * were touched since the last completed scan by any process.
   */
  look(passOver: ReadonlySet<string>): Promise<Sighting>;
  /** Marks everything the last scan found as handled. */
  seenThrough(): Promise<void>;
  read(place: PlanPlace, name: string): Promise<string | null>;
  /** One file in its current state, even if it is still being written; null if it cannot be read. */
  glance(place: PlanPlace, name: string): Promise<(SeenFile & { readonly text: string }) | null>;
  /**
   * Returns false and writes nothing if the file's text is not `expected` (null: no file), or its stamp is not
   * `stamp`.
   */
  put(
    place: PlanPlace,
    name: string,
    text: string,
    expected: string | null,
    stamp?: string,
  ): Promise<boolean>;
  /** Removes the file if it still has this hash and this stamp. */
  take(place: PlanPlace, name: string, hash: string, stamp?: string): Promise<boolean>;
  /** Moves a file to the archive under an unused name and returns that name; null if the file is gone. */
  setAside(place: PlanPlace, name: string): Promise<string | null>;
  /** Written once: an existing report is not changed. */
  report(name: string, text: string): Promise<void>;
  /** Null if there is none. */
  readReport(name: string): Promise<string | null>;
  /** Calls back when something may have changed, at most a few times a second, until the signal aborts. */
  watch(signal: AbortSignal, onChange: () => void): void;
  pathOf(place: PlanPlace, name: string): string;
}

export interface PlanProblem {
  /** In the current file, 1-based. */
  readonly line: number;
  readonly what: string;
  /** What to write instead. */
  readonly instead: string;
}

export interface ActionBlock {
  readonly line: number;
  readonly call: ToolCall;
}

export interface ReadRequest {
  readonly title: string;
  readonly body: string;
  readonly status: string | null;
  readonly requestId: string | null;
  readonly traceId: string | null;
  readonly requestedBy: string | null;
  readonly problems: readonly PlanProblem[];
}

export interface ReadPlan {
  readonly title: string | null;
  readonly status: PlanStatus | null;
  readonly requestId: string | null;
  readonly traceId: string | null;
  readonly allowTestEdits: boolean;
  readonly reviewedBy: string | null;
  /** When AgentForge read the answers noted in its front matter; null if there are none. */
  readonly answeredAt: string | null;
  readonly rejectionReason: string | null;
  /** The text under "Review Comments", or null. */
  readonly comments: string | null;
  readonly draft: PlanDraft;
  readonly blocks: readonly ActionBlock[];
  /** Why its front matter cannot be read; null if it can. */
  readonly unreadable: PlanProblem | null;
  /** Problems with the form of the plan; the rehearsal shows whether the actions work. */
  readonly problems: readonly PlanProblem[];
}

export type Fields = Readonly<Record<string, string | number | boolean | null>>;

/** Pure functions on texts; they neither read nor write files. */
export interface PlanDocuments {
  readRequest(text: string, name: string): ReadRequest;
  readPlan(text: string): ReadPlan;
  /** A request file: front matter and the text. */
  writeRequest(fields: Fields, body: string): string;
  writePlan(fields: Fields, title: string, draft: PlanDraft): string;
  template(fields: Fields, title: string): string;
  /** Sets front matter fields (null removes one) and leaves every other byte unchanged. */
  setFields(text: string, fields: Fields): string;
  /** The same text with notices about the problems in it, or without any notice. */
  withNotice(text: string, heading: string, problems: readonly PlanProblem[]): string;
  withoutNotice(text: string): string;
  withComments(
    text: string,
    comments: { readonly by: string; readonly at: string; readonly text: string },
  ): string;
  /** Adds a section with the changes since the previous revision, or replaces it. */
  withDifference(text: string, previous: string, revision: number): string;
  /** A name for files and branches, made from the text of a request. */
  requestIdFrom(words: string): string;
  missionReport(report: MissionReport): string;
  failureReport(report: FailureReport): string;
  withdrawalReport(report: WithdrawalReport): string;
}

interface ReportSubject {
  readonly traceId: string;
  readonly requestId: string;
  readonly title: string;
  readonly agent: string;
  readonly branch: string;
  readonly actionsRun: readonly string[];
  readonly at: string;
}

export interface MissionReport extends ReportSubject {
  readonly commit: string;
  readonly goal: string;
  readonly files: readonly string[];
  readonly evidence: Evidence;
  readonly pullRequest: string | null;
}

export interface FailureReport extends ReportSubject {
  readonly errorType: string;
  readonly summary: string;
  readonly details: string;
  readonly lastSuccess: string | null;
}

/** For an execution that a person stopped. */
export interface WithdrawalReport extends ReportSubject {
  /** How many actions the plan has. */
  readonly total: number;
  /** The action in progress. */
  readonly doing: string;
  /** The plan's new state. */
  readonly status: PlanStage;
  readonly by: string | null;
  readonly reason: string | null;
}

/** One transition. The activities join its transaction: either both are durable or neither is. */
export interface PlanChange {
  readonly record: PlanRecord;
  readonly activities: readonly Activity[];
  readonly fence?: Fence;
}

/** A record, the version that a change must name, and whether its files are up to date. */
export interface StoredPlan {
  readonly record: PlanRecord;
  readonly version: number;
  readonly exposed: boolean;
  /** Its files, and the branch it will get, belong to this working copy. */
  readonly here: boolean;
}

/** The source of truth about requests and plans. */
export interface PlanStore {
  get(requestId: string): Promise<StoredPlan | null>;
  byTrace(traceId: string): Promise<StoredPlan | null>;
  list(stages?: readonly PlanStage[]): Promise<readonly StoredPlan[]>;
  /** Without their texts, so it is fast even for many of them. */
  names(stages: readonly PlanStage[]): Promise<readonly string[]>;
  /** Completed ones whose files are not up to date. */
  unexposed(): Promise<readonly StoredPlan[]>;
  /** Null if the id is taken. */
  create(change: PlanChange): Promise<StoredPlan | null>;
  /** Null if another process was faster; nothing was recorded in that case. */
  change(from: StoredPlan, change: PlanChange): Promise<StoredPlan | null>;
  markExposed(stored: StoredPlan): Promise<void>;
}
