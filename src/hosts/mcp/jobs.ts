import { z } from "zod";
import { AgentForgeError } from "../../domain/errors.ts";
import { check } from "../../workflows/check.ts";
import { fixViolation } from "../../workflows/fix-violation.ts";
import type { House } from "../../workflows/house.ts";
import { repair } from "../../workflows/repair.ts";
import type { RepairEvent } from "../../workflows/repair-request.ts";

export interface JobContext {
  readonly house: House;
  readonly signal: AbortSignal;
  readonly say: (message: string) => void;
}

/** A whole workflow as a tool: it may take minutes, says how far it is, and can be cancelled. */
export interface Job {
  readonly name: string;
  readonly description: string;
  readonly readOnly: boolean;
  readonly input: z.ZodType;
  run(input: unknown, context: JobContext): Promise<unknown>;
}

function job<Schema extends z.ZodType>(definition: {
  readonly name: string;
  readonly description: string;
  readonly readOnly: boolean;
  readonly input: Schema;
  run(input: z.output<Schema>, context: JobContext): Promise<unknown>;
}): Job {
  return {
    ...definition,
    run(input, context) {
      const parsed = definition.input.safeParse(input ?? {});
      if (parsed.success) return definition.run(parsed.data, context);
      throw new AgentForgeError(
        "bad_input",
        `bad parameters for ${definition.name}: ${z.prettifyError(parsed.error)}`,
      );
    },
  };
}

/** Nothing here lands by itself: what is found waits for a person, as everywhere. */
export const JOBS: readonly Job[] = [
  job({
    name: "repair",
    description:
      "Make the failing tests pass: looks for a fix in a copy of the project, proves it with the real tests and leaves it as a review for a person. May take minutes.",
    readOnly: false,
    input: z.strictObject({
      tests: z
        .array(z.string())
        .default([])
        .describe("Only these failing tests: ids, names or files. Empty means all."),
      issue: z.string().optional().describe("What is wrong, in words; recorded with the task."),
      budget_seconds: z.number().positive().max(3600).optional().describe("How long to search."),
      dry_run: z.boolean().default(false).describe("Return the diff and keep nothing."),
    }),
    run: (input, { house, signal, say }) =>
      repair(
        house,
        {
          issue: input.issue ?? null,
          tests: input.tests,
          maxIterations: house.settings.maxIterations,
          budgetSeconds: input.budget_seconds ?? house.settings.budgetSeconds,
          auto: false,
          dryRun: input.dry_run,
        },
        signal,
        (event) => say(describe(event)),
      ),
  }),
  job({
    name: "fix_violation",
    description:
      "Fix one violation of the repository's contracts in a copy, prove it, and leave it as a review for a person.",
    readOnly: false,
    input: z.strictObject({
      violation_id: z.string().describe("As list_violations and check name it."),
      dry_run: z.boolean().default(false),
    }),
    run: (input, { house, signal, say }) =>
      fixViolation(
        house,
        { violationId: input.violation_id, auto: false, dryRun: input.dry_run },
        signal,
        (event) => say(`${event.phase}: ${event.detail}`),
      ),
  }),
  job({
    name: "check",
    description:
      "Run the repository's contracts on the working tree, file what is found, and return the violations.",
    readOnly: false,
    input: z.strictObject({
      files: z.array(z.string()).optional().describe("Only findings in these files."),
      changed: z.boolean().default(false).describe("Only files that differ from the last commit."),
    }),
    async run(input, { house, signal, say }) {
      say("running the checks");
      const { run, filing } = await check(house, {
        ...(input.files && { files: input.files }),
        changed: input.changed,
        signal,
      });
      return { violations: run.violations, problems: run.problems, files_checked: run.filesChecked, filing };
    },
  }),
  job({
    name: "review",
    description:
      "Read what waits for a person: all pending reviews, or one with its diff and evidence. Answering is the person's: agentforge review approve|reject.",
    readOnly: true,
    input: z.strictObject({ review_id: z.string().optional() }),
    async run({ review_id }, { house }) {
      if (review_id === undefined) {
        const pending = await house.reviews.list("pending");
        return {
          pending: pending.map(({ review_id: id, title, created_at }) => ({
            review_id: id,
            title,
            created_at,
          })),
        };
      }
      const review = await house.reviews.get(review_id);
      if (review) return review;
      throw new AgentForgeError("not_found", `there is no review ${review_id}`, {
        hint: "Call review without an id for the list.",
      });
    },
  }),
];

function describe(event: RepairEvent): string {
  if (event.kind === "phase") return event.phase;
  if (event.kind === "baseline") return `baseline: ${event.baseline.status}`;
  if (event.kind === "suspects") return `${event.suspects.length} suspected places`;
  if (event.kind === "candidate") return `tried ${event.tried} candidates`;
  if (event.kind === "brain") return event.text;
  return event.left === 0 ? `found: ${event.patch.description}` : `${event.left} still failing`;
}
