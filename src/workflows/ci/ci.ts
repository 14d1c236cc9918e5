import type { Review } from "../../domain/entities/review.ts";
import type { TestResult } from "../../domain/entities/test-result.ts";
import type { Violation } from "../../domain/entities/violation.ts";
import { AgentForgeError } from "../../domain/errors.ts";
import type { NoVerdict } from "../proof/no-verdict.ts";
import { type RepairOutcome, type RepairPorts, repair } from "../repair/repair.ts";
import { type RepairEvent, repairRequest } from "../repair/repair-request.ts";
import { type Checked, check } from "../violations/check.ts";
import { BY_HAND } from "../violations/fix-by-hand.ts";
import type { FixEvent, FixOutcome } from "../violations/fix-request.ts";
import { type FixViolationsPorts, fixViolations } from "../violations/fix-violations.ts";
import { type OfferedChange, type OfferPorts, type OfferRequest, offerChange } from "./offer-change.ts";

export type CiPorts = RepairPorts & FixViolationsPorts & OfferPorts;

export interface CiRequest extends OfferRequest {
  /** Time limit for the search, for tests and violations together. */
  readonly budgetSeconds: number;
  /** Only violations in files that differ from this commit; all if absent. */
  readonly since?: string;
  /** The maximum number of violations to fix. */
  readonly limit: number;
}

export type CiEvent = RepairEvent | { readonly kind: "checking" } | ({ readonly kind: "fixing" } & FixEvent);

export interface CiReport {
  /** `red`: a test or a check fails, whether or not a change is proposed for it. */
  readonly status: "green" | "red" | "could_not_run";
  /** Null if the repository has no contracts. */
  readonly checked: Checked | null;
  /** Null if the repository has no tests, or your settings exclude all of them. */
  readonly tests: RepairOutcome | null;
  readonly offered: readonly OfferedChange[];
  /** Violations for which no change is proposed, and why. */
  readonly notFixed: readonly { readonly violation: Violation; readonly why: string }[];
}

/**
 * One build: runs checks and tests, searches for proven changes that make it green, and proposes them to
 * people. Nothing lands, and nothing in the checkout changes.
 */
export async function runCi(
  ports: CiPorts,
  request: CiRequest,
  signal: AbortSignal,
  onEvent: (event: CiEvent) => void,
): Promise<CiReport> {
  const started = ports.elapsed();
  const leftMs = () => request.budgetSeconds * 1000 - (ports.elapsed() - started);
  onEvent({ kind: "checking" });
  const checked = await checkIfAny(ports, request, signal);
  const repaired = await repairTests(ports, request, signal, onEvent);
  const isUntested = repaired.status === "no_verdict" && repaired.result === null;
  if (checked === null && isUntested) throw nothingToLookAt(repaired);
  const tests = isUntested ? null : repaired;
  const fresh = checked?.fresh ?? [];
  const fixes = await fixFresh(ports, request, fresh, { leftMs: leftMs(), signal, onEvent });
  const reviews = [...reviewOf(tests), ...fixes.outcomes.flatMap(reviewOf)];
  const offered: OfferedChange[] = [];
  for (const review of reviews) offered.push(await offerChange(ports, request, review, offered.length));
  const offeredFor = new Set(reviews.map((review) => review.violation_id));
  const notFixed = fresh
    .filter(({ violation_id }) => !offeredFor.has(violation_id))
    .map((violation) => ({ violation, why: whyNot(violation, fixes, request) }));
  return { status: statusOf(checked, tests), checked, tests, offered, notFixed };
}

async function checkIfAny(
  ports: CiPorts,
  { since }: CiRequest,
  signal: AbortSignal,
): Promise<Checked | null> {
  if ((await ports.conformance.countChecks()) === 0) return null;
  return check(ports, { signal, ...(since !== undefined && { since }) });
}

