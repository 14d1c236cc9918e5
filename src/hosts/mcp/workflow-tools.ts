import { z } from "zod";
import { AgentForgeError } from "../../domain/errors.ts";
import type { Ports } from "../../workflows/ports.ts";
import { repair } from "../../workflows/repair/repair.ts";
import { describeRepairEvent, repairRequest } from "../../workflows/repair/repair-request.ts";
import { check } from "../../workflows/violations/check.ts";
import { fixByHand } from "../../workflows/violations/fix-by-hand.ts";
import { briefOutcome, briefReview } from "./brief.ts";
import type { ProjectCopy } from "./project-copy.ts";

interface WorkflowToolContext {
  readonly ports: Ports;
  readonly copy: ProjectCopy;
  /** The client, by the name it reports. */
  readonly client: string;
  readonly signal: AbortSignal;
  readonly say: (message: string) => void;
}

/** A whole workflow as a tool: it may take minutes, reports progress, and can be canceled. */
export interface WorkflowTool {
  readonly name: string;
  readonly description: string;
  readonly readOnly: boolean;
  readonly input: z.ZodType;
  run(input: unknown, context: WorkflowToolContext): Promise<unknown>;
}

function workflowTool<Schema extends z.ZodType>(definition: {
  readonly name: string;
  readonly description: string;
  readonly readOnly: boolean;
  readonly input: Schema;
  run(input: z.output<Schema>, context: WorkflowToolContext): Promise<unknown>;
}): WorkflowTool {
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

/** Nothing here lands on its own: every change waits for a person. */
export const WORKFLOW_TOOLS: readonly WorkflowTool[] = [
  workflowTool({
    name: "repair",
    description:
      "Make the failing tests pass: searches for a fix in a copy of the project, proves it with the real tests and submits it as a review for a person. May take minutes.",
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
    run: async (input, { ports, signal, say }) => {
      const outcome = await repair(
        ports,
        repairRequest(ports, {
          ...(input.issue !== undefined && { issue: input.issue }),
          tests: input.tests,
          ...(input.budget_seconds !== undefined && { budgetSeconds: input.budget_seconds }),
          dryRun: input.dry_run,
        }),
        signal,
        (event) => say(describeRepairEvent(event)),
      );
      return briefOutcome(outcome);
    },
  }),
  workflowTool({
    name: "fix_violation",
    description:
      "Fix one violation of the repository's contracts in a copy, prove the fix, and submit it as a review for a person.",
    readOnly: false,
    input: z.strictObject({
      violation_id: z.string().describe("The id that list_violations and check return."),
      dry_run: z.boolean().default(false),
    }),
    run: async (input, { ports, signal, say }) => {
      const outcome = await fixByHand(
        ports,
        { violation: input.violation_id, auto: false, dryRun: input.dry_run },
        signal,
        (event) => say(`${event.phase}: ${event.detail}`),
      );
      return briefOutcome(outcome);
    },
  }),
  workflowTool({
    name: "check",
    description:
      "Check the working tree against the repository's contracts, record the violations, and return them.",
    readOnly: false,
    input: z.strictObject({
      files: z.array(z.string()).optional().describe("Only violations in these files."),
      changed: z.boolean().default(false).describe("Only files that differ from the last commit."),
    }),
    async run(input, { ports, signal, say }) {
      say("running the checks");
      const { run, filing } = await check(ports, {
        ...(input.files && { files: input.files }),
        changed: input.changed,
        baseline: false,
        signal,
      });
      return { violations: run.violations, problems: run.problems, files_checked: run.filesChecked, filing };
    },
  }),
  workflowTool({
    name: "submit_change",
    description:
      "Turn what you changed with write_file, edit_file or another editing tool into a review: runs the tests and checks before and after in a fresh copy, and asks a person if nothing broke. Otherwise it is refused with reasons, and your changes are kept so that you can fix them.",
    readOnly: false,
    input: z.strictObject({
      title: z
        .string()
        .min(1)
        .optional()
        .describe("One line, as in a commit; default: the message of git_commit."),
      description: z.string().optional().describe("The reason, for the person who answers."),
    }),
    async run(input, { copy, client, signal, say }) {
      const { title = null, description = null } = input;
      return briefOutcome(await copy.submit({ title, description, by: client }, signal, say));
    },
  }),
  workflowTool({
    name: "discard_change",
    description:
      "Discard what you changed in the copy; the next call starts from the current state of the project.",
    readOnly: false,
    input: z.strictObject({}),
    run: async (_input, { copy }) => ({ discarded: await copy.discard() }),
  }),
  workflowTool({
    name: "review",
    description:
      "Read what is waiting for a person: all pending reviews, or one with its diff and evidence. Only the person can answer: agentforge review approve|reject.",
    readOnly: true,
    input: z.strictObject({ review_id: z.string().optional() }),
    async run({ review_id }, { ports }) {
      if (review_id === undefined) {
        const pending = await ports.reviews.list("pending");
        return {
          pending: pending.map(({ review_id: id, title, created_at }) => ({
            review_id: id,
            title,
            created_at,
          })),
        };
      }
      const review = await ports.reviews.get(review_id);
      if (review) return briefReview(review);
      throw new AgentForgeError("not_found", `there is no review ${review_id}`, {
        hint: "Call review without an id for the list.",
      });
    },
  }),
];
