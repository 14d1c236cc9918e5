import type { Severity } from "../../domain/entities/common.ts";
import type { Violation } from "../../domain/entities/violation.ts";
import { AgentForgeError } from "../../domain/errors.ts";
import type { ClaimRules } from "../../domain/ports/queue.ts";
import { type BaselineCache, cacheBaselines } from "../proof/regression-baseline.ts";
import { withdrawReview } from "../reviews/land-review.ts";
import { sideBySide } from "../schedule/side-by-side.ts";
import type { FixEvent, FixOutcome } from "./fix-request.ts";
import { type FixUnderClaimPorts, fixUnderClaim } from "./fix-under-claim.ts";

export type FixViolationsPorts = FixUnderClaimPorts;

export interface FixManyRequest {
  readonly limit: number | null;
  readonly severity?: Severity;
  readonly checkId?: string;
  readonly auto: boolean;
  /** Every fix is made and proven, and none is kept. */
  readonly dryRun?: boolean;
  readonly concurrency: number;
  readonly rules: ClaimRules;
  readonly cooldownSeconds: number;
  /** Why a violation is left alone; null where it is not. */
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
  /** Why the rest was not begun; null where everything was. */
  readonly stopped: string | null;
}

const MOST_CHOSEN = 10_000;
/** A fix that another landing overtook is made again on what is there now, but not forever. */
const TRIES = 3;

/**
 * Fixes violations most severe first. Those in different files go side by side, each in an attempt of its own;
 * those in one file one after another; each lands as its own commit, proven on top of what landed before.
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
      isOver: () => run.stopped !== null || signal.aborted,
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
  /** Files in which a fix waits for an answer: the next one would be proven on code that is about to change. */
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

  /** Those on record that nobody has answered for yet, most severe first. */
  async choose(): Promise<readonly Violation[]> {
    const { severity, checkId, leave, limit } = this.#request;
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
    for (const violation of violations) {
      if (limit !== null && chosen.length >= limit) break;
      const why = uncommitted.has(violation.file_path)
        ? "the file has uncommitted changes, which a landing must not touch"
        : (this.#waitsBehind(violation) ?? leave?.(violation) ?? null);
      if (why === null) chosen.push(violation);
      else this.#leave(violation, why);
    }
    return chosen;
  }

  async fix(violation: Violation): Promise<void> {
    const behind = this.#waitsBehind(violation);
    if (behind !== null) {
      this.#leave(violation, behind);
      return;
    }
    for (let tries = 1; ; tries += 1) {
      const outcome = await this.#fixOnce(violation);
      if (outcome === null) return;
      if (outcome.status !== "landing_conflict" || tries >= TRIES) {
        this.#take(outcome);
        return;
      }
      await withdrawReview(this.#ports, outcome.review, `made again: ${outcome.conflict.why}`);
    }
  }

  #waitsBehind(violation: Violation): string | null {
    const review = this.#waiting.get(violation.file_path);
    return review === undefined ? null : `${review} changes the same file and waits for an answer`;
  }

  /** What a person can fix concerns this violation only; anything else is a defect and ends the run. */
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
        this.#leave(violation, "another process has it, it is cooling down, or its attempts are spent");
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
    if (outcome.status === "waiting_for_review" || outcome.status === "landing_conflict") {
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
