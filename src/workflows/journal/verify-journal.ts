import { Certificate } from "../../domain/entities/certificate.ts";
import type { Head } from "../../domain/ports/journal.ts";
import { certificateIn, digestOf, traceIn } from "../../domain/rules/proof/certificate.ts";
import { type Approvals, readApprovals } from "../../domain/rules/records/approvals.ts";
import { readCheckpoints } from "../../domain/rules/records/checkpoints.ts";
import { counted } from "../../domain/rules/text/counted.ts";
import type { Ports } from "../ports.ts";

export type VerifyJournalPorts = Pick<
  Ports,
  "checkpointsOwed" | "journal" | "journalId" | "reviews" | "sha256" | "verifyChain" | "workspace"
>;

interface JournalProblem {
  /** `chain`: a row. `approval`: a landing or its answer. `commit`: one in git. `checkpoint`: a hash kept outside the journal. */
  readonly kind: "chain" | "approval" | "commit" | "checkpoint";
  /** The row's number, or its id, or the commit; null if it concerns none. */
  readonly where: string | null;
  readonly what: string;
}

export interface JournalReport {
  /** `incomplete`: a crash or a failed write left something for the next command to finish. */
  readonly status: "intact" | "incomplete" | "tampered";
  readonly records: number;
  /** How many external checkpoints it was compared with, and the newest of them. */
  readonly checkpoints: number;
  readonly covered: number;
  readonly findings: readonly JournalProblem[];
  /** Work that the next command finishes. */
  readonly unfinished: readonly string[];
  readonly notes: readonly string[];
}

type Commit = Awaited<ReturnType<Ports["workspace"]["commitsSaying"]>>[number];

/** Verifies the journal against its own chain, its checkpoints in git, and the commits that name it. */
export async function verifyJournal(ports: VerifyJournalPorts): Promise<JournalReport> {
  const commits = await ports.workspace.commitsSaying("[ExoTrace: ");
  const certificates = await readCertificates(ports, commits);
  const kept = await readKept(ports);
  const heads = [...kept.heads, ...certificates.heads];
  const chain = await ports.verifyChain(heads);
  const covered = Math.max(0, ...heads.map((head) => head.seq));
  const owed = await ports.checkpointsOwed();
  const unfinished = owed.map(({ why }) => `a checkpoint of the journal was not written: ${why}`);
  const about = { checkpoints: heads.length, covered, unfinished };
  if (chain.status === "broken") {
    const where = `record ${chain.seq}${chain.id === null ? "" : ` (${chain.id})`}`;
    const findings = [{ kind: "chain", where, what: chain.why } as const, ...kept.findings];
    return { status: "tampered", records: Math.max(0, chain.seq - 1), ...about, findings, notes: [] };
  }

  const approvals = readApprovals(await ports.journal.query({}));
  const judged = await judgeCommits(ports, commits, approvals, certificates.elsewhere);
  const findings: JournalProblem[] = [
    ...kept.findings,
    ...(owed.length > 0 ? [] : missingCheckpoints(ports, kept.heads, approvals)),
    ...approvals.faults.map(({ record, what }) => ({ kind: "approval", where: record, what }) as const),
    ...(await answersOffTheRecord(ports, approvals)),
    ...judged.findings,
  ];
  const sound = unfinished.length === 0 ? "intact" : "incomplete";
  const status = findings.length === 0 ? sound : "tampered";
  return { status, records: chain.records, ...about, findings, notes: [...kept.notes, ...judged.notes] };
}

/** The checkpoints in our git references: of this journal, and of others that are not here. */
async function readKept(ports: Pick<Ports, "journalId" | "workspace">) {
  const heads: Head[] = [];
  const findings: JournalProblem[] = [];
  const notes: string[] = [];
  const others = await ports.workspace.countOtherTrees();
  for (const [id, text] of await ports.workspace.references.readAll("journal")) {
    const { checkpoints, unreadable } = readCheckpoints(text);
    const where = `refs/agentforge/journal/${id}`;
    if (id === ports.journalId) {
      heads.push(...checkpoints.map(({ seq, hash }) => ({ seq, hash })));
      if (unreadable > 0)
        findings.push({ kind: "checkpoint", where, what: `${unreadable} of its lines are not checkpoints` });
    } else if (others > 0) {
      notes.push(`${where} belongs to another journal, such as that of another working tree`);
    } else {
      const last = checkpoints.at(-1)?.seq ?? 0;
      const what = `it belongs to a journal with at least ${counted(last, "record")}, which is missing: it was removed or replaced`;
      findings.push({ kind: "checkpoint", where, what });
    }
  }
  return { heads, findings, notes };
}