async function repairTests(
  ports: CiPorts,
  { budgetSeconds }: CiRequest,
  signal: AbortSignal,
  onEvent: (event: CiEvent) => void,
): Promise<RepairOutcome> {
  return repair(ports, repairRequest(ports, { budgetSeconds }), signal, onEvent);
}

interface Fixes {
  readonly outcomes: readonly FixOutcome[];
  readonly left: readonly { readonly violation: Violation; readonly why: string }[];
  readonly stopped: string | null;
}

/** Violations that made the build red, most severe first, while there is time. */
async function fixFresh(
  ports: CiPorts,
  { limit }: CiRequest,
  fresh: readonly Violation[],
  {
    leftMs,
    signal,
    onEvent,
  }: {
    readonly leftMs: number;
    readonly signal: AbortSignal;
    readonly onEvent: (event: CiEvent) => void;
  },
): Promise<Fixes> {
  const nothing = { outcomes: [], left: [], stopped: null };
  if (fresh.length === 0) return nothing;
  if (leftMs <= 0) return { ...nothing, stopped: "the budget is spent" };
  const wanted = new Set(fresh.map(({ violation_id }) => violation_id));
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(Math.ceil(leftMs))]);
  const { concurrency, cooldownSeconds } = ports.settings.daemon;
  const report = await fixViolations(
    ports,
    {
      ...{ limit, auto: false, concurrency, cooldownSeconds, rules: BY_HAND },
      leave: ({ violation_id }) => (wanted.has(violation_id) ? null : "it does not make the build red"),
    },
    inTime,
    (event) => {
      if (event.kind === "phase") onEvent({ ...event, kind: "fixing" });
    },
  );
  signal.throwIfAborted();
  return inTime.aborted ? { ...report, stopped: "the budget is spent" } : report;
}

function reviewOf(outcome: RepairOutcome | FixOutcome | null): readonly Review[] {
  return outcome?.status === "waiting_for_review" ? [outcome.review] : [];
}

function whyNot(violation: Violation, { outcomes, left, stopped }: Fixes, { limit }: CiRequest): string {
  const isIt = (each: { readonly violation: Violation }) =>
    each.violation.violation_id === violation.violation_id;
  const outcome = outcomes.find(isIt);
  if (outcome?.status === "cannot_fix") return outcome.escalation.reason;
  if (outcome?.status === "no_verdict") return outcome.why;
  if (outcome?.status === "already_gone") return "another change fixes it";
  return left.find(isIt)?.why ?? stopped ?? `at most ${limit} violations are fixed per run`;
}

function statusOf(checked: Checked | null, tests: RepairOutcome | null): CiReport["status"] {
  const isRed = (checked?.fresh.length ?? 0) > 0 || (tests !== null && !isSettled(tests));
  if (isRed) return "red";
  return (checked?.run.problems.length ?? 0) > 0 || tests?.status === "no_verdict"
    ? "could_not_run"
    : "green";
}

function isSettled({ status }: RepairOutcome): boolean {
  return status === "nothing_to_repair" || status === "no_verdict";
}

function nothingToLookAt({ cause, why }: NoVerdict): AgentForgeError {
  const contracts = "Run `agentforge init` to write starter contracts";
  if (cause === "all_excluded") {
    return new AgentForgeError("not_found", `this repository has no contracts, and ${why}`, {
      hint: `${contracts}, or remove a suite from tests.exclude in your config.yaml.`,
    });
  }
  return new AgentForgeError(
    "not_found",
    "this repository has neither tests nor contracts, so there is nothing to run",
    { hint: `${contracts}, or \`agentforge doctor\` to list the supported test frameworks.` },
  );
}

/** The test run before any change; null if there are no tests, or they did not start. */
export function testResultOf({ tests }: Pick<CiReport, "tests">): TestResult | null {
  if (tests === null) return null;
  switch (tests.status) {
    case "not_repaired":
      return tests.before;
    case "waiting_for_review":
    case "dry_run":
    case "landed":
    case "landing_conflict":
    case "no_longer_proven":
      return tests.review.evidence.tests_before;
    default:
      return tests.result;
  }
}
