import type { Severity } from "../../domain/entities/common.ts";
import type { Violation } from "../../domain/entities/violation.ts";
import { AgentForgeError } from "../../domain/errors.ts";
import type { ClaimRules } from "../../domain/ports/queue.ts";
import { type BaselineCache, cacheBaselines } from "../proof/regression-baseline.ts";
import { whyNotLanded } from "../reviews/proven-outcome.ts";
import { withdrawReview } from "../reviews/refuse-review.ts";
import { sideBySide } from "../schedule/side-by-side.ts";
import type { FixEvent, FixOutcome } from "./fix-request.ts";
import { type FixUnderClaimPorts, fixUnderClaim } from "./fix-under-claim.ts";

export type FixViolationsPorts = FixUnderClaimPorts;

export interface FixManyRequest {
  /** The maximum number of fixes; violations that cannot be fixed do not count. */
  readonly limit: number | null;
  /** The maximum number of violations to start, fixed or not. */
  readonly tries?: number;
  readonly severity?: Severity;
  readonly checkId?: string;
  readonly auto: boolean;
  /** Make and prove every fix, but keep none. */
  readonly dryRun?: boolean;
  readonly concurrency: number;
  readonly rules: ClaimRules;
  readonly cooldownSeconds: number;
  /** Why a violation is skipped; null if it is not. */
  readonly leave?: (violation: Violation) => string | null;
}

export type FixManyEvent =
  | { readonly kind: "chosen"; readonly violations: readonly Violation[] }
  | ({ readonly kind: "phase" } & FixEvent)
  | { readonly kind: "outcome"; readonly outcome: FixOutcome }
  | { readonly kind: "left"; readonly violation: Violation; readonly why: string };

export interface FixManyReport {
  readonly outcomes: readonly FixOutcome[];
  readonly left: readonly { readonly violation: Violation; readonly why: string }[];
  /** Why the rest was not started; null if everything was. */
  readonly stopped: string | null;
}

const FIXED: ReadonlySet<FixOutcome["status"]> = new Set(["landed", "waiting_for_review", "dry_run"]);
/** Their review is still pending. */
const PENDING: ReadonlySet<FixOutcome["status"]> = new Set([
  "waiting_for_review",
  "landing_conflict",
  "no_longer_proven",
]);
const MOST_CHOSEN = 10_000;
/** A fix that conflicts with another landing, or is not proven on top of it, is made again on the current code, up to this many times. */
const TRIES = 3;

/**
 * Fixes violations most severe first. Those in different files are fixed in parallel, each in its own
 * attempt; those in one file one after another. Each lands as its own commit, proven on top of what landed
 * before.
 */
export async function fixViolations(
  ports: FixViolationsPorts,
  request: FixManyRequest,
  signal: AbortSignal,
  onEvent: (event: FixManyEvent) => void,
): Promise<FixManyReport> {
  const run = new ManyRun(ports, request, signal, onEvent);
  const chosen = await run.choose();
  onEvent({ kind: "chosen", violations: chosen });
  await sideBySide(
    chosen,
    {
      concurrency: request.concurrency,
      keyOf: (violation) => violation.file_path,
      isOver: () => run.stopped !== null || signal.aborted || run.hasEnough(),
    },
    (violation) => run.fix(violation),
  );
  const stopped = signal.aborted ? "it was interrupted" : run.stopped;
  return { outcomes: run.outcomes, left: run.left, stopped };
}

class ManyRun {
  readonly outcomes: FixOutcome[] = [];
  readonly left: { violation: Violation; why: string }[] = [];
  stopped: string | null = null;
  #underWay = 0;
  /** Files with a pending fix: the next one would be proven on code that is about to change. */
  readonly #waiting = new Map<string, string>();
  readonly #ports: FixViolationsPorts;
  readonly #request: FixManyRequest;
  readonly #signal: AbortSignal;
  readonly #onEvent: (event: FixManyEvent) => void;
  readonly #baselines: BaselineCache;

  constructor(
    ports: FixViolationsPorts,
    request: FixManyRequest,
    signal: AbortSignal,
    onEvent: (event: FixManyEvent) => void,
  ) {
    this.#ports = ports;
    this.#request = request;
    this.#signal = signal;
    this.#onEvent = onEvent;
    this.#baselines = cacheBaselines(ports);
  }

