import type { WaitingKind } from "../../../../workflows/inbox/inbox.ts";
import type { CommandContext, CommandResult } from "../../context.ts";

/** What one key does to a pending item. */
export interface KeyAnswer {
  readonly label: string;
  /** The text to ask for first; without it, the answer is not given. */
  readonly ask?: { readonly prompt: string; readonly needed: boolean };
  run(context: CommandContext, id: string, words: string): Promise<CommandResult>;
}

export interface Answers {
  readonly a?: KeyAnswer;
  readonly r?: KeyAnswer;
  readonly d: KeyAnswer;
}

const reviews = () => import("../review/review.ts");
const escalations = () => import("./escalation.ts");
const plans = () => import("../plans/plan.ts");
const planAnswers = () => import("../plans/plan-answers.ts");
const sessions = () => import("../record/session.ts");
const state = () => import("../record/state.ts");
const WHY = { prompt: "Why? ", needed: true } as const;

const handedOver: Answers = {
  a: {
    label: "answer",
    ask: { prompt: "What should the next attempt know? ", needed: true },
    run: async (context, id, guidance) => (await escalations()).answerEscalation(context, id, { guidance }),
  },
  r: {
    label: "take over",
    ask: { prompt: "Why? (optional) ", needed: false },
    run: async (context, id, reason) =>
      (await escalations()).answerEscalation(context, id, { takeOver: true, ...(reason && { reason }) }),
  },
  d: { label: "show", run: async (context, id) => (await escalations()).showEscalation(context, id) },
};

/** Each key runs the command that a person could have typed. */
export const ANSWERS: Readonly<Record<WaitingKind, Answers>> = {
  review: {
    a: { label: "approve", run: async (context, id) => (await reviews()).approveReview(context, id) },
    r: {
      label: "reject",
      ask: WHY,
      run: async (context, id, reason) => (await reviews()).refuseReview(context, id, { reason }),
    },
    d: { label: "diff", run: async (context, id) => (await reviews()).showReview(context, id) },
  },
  plan: {
    a: { label: "approve", run: async (context, id) => (await planAnswers()).approve(context, id, {}) },
    r: {
      label: "reject",
      ask: WHY,
      run: async (context, id, reason) => (await planAnswers()).reject(context, id, { reason }),
    },
    d: { label: "show", run: async (context, id) => (await plans()).showPlan(context, id) },
  },
  escalation: handedOver,
  violation: handedOver,
  session: {
    r: { label: "dismiss", run: async (context, id) => (await sessions()).dropSession(context, id) },
    d: { label: "show", run: async (context, id) => (await sessions()).showSession(context, id) },
  },
  file: {
    a: { label: "adopt", run: async (context, id) => (await state()).adoptStateFile(context, id, {}) },
    r: {
      label: "discard",
      run: async (context, id) => (await state()).adoptStateFile(context, id, { discard: true }),
    },
    d: { label: "diff", run: async (context, id) => (await state()).compareStateFile(context, id) },
  },
};
