import { Escalation } from "../../domain/entities/escalation.ts";
import { Review } from "../../domain/entities/review.ts";
import { ExecutionContext } from "../../domain/entities/session.ts";
import { Violation } from "../../domain/entities/violation.ts";
import { AgentForgeError } from "../../domain/errors.ts";
import { changedFields } from "../../domain/rules/records/changed-fields.ts";
import { requireValid } from "../../domain/rules/settings/valid.ts";
import { type HandedOverPorts, resolveEscalation } from "../inbox/handed-over.ts";
import type { Ports } from "../ports.ts";

/** The records whose files a person may edit. */
type RecordPorts = HandedOverPorts & Pick<Ports, "reviews" | "sessions">;
export type AdoptFilePorts = RecordPorts & Pick<Ports, "files" | "journal">;

export interface Adoption {
  readonly file: string;
  readonly changed: readonly string[];
  /** Where the person's own version is kept. */
  readonly keptAs: string;
}

/** Accepts a person's edit to one of our files, if they are allowed to make it. */
export async function adoptFile(ports: AdoptFilePorts, path: string): Promise<Adoption> {
  const { file, edited, truth } = await readBoth(ports, path);
  if (edited === null) {
    throw new AgentForgeError("bad_input", `${path} is no longer valid YAML, so it cannot be adopted`, {
      hint: discarding(path),
    });
  }
  const changed = changedFields(truth, edited);
  if (changed.length === 0) {
    throw new AgentForgeError("bad_input", `${path} matches the database; there is nothing to adopt`, {
      hint: "Run `agentforge state check` to rewrite the checksum.",
    });
  }
  const take = acceptance({ file, edited, changed, by: ports.person, at: ports.now() });
  await recordAnswer(ports, "file.adopted", file, changed);
  const keptAs = await ports.files.setAside(path, "adopted");
  await take(ports);
  await ports.files.restore(file);
  return { file, changed, keptAs };
}

/** Discards a person's edit: the file is restored from the database, and the edited version is kept next to it. */
export async function discardFile(
  ports: Pick<Ports, "files" | "journal" | "person">,
  path: string,
): Promise<Adoption> {
  const { file, edited, truth } = await readBoth(ports, path);
  const changed = edited === null ? [] : changedFields(truth, edited);
  await recordAnswer(ports, "file.discarded", file, changed);
  const keptAs = await ports.files.setAside(path, "discarded");
  await ports.files.restore(file);
  return { file, changed, keptAs };
}

type Take = (ports: RecordPorts) => Promise<void>;

/** An exported file that a person changed. */
interface EditedFile {
  readonly file: string;
  /** The entity's id, from the file's name. */
  readonly id: string;
  readonly edited: unknown;
  readonly changed: readonly string[];
  readonly by: string;
  readonly at: string;
}

/** The effect of adopting the changes; refuses changes that a person may not make. */
function acceptance({ file, ...rest }: Omit<EditedFile, "id">): Take {
  const [folder, id = ""] = file.replace(/\.yaml$/, "").split("/");
  const given = { file, id, ...rest };
  switch (folder) {
    case "escalations":
      return escalationChange(given);
    case "reviews":
      return reviewChange(given);
    case "violations":
      return suppression(given);
    case "sessions":
      return contextChange(given);
    default:
      throw refuse(file, given.changed);
  }
}

function escalationChange({ file, id, edited, changed, by, at }: EditedFile): Take {
  allow(changed, ["reason", "constraints", "alternatives", "status", "resolution"], file);
  const signed = withSigner(edited, by, at);
  const { status, resolution, ...words } = requireValid(Escalation, signed, file, discarding(file));
  return async (ports) => {
    const { reason, constraints, alternatives } = words;
    if (changed.some((name) => name !== "status" && name !== "resolution"))
      await ports.escalations.amend(id, by, { reason, constraints, alternatives });
    if (status === "resolved") await resolveEscalation(ports, id, answerIn(resolution));
  };
}

function reviewChange({ file, id, edited, changed, by }: EditedFile): Take {
  const hint = "To answer it, run `agentforge review approve` or `agentforge review reject`.";
  allow(changed, ["title", "commit_message"], file, hint);
  const fields = Review.pick({ title: true, commit_message: true });
  const { title, commit_message } = requireValid(fields, edited, file, discarding(file));
  return async (ports) => {
    await ports.reviews.amend(id, { by, title, commit_message });
  };
}

function suppression({ file, id, edited, changed }: EditedFile): Take {
  const hint = "Set status to suppressed and give a suppression with a reason; only the checks resolve it.";
  allow(changed, ["status", "suppression"], file, hint);
  const { status, suppression } = requireValid(Violation, edited, file, discarding(file));
  if (status !== "suppressed" || suppression === null) throw refuse(file, ["status"], hint);
  return async (ports) => {
    await ports.conformance.suppress(id, suppression);
  };
}

function contextChange({ file, edited, changed }: EditedFile): Take {
  if (!file.endsWith("/execution_context.yaml")) throw refuse(file, changed);
  if (changed.includes("session_id")) throw refuse(file, ["session_id"]);
  const context = requireValid(ExecutionContext, edited, file, discarding(file));
  return (ports) => ports.sessions.saveContext(context);
}

/** An answer in a file need not be signed and dated: the person who adopts it does that. */
function withSigner(edited: unknown, by: string, at: string): unknown {
  const { resolution, status, ...rest } = edited as Record<string, unknown>;
  const given = resolution ?? (status === "resolved" ? {} : null);
  return { ...rest, status, resolution: given === null ? null : { by, at, ...(given as object) } };
}

function answerIn(resolution: Escalation["resolution"]) {
  return {
    retry: resolution?.retry ?? true,
    ...(resolution?.guidance && { guidance: resolution.guidance }),
    ...(resolution?.reason && { reason: resolution.reason }),
  };
}

function allow(changed: readonly string[], open: readonly string[], file: string, hint?: string): void {
  const closed = changed.filter((name) => !open.includes(name));
  if (closed.length > 0) throw refuse(file, closed, hint ?? `You may change: ${open.join(", ")}.`);
}

function discarding(path: string): string {
  return `To restore it: agentforge state adopt ${path} --discard`;
}

function refuse(file: string, fields: readonly string[], hint?: string): AgentForgeError {
  return new AgentForgeError(
    "bad_input",
    `${file} records what happened; ${fields.join(", ")} cannot be changed by hand`,
    { hint: hint ? `${hint}\n${discarding(file)}` : discarding(file) },
  );
}

async function readBoth(ports: Pick<Ports, "files">, path: string) {
  const found = await ports.files.read(path);
  if (found.truth !== null) return found;
  throw new AgentForgeError("not_found", `${path} is not a file that AgentForge writes from its records`, {
    hint: "Run `agentforge inbox` to list the files that were changed.",
  });
}

/** Before anything else happens: a decision is durable before it takes effect. */
async function recordAnswer(
  ports: Pick<Ports, "journal" | "person">,
  actionType: string,
  file: string,
  changed: readonly string[],
) {
  await ports.journal.commit({
    traceId: null,
    actor: "human",
    actionType,
    entityId: file,
    metadata: { by: ports.person, changed: [...changed] },
  });
}
