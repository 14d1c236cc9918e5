import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type App, openApp, readEnvironment } from "../../src/app.ts";
import type { Ports } from "../../src/workflows/ports.ts";
import { offerReview } from "../../src/workflows/reviews/offer-review.ts";
import { findInterrupted, resumeSession } from "../../src/workflows/sessions/resume-session.ts";
import { makeRepository, type Repository } from "../support/repository.ts";
import { sampleAttempt, sampleReview } from "../support/samples.ts";

let repository: Repository;
let app: App;
beforeEach(async () => {
  repository = makeRepository((folder) => writeFileSync(join(folder, "sum.js"), "a - b\n"));
  app = await openApp({ cwd: repository.path, environment: readEnvironment(), unsafe: "if_needed" });
});
afterEach(async () => {
  await app.close();
  repository.remove();
});

const APPLY = { status: "apply" } as const;
const offer = { auto: true, dryRun: false } as const;
const proven = (reviewId: string) => ({
  status: "proven" as const,
  review: sampleReview(reviewId, {
    session_id: "S-1",
    base_commit: repository.git("rev-parse", "HEAD").trim(),
  }),
  gate: APPLY,
});

/** Ports with which every landing is a conflict. */
function conflicting(): Ports {
  const conflict = { status: "conflict", paths: ["sum.js"], why: "sum.js: it has changed" } as const;
  return { ...app.ports, workspace: { ...app.ports.workspace, land: async () => conflict } };
}

const statusOf = async (reviewId: string) => (await app.ports.reviews.get(reviewId))?.status;

/** The landing waits for its turn until it is aborted. */
async function abortWhileWaiting(landing: (signal: AbortSignal) => Promise<unknown>): Promise<unknown> {
  const { queue } = app.ports;
  const interrupt = new AbortController();
  return queue.alone("landing", new AbortController().signal, async () => {
    const waiting = landing(interrupt.signal).catch((error: unknown) => error);
    setTimeout(() => interrupt.abort(), 100);
    return waiting;
  });
}

describe("a proven change", () => {
  it("replaces a pending review with the same diff", async () => {
    const { signal } = new AbortController();
    for (const id of ["RV-1", "RV-2"]) {
      const offered = await offerReview(app.ports, proven(id), { ...offer, auto: false, signal });
      expect(offered).toMatchObject({ status: "waiting_for_review", review: { review_id: id } });
    }
    expect([await statusOf("RV-1"), await statusOf("RV-2")]).toEqual(["withdrawn", "pending"]);
  });

  it("is not asked about if the run is interrupted while it waits for its turn to land", async () => {
    const error = await abortWhileWaiting((signal) =>
      offerReview(app.ports, proven("RV-1"), { ...offer, signal }),
    );
    expect(error).toMatchObject({ name: "AbortError" });
    expect(await statusOf("RV-1")).toBe("withdrawn");
  });

  it("keeps the reason of a conflict", async () => {
    const { signal } = new AbortController();
    const offered = await offerReview(conflicting(), proven("RV-1"), { ...offer, signal });
    expect(offered).toMatchObject({
      status: "landing_conflict",
      conflict: { why: "sum.js: it has changed" },
    });
    expect(await statusOf("RV-1")).toBe("pending");
  });
});

describe("a resumed run that had only its landing left", () => {
  async function interrupted() {
    const { ports } = app;
    const { review } = proven("RV-1");
    await ports.reviews.open(review);
    await ports.attempts.save(sampleAttempt("A-1", { session_id: "S-1" }));
    await ports.sessions.begin({
      ...{ session_id: "S-1", trace_id: review.trace_id, attempt_id: "A-1", brain: "search" },
      ...{ task_description: "make the failing tests pass", status: "interrupted" },
      ...{ started_at: ports.now(), ended_at: null, owner: ports.owner, outcome: "interrupted" },
    });
    const request = {
      issue: null,
      tests: [],
      maxIterations: 5,
      budgetSeconds: 60,
      auto: true,
      dryRun: false,
    };
    await ports.sessions.saveContext({
      ...{ session_id: "S-1", task_description: "", current_phase: "commit", available_tools: [] },
      ...{ conversation_history: [], iteration: 0, tokens_used: 0, token_budget: 0 },
      memory_context: { kind: "repair", request, brain: "search", model: null },
    });
    return findInterrupted(ports, "S-1");
  }

  it("keeps the reason of a conflict, in the outcome and in its record", async () => {
    const found = await interrupted();
    const { signal } = new AbortController();
    const resumed = await resumeSession(conflicting(), found, null, signal, () => undefined);
    expect(resumed.outcome).toMatchObject({
      status: "landing_conflict",
      conflict: { why: "sum.js: it has changed" },
    });
    const why = "sum.js: it has changed";
    expect(await app.ports.attempts.get("A-1")).toMatchObject({ phase: "failed", error: why });
    expect(await app.ports.sessions.get("S-1")).toMatchObject({
      status: "failed",
      outcome: "landing_conflict",
    });
  });

  it("can be resumed again if it is interrupted while it waits for its turn to land", async () => {
    const found = await interrupted();
    const error = await abortWhileWaiting((signal) =>
      resumeSession(app.ports, found, null, signal, () => undefined),
    );
    expect(error).toMatchObject({ name: "AbortError" });
    expect(await statusOf("RV-1")).toBe("withdrawn");
    expect(await app.ports.sessions.get("S-1")).toMatchObject({ status: "interrupted" });
  });
});
