import type { Escalation } from "../../domain/entities/escalation.ts";
import type { Violation } from "../../domain/entities/violation.ts";
import { AgentForgeError } from "../../domain/errors.ts";
import type { Resolution } from "../../domain/ports/reviews.ts";
import { counted } from "../../domain/rules/text/counted.ts";
import type { Ports } from "../ports.ts";
import { WORK_PREFIX } from "../violations/fix-under-claim.ts";

export type HandedOverPorts = Pick<
  Ports,
  "conformance" | "escalations" | "newId" | "now" | "person" | "queue"
>;

/** A violation that needs a person, although there is no escalation about it. */
export interface StuckViolation {
  readonly violation: Violation;
  readonly why: string;
}

export interface HandedOver {
  /** Oldest first. */
  readonly escalations: readonly Escalation[];
  /** Most severe first. */
  readonly violations: readonly StuckViolation[];
}

const MOST_LOOKED_AT = 10_000;

/** Everything that was escalated, or is stuck until a person acts. */
export async function handedOver(
  ports: Pick<Ports, "conformance" | "escalations" | "queue" | "settings">,
): Promise<HandedOver> {
  const escalations = (await ports.escalations.list("pending")).toReversed();
  const asked = new Set(escalations.map((escalation) => escalation.violation_id));
  const spent = await spentAttempts(ports);
  const takenOver = await takenOverByPeople(ports);
  const { violations } = await ports.conformance.violations({ status: "open", limit: MOST_LOOKED_AT });
  const hasCheck = await ports.conformance.knownChecks();
  const stuck = violations.flatMap((violation) => {
    const id = violation.violation_id;
    if (asked.has(id) || takenOver.has(id)) return [];
    const why = spent.get(id) ?? (hasCheck(violation) ? null : imported(violation));
    return why === null ? [] : [{ violation, why }];
  });
  return { escalations, violations: stuck };
}

/** The record for an id or a prefix of one: an escalation, or a violation with or without one. */
export async function findHandedOver(
  ports: Pick<Ports, "conformance" | "escalations">,
  id: string,
): Promise<{ readonly escalation: Escalation | null; readonly violation: Violation | null }> {
  const escalation = await findEscalation(ports, id);
  if (escalation !== null) {
    const about = escalation.violation_id;
    return { escalation, violation: about === null ? null : await ports.conformance.violation(about) };
  }
  const violation = id.startsWith("V-") ? await ports.conformance.violation(id) : null;
  if (violation !== null) {
    const newest = (await ports.escalations.list()).find(
      (each) => each.violation_id === violation.violation_id,
    );
    return { escalation: newest ?? null, violation };
  }
  throw new AgentForgeError("not_found", `there is no escalation or violation ${id}`, {
    hint: "Run `agentforge escalation list` to see all escalations.",
  });
}

/**
 * Records a person's answer permanently, and in the same transaction lets the daemon try again (or, without
 * `retry`, skip it). A violation without an escalation gets one together with the answer.
 */
export async function resolveEscalation(
  ports: HandedOverPorts,
  id: string,
  answer: Omit<Resolution, "by" | "actor">,
): Promise<Escalation> {
  const { escalation, violation } = await findHandedOver(ports, id);
  const pending = escalation?.status === "pending" || id.startsWith("ESC-") ? escalation : null;
  const record = pending ?? (violation && (await openFor(ports, violation)));
  if (record === null) throw new AgentForgeError("not_found", `there is no escalation ${id}`);
  const key = record.violation_id === null ? null : WORK_PREFIX + record.violation_id;
  return ports.escalations.resolve(record.escalation_id, { ...answer, by: ports.person }, async (queries) => {
    if (key !== null && answer.retry !== false) await ports.queue.forgive(key, queries);
  });
}

/** Violations that a person took over, with their reason. */
export async function takenOverByPeople(
  ports: Pick<Ports, "escalations">,
): Promise<ReadonlyMap<string, string>> {
  const taken = new Map<string, string>();
  for (const [violationId, { escalation_id, resolution }] of await lastWords(ports)) {
    if (resolution.retry) continue;
    const reason = resolution.reason ?? resolution.guidance;
    taken.set(violationId, `${resolution.by} took it over (${escalation_id})${reason ? `: ${reason}` : ""}`);
  }
  return taken;
}

type Answered = Escalation & { readonly resolution: NonNullable<Escalation["resolution"]> };

/** The newest answer a person gave about each violation. */
export async function lastWords(ports: Pick<Ports, "escalations">): Promise<ReadonlyMap<string, Answered>> {
  const words = new Map<string, Answered>();
  for (const escalation of await ports.escalations.list("resolved")) {
    const { violation_id, resolution } = escalation;
    if (violation_id === null || resolution === null || resolution.by === "agentforge") continue;
    const known = words.get(violation_id);
    if (known === undefined || known.resolution.at < resolution.at)
      words.set(violation_id, { ...escalation, resolution });
  }
  return words;
}

async function spentAttempts(ports: Pick<Ports, "queue" | "settings">): Promise<ReadonlyMap<string, string>> {
  const { attemptLimit } = ports.settings.daemon;
  const standings = await ports.queue.standings(WORK_PREFIX);
  return new Map(
    standings
      .filter(({ failures }) => failures >= attemptLimit)
      .map(({ key, failures, why }) => [
        key.slice(WORK_PREFIX.length),
        `${counted(failures, "attempt")} failed${why === null ? "" : `, the last one because ${why}`}`,
      ]),
  );
}

function imported({ contract_id }: Violation): string {
  return `it was imported from a report by ${contract_id}; no check here can prove a fix`;
}

async function findEscalation(ports: Pick<Ports, "escalations">, id: string): Promise<Escalation | null> {
  const exact = await ports.escalations.get(id);
  if (exact !== null || !id.startsWith("ESC-")) return exact;
  const [first, second] = (await ports.escalations.list()).filter(({ escalation_id }) =>
    escalation_id.startsWith(id),
  );
  return second === undefined ? (first ?? null) : null;
}

async function openFor(
  ports: Pick<Ports, "escalations" | "newId" | "now">,
  violation: Violation,
): Promise<Escalation> {
  const { violation_id, contract_id, check_id, message, file_path } = violation;
  const escalation: Escalation = {
    escalation_id: ports.newId("ESC"),
    type: "escalate",
    violation_id,
    review_id: null,
    tests: [],
    task_id: violation_id,
    trace_id: null,
    created_at: ports.now(),
    status: "pending",
    reason: "a person answered first",
    constraints: [`${contract_id}/${check_id} must hold: ${message}`],
    alternatives: [],
    agent_analysis: { attempted_approaches: [], files_examined: [file_path], understanding: [message] },
    resolution: null,
  };
  await ports.escalations.create(escalation);
  return escalation;
}
