import { deny, warn } from "../answers.ts";
import { read } from "../example-events.ts";
import type { Guard } from "../guard.ts";
import { budgetUse, isSpent } from "../spent-budget.ts";

const step = read("src/app.ts");
const WARN_AT = 0.8;
/** Final reports cost nothing, and the guard asks for one. */
const ENDINGS: readonly string[] = ["complete", "escalate", "cannot_fix"];

const SETTINGS = {
  tokens: "middleware.budget.max_tokens",
  dollars: "middleware.budget.max_cost_usd",
  steps: "middleware.budget.max_steps",
  seconds: "middleware.budget.max_seconds",
} as const;

export const budget: Guard = {
  meta: {
    id: "budget",
    title: "Tools stop when the budget is spent",
    why: "Tokens, money, steps and time are limits that the person who pays relies on. Once a limit is reached, no tool runs. The brain is warned shortly before, so it can finish cleanly.",
    examples: [
      {
        title: "within the budget",
        event: step,
        settings: { middleware: { budget: { max_steps: 2 } } },
        effect: "allow",
      },
      {
        title: "steps are spent",
        after: [step, step],
        event: step,
        settings: { middleware: { budget: { max_steps: 2 } } },
        effect: "deny",
      },
      {
        title: "tokens are spent",
        after: [{ event: "start", source: "startup", usage: { tokens: 1000 } }],
        event: step,
        settings: { middleware: { budget: { max_tokens: 1000 } } },
        effect: "deny",
      },
      {
        title: "money is spent",
        after: [{ event: "start", source: "startup", usage: { cost_usd: 2.5 } }],
        event: step,
        settings: { middleware: { budget: { max_cost_usd: 2 } } },
        effect: "deny",
      },
      {
        title: "time is spent",
        after: [{ event: "start", source: "startup", at: "2026-01-01T00:00:00Z" }],
        event: { ...step, at: "2026-01-01T01:00:00Z" },
        settings: { middleware: { context_injection: { time_budget_seconds: 600 } } },
        effect: "deny",
      },
      {
        title: "a final report is still allowed",
        after: [step, step],
        event: { event: "before_tool", tool: { kind: "other", name: "complete" } },
        settings: { middleware: { budget: { max_steps: 2 } } },
        effect: "allow",
      },
      {
        title: "a warning before the end",
        after: [step, step, step, step],
        event: step,
        settings: { middleware: { budget: { max_steps: 5 } } },
        effect: "allow",
        says: "4 of 5 steps",
      },
    ],
  },
  before({ event, state, settings }) {
    if (event.event === "before_tool" && ENDINGS.includes(event.tool.name)) return null;
    const uses = budgetUse(event, state, settings);
    const spent = uses.find(isSpent);
    if (spent)
      return deny(
        `budget_${spent.what}`,
        `The budget of ${spent.limit} ${spent.what} is spent. Report what is done and what is left, and stop.`,
        SETTINGS[spent.what],
      );
    const low = uses.filter((use) => use.used >= use.limit * WARN_AT);
    const texts = low.map(
      ({ used, limit, what }) => `${round(used)} of ${limit} ${what} are used. Finish what matters most.`,
    );
    return texts.length === 0 ? null : warn(...texts);
  },
};

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