  /** Recorded violations without a pending or final answer, most severe first. */
  async choose(): Promise<readonly Violation[]> {
    const { severity, checkId, leave, tries } = this.#request;
    for (const review of await this.#ports.reviews.list("pending")) {
      for (const path of review.request.files_affected) this.#waiting.set(path, review.review_id);
    }
    const { dirty } = await this.#ports.workspace.state();
    const uncommitted = new Set(this.#request.auto ? dirty : []);
    const { violations } = await this.#ports.conformance.violations({
      status: "open",
      limit: MOST_CHOSEN,
      ...(severity && { severity }),
      ...(checkId && { checkId }),
    });
    const chosen: Violation[] = [];
    for (const violation of await this.#escalatedLast(violations)) {
      if (tries !== undefined && chosen.length >= tries) break;
      const why = uncommitted.has(violation.file_path)
        ? "the file has uncommitted changes, and a landing must not touch them"
        : (this.#waitsBehind(violation) ?? leave?.(violation) ?? null);
      if (why === null) chosen.push(violation);
      else this.#leave(violation, why);
    }
    return chosen;
  }

  /** Violations that a person was already asked about are retried, but they do not hold up others. */
  async #escalatedLast(violations: readonly Violation[]): Promise<readonly Violation[]> {
    const pending = await this.#ports.escalations.list("pending");
    const escalated = new Set(pending.map(({ violation_id }) => violation_id));
    const isEscalated = ({ violation_id }: Violation) => escalated.has(violation_id);
    return [...violations.filter((violation) => !isEscalated(violation)), ...violations.filter(isEscalated)];
  }

  /** Whether the limit is reached if all running fixes succeed. */
  hasEnough(): boolean {
    const { limit } = this.#request;
    const fixes = this.outcomes.filter(({ status }) => FIXED.has(status));
    return limit !== null && fixes.length + this.#underWay >= limit;
  }

  async fix(violation: Violation): Promise<void> {
    this.#underWay += 1;
    try {
      await this.#fixOrLeave(violation);
    } finally {
      this.#underWay -= 1;
    }
  }

  async #fixOrLeave(violation: Violation): Promise<void> {
    const behind = this.#waitsBehind(violation);
    if (behind !== null) {
      this.#leave(violation, behind);
      return;
    }
    for (let tries = 1; ; tries += 1) {
      const outcome = await this.#fixOnce(violation);
      if (outcome === null) return;
      const isOutdated = outcome.status === "landing_conflict" || outcome.status === "no_longer_proven";
      if (!isOutdated || tries >= TRIES) {
        this.#take(outcome);
        return;
      }
      await withdrawReview(this.#ports, outcome.review, `made again: ${whyNotLanded(outcome)}`);
    }
  }

  #waitsBehind(violation: Violation): string | null {
    const review = this.#waiting.get(violation.file_path);
    return review === undefined ? null : `${review} changes the same file and is waiting for an answer`;
  }

  /** An error that a person can fix concerns only this violation; anything else is a bug and stops the run. */
  async #fixOnce(violation: Violation): Promise<FixOutcome | null> {
    const { auto, dryRun = false, rules, cooldownSeconds } = this.#request;
    const request = {
      violationId: violation.violation_id,
      auto,
      dryRun,
      baselines: this.#baselines,
      rules,
      cooldownSeconds,
    };
    try {
      const say = (event: FixEvent) => this.#onEvent({ kind: "phase", ...event });
      const outcome = await fixUnderClaim(this.#ports, request, this.#signal, say);
      if (outcome === null)
        this.#leave(
          violation,
          "another process is working on it, it is cooling down, or its attempts are used up",
        );
      return outcome;
    } catch (error) {
      if (this.#signal.aborted) return null;
      if (!(error instanceof AgentForgeError)) throw error;
      this.#leave(violation, error.message);
      return null;
    }
  }

  #take(outcome: FixOutcome): void {
    this.outcomes.push(outcome);
    if (outcome.status === "no_verdict") this.stopped = outcome.why;
    if (PENDING.has(outcome.status) && "review" in outcome) {
      for (const path of outcome.review.request.files_affected)
        this.#waiting.set(path, outcome.review.review_id);
    }
    this.#onEvent({ kind: "outcome", outcome });
  }

  #leave(violation: Violation, why: string): void {
    this.left.push({ violation, why });
    this.#onEvent({ kind: "left", violation, why });
  }
}