/** A checkpoint precedes every landing: if there are landings and no checkpoint, someone removed it. */
function missingCheckpoints(
  ports: Pick<Ports, "journalId">,
  heads: readonly Head[],
  { landed }: Approvals,
): JournalProblem[] {
  if (landed === 0 || heads.length > 0) return [];
  const where = `refs/agentforge/journal/${ports.journalId}`;
  return [
    {
      kind: "checkpoint",
      where,
      what: `it is missing, although ${counted(landed, "change has", "changes have")} landed`,
    },
  ];
}

/** Certificates that their commits confirm: each contains the journal's head at the time of its approval. */
async function readCertificates(
  ports: Pick<Ports, "journalId" | "sha256" | "workspace">,
  commits: readonly Commit[],
) {
  const messages = new Map(commits.map(({ commit, message }) => [commit, message]));
  const heads: Head[] = [];
  const elsewhere = new Set<string>();
  for (const [commit, text] of await ports.workspace.references.readAll("certificates")) {
    const parsed = Certificate.safeParse(parse(text));
    if (!parsed.success) continue;
    const { statement, digest } = parsed.data;
    const named = certificateIn(messages.get(commit) ?? "");
    if (named !== digest || digestOf(statement, ports.sha256) !== digest || statement.journal === null)
      continue;
    const { journal_id, seq, hash } = statement.journal;
    if (journal_id === ports.journalId) heads.push({ seq, hash });
    else elsewhere.add(commit);
  }
  return { heads, elsewhere };
}

/** Everything that the database lists as approved or landed must be in the journal too. */
async function answersOffTheRecord(
  ports: Pick<Ports, "reviews">,
  { byTrace }: Approvals,
): Promise<JournalProblem[]> {
  const reviews = [...(await ports.reviews.list("approved")), ...(await ports.reviews.list("landed"))];
  return reviews
    .filter((review) => !byTrace.get(review.trace_id)?.has(review.change.diff_hash))
    .map(({ review_id, status }) => ({
      kind: "approval",
      where: review_id,
      what: `${review_id} is ${status}, but the journal has no approval of its diff`,
    }));
}

async function judgeCommits(
  ports: Pick<Ports, "workspace">,
  commits: readonly Commit[],
  { byTrace, traces }: Approvals,
  elsewhere: ReadonlySet<string>,
) {
  const findings: JournalProblem[] = [];
  let foreign = 0;
  let altered = 0;
  for (const { commit, message, isShared } of commits) {
    const trace = traceIn(message);
    if (trace === null) continue;
    const where = commit.slice(0, 12);
    const approved = byTrace.get(trace);
    if (approved === undefined) {
      if (!traces.has(trace) && (isShared || elsewhere.has(commit))) foreign += 1;
      else findings.push({ kind: "commit", where, what: "the journal has no approval of this commit" });
      continue;
    }
    if (approved.has(null) || (await isApproved(ports, commit, approved))) continue;
    if (isShared) altered += 1;
    else
      findings.push({
        kind: "commit",
        where,
        what: "its change differs from the one that was approved",
      });
  }
  const notes = [
    ...(foreign > 0
      ? [
          `${counted(foreign, "commit was", "commits were")} approved elsewhere: only the journals there can verify them`,
        ]
      : []),
    ...(altered > 0
      ? [`${counted(altered, "commit was", "commits were")} changed after landing, for example by a squash`]
      : []),
  ];
  return { findings, notes };
}

/** By its diff, not by its hash, which a rebase changes. A rollback needs no approval of its own. */
async function isApproved(
  { workspace }: Pick<Ports, "workspace">,
  commit: string,
  approved: ReadonlySet<string | null>,
): Promise<boolean> {
  for (const lineEnds of ["stored", "checked-out"] as const) {
    for (const direction of ["forward", "backward"] as const) {
      if (approved.has(await workspace.diffHashOf(commit, { direction, lineEnds }))) return true;
    }
  }
  return false;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
