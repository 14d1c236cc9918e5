import { equipBrain } from "../../../app/brains/brains.ts";
import { openPlanPorts } from "../../../app/plans.ts";
import { answerWithTest } from "../../../app/reviews/answer-with-test.ts";
import type { App } from "../../../app.ts";
import { fileRequest, writePlanFor } from "../../../workflows/plans/write-plan.ts";
import { type RepairOutcome, repair } from "../../../workflows/repair/repair.ts";
import { describeRepairEvent, repairRequest } from "../../../workflows/repair/repair-request.ts";
import { questionOf } from "../../../workflows/reviews/answer-review.ts";
import { findShown } from "../../../workflows/reviews/find-review.ts";
import { whyNotLanded } from "../../../workflows/reviews/proven-outcome.ts";
import { fixByHand } from "../../../workflows/violations/fix-by-hand.ts";
import type { FixOutcome } from "../../../workflows/violations/fix-request.ts";
import { findViolation } from "../../../workflows/violations/fix-violation.ts";
import type { BodyOf } from "../api/routes.ts";
import type { Handler } from "../context.ts";
import type { RunControls, RunEnd, RunTask } from "../live/live-runs.ts";
import { answering } from "./answered-first.ts";

type Wish = BodyOf<"startRun">;
type WishOf<Kind extends Wish["kind"]> = Extract<Wish, { kind: Kind }>;

/** Calls the same workflows as the commands; changes they propose wait for a person. */
export const startRun: Handler<"startRun"> = async ({ app, runs }, { body, visitor }) => ({
  run_id: runs.start(await taskOf(app, body, visitor.person)),
});

async function taskOf(app: App, wish: Wish, by: string): Promise<RunTask> {
  switch (wish.kind) {
    case "repair":
      return repairTask(app, wish, by);
    case "fix":
      return fixTask(app, wish, by);
    case "request":
      return requestTask(app, wish, by);
  }
}

/** The run itself writes the test, so nothing is answered if no run can be started. */
export const answerReview: Handler<"answerReview"> = ({ app, runs }, { id, body, visitor }) =>
  answering(app.ports, id, async () => {
    const review = await findShown(app.ports, id, body.diff_hash);
    const { call } = questionOf(review, body.question);
    const by = visitor.person;
    const again = repairTask(app, { kind: "repair", tests: [] }, by);
    const run_id = runs.start({
      ...again,
      title: `decide ${call} with a test, and repair again`,
      async work(controls) {
        const answer = { chosen: body.test, question: body.question };
        const { path } = await answerWithTest(app.ports, review, answer, by);
        controls.say(`wrote ${path}; commit it with the fix`);
        return again.work(controls);
      },
    });
    return { run_id, review_id: id };
  });

function repairTask(app: App, wish: WishOf<"repair">, by: string): RunTask {
  const { issue, tests, budget_seconds: budgetSeconds, brain = null } = wish;
  const { ports } = equipBrain(app, brain, budgetSeconds ?? null);
  const request = repairRequest(ports, {
    tests,
    ...(issue !== undefined && { issue }),
    ...(budgetSeconds !== undefined && { budgetSeconds }),
  });
  return {
    kind: "repair",
    title: issue ?? (tests.length === 0 ? "repair the failing tests" : `repair ${tests.join(", ")}`),
    by,
    async work(controls) {
      const watched = { ...ports, person: by, sessions: controls.watched(ports.sessions) };
      const outcome = await repair(watched, request, controls.signal, (event) =>
        controls.say(describeRepairEvent(event)),
      );
      return endOf(outcome);
    },
  };
}

async function fixTask(app: App, wish: WishOf<"fix">, by: string): Promise<RunTask> {
  const { ports } = equipBrain(app, wish.brain ?? null);
  const { violation_id, message, file_path } = await findViolation(ports, wish.violation_id);
  return {
    kind: "fix",
    title: `fix ${violation_id}: ${message} (${file_path})`,
    by,
    async work(controls) {
      const watched = { ...ports, person: by, sessions: controls.watched(ports.sessions) };
      const request = { violation: violation_id, auto: false, dryRun: false };
      const outcome = await fixByHand(watched, request, controls.signal, ({ phase, detail }) =>
        controls.say(`${phase}: ${detail}`),
      );
      return endOf(outcome);
    },
  };
}

/** Recorded immediately. The model writes the plan if one is configured; otherwise a person does. */
async function requestTask(app: App, wish: WishOf<"request">, by: string): Promise<RunTask> {
  const ports = { ...(await openPlanPorts(app, wish.brain ?? null)), person: by };
  const stored = await fileRequest(ports, { words: wish.words, by, at: ports.now() });
  const { request_id, title } = stored.record;
  const writePlan = async ({ signal, say }: RunControls): Promise<RunEnd> => {
    if (ports.planWriter === null) {
      return { outcome: "requested", why: "no model is configured, so a person writes the plan" };
    }
    const written = await writePlanFor(ports, stored, signal, (text) => say(text));
    return { outcome: written.status, why: written.status === "not_written" ? written.why : null };
  };
  return { kind: "request", title, by, request_id, work: writePlan };
}

function endOf(outcome: RepairOutcome | FixOutcome): RunEnd {
  return {
    outcome: outcome.status,
    why: "why" in outcome ? outcome.why : whyNotLanded(outcome),
    ...("review" in outcome && outcome.status !== "dry_run" && { review_id: outcome.review.review_id }),
    ...("escalation" in outcome && { escalation_id: outcome.escalation.escalation_id }),
  };
}
