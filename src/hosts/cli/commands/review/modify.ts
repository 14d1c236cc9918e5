import { dropPatch, exportPatch, openEditor, readPatch } from "../../../../app/reviews/edit-by-hand.ts";
import type { App } from "../../../../app.ts";
import type { Review } from "../../../../domain/entities/review.ts";
import { AgentForgeError } from "../../../../domain/errors.ts";
import type { AttemptTree } from "../../../../domain/ports/workspace.ts";
import { applyChange } from "../../../../workflows/proof/apply-change.ts";
import { findPending } from "../../../../workflows/reviews/find-review.ts";
import {
  type ModifyOutcome,
  modifyReview,
  requirePending,
} from "../../../../workflows/reviews/modify-review.ts";
import type { CommandContext, CommandResult } from "../../context.ts";
import { inRepository } from "../../in-repository.ts";
import { nextSteps, renderReview } from "../../render/review.ts";
import { visible } from "../../terminal.ts";

export interface ModifyOptions {
  readonly from?: string;
  readonly tree?: boolean;
  readonly done?: boolean;
  readonly discard?: boolean;
  readonly reason?: string;
}

export async function runModify(
  context: CommandContext,
  reviewId: string | undefined,
  options: ModifyOptions,
): Promise<CommandResult> {
  const ways = [options.from !== undefined, options.tree, options.done, options.discard].filter(Boolean);
  if (ways.length > 1) {
    throw new AgentForgeError("bad_input", "--from, --tree, --done and --discard cannot be combined");
  }
  return inRepository(context, async (app) => {
    const review = await findPending(app.ports, reviewId ?? null);
    requirePending(review);
    if (options.tree) return layOut(context, app, review);
    if (options.discard) return discard(app, review);
    if (options.done) return takeTree(context, app, review, options);
    if (options.from !== undefined) {
      const patch = await readPatch(app, review, options.from, context.cwd);
      return take(context, app, review, {
        reason: options.reason,
        apply: (tree) => tree.applyPatch(patch),
        place: options.from,
      });
    }
    return edit(context, app, review, options);
  });
}

async function layOut({ paint }: CommandContext, app: App, review: Review): Promise<CommandResult> {
  const editFolder = app.ports.workspace.editFolder(review.review_id);
  const found = await editFolder.open(review.change);
  const text = [
    `${found === "kept" ? "Still open for editing, with your edits" : "The change is ready for editing"}:`,
    `  ${editFolder.path}`,
    `Then: ${paint("cyan", `agentforge review modify ${review.review_id} --done`)}`,
  ].join("\n");
  return { exitCode: 0, text, data: { status: found, review_id: review.review_id, path: editFolder.path } };
}

async function discard(app: App, review: Review): Promise<CommandResult> {
  await app.ports.workspace.editFolder(review.review_id).clear();
  await dropPatch(app, review);
  const text = `Your edit was discarded; ${review.review_id} is still pending, unchanged.`;
  return { exitCode: 0, text, data: { status: "discarded", review_id: review.review_id } };
}

async function takeTree(
  context: CommandContext,
  app: App,
  review: Review,
  options: ModifyOptions,
): Promise<CommandResult> {
  const editFolder = app.ports.workspace.editFolder(review.review_id);
  const edits = await editFolder.edits();
  if ((await editFolder.diffHash()) !== review.change.diff_hash) {
    throw new AgentForgeError("stale", `${review.review_id} has changed since its edit folder was created`, {
      hint: `Save what you need from ${editFolder.path}, then: agentforge review modify ${review.review_id} --discard`,
    });
  }
  const apply = async (tree: AttemptTree) => {
    const moved = await applyChange(tree, review.change);
    if (moved.length > 0)
      throw new AgentForgeError("stale", `changed since the fix was proven: ${moved.join(", ")}`);
    for (const { path, content } of edits) {
      if (content === null) await tree.remove(path);
      else await tree.writeBytes(path, content);
    }
  };
  return take(context, app, review, { reason: options.reason, apply, place: editFolder.path });
}

/** Opens the editor in a terminal; elsewhere explains how to continue. */
async function edit(
  context: CommandContext,
  app: App,
  review: Review,
  options: ModifyOptions,
): Promise<CommandResult> {
  const file = await exportPatch(app, review);
  if (process.stdin.isTTY && process.stdout.isTTY && !context.json && app.environment.editor.length > 0) {
    await openEditor(app, file);
    const patch = await readPatch(app, review, file, "/");
    return take(context, app, review, {
      reason: options.reason,
      apply: (tree) => tree.applyPatch(patch),
      place: file,
    });
  }
  const id = review.review_id;
  const text = [
    `The patch is in ${file}. Edit it, then:`,
    `  ${context.paint("cyan", `agentforge review modify ${id} --from ${file}`)}`,
    "Or edit it in a folder:",
    `  ${context.paint("cyan", `agentforge review modify ${id} --tree`)}`,
  ].join("\n");
  return { exitCode: 0, text, data: { status: "exported", review_id: id, path: file } };
}

async function take(
  context: CommandContext,
  app: App,
  review: Review,
  {
    reason = null,
    apply,
    place,
  }: {
    readonly reason?: string | null | undefined;
    readonly apply: (tree: AttemptTree) => Promise<void>;
    /** Where the person's edit is. */
    readonly place: string;
  },
): Promise<CommandResult> {
  const { ports } = app;
  const request = { by: ports.person, reason, apply };
  const outcome = await modifyReview(ports, review, request, context.signal, (text) =>
    context.progress.say(text),
  );
  context.progress.end();
  if (outcome.status === "modified") {
    await ports.workspace.editFolder(review.review_id).clear();
    await dropPatch(app, review);
  }
  return answer(context, outcome, place);
}

function answer(context: CommandContext, outcome: ModifyOutcome, place: string): CommandResult {
  const { paint } = context;
  const { review } = outcome;
  switch (outcome.status) {
    case "unchanged":
      return {
        exitCode: 0,
        text: `You changed nothing; ${review.review_id} is still pending, unchanged.`,
        data: outcome,
      };
    case "refused": {
      const text = [
        `${paint("yellow", "▲ Not accepted:")} ${outcome.why.map(visible).join("; ")}.`,
        `  ${review.review_id} is still pending, unchanged. Your edit is still in ${visible(place)}.`,
      ].join("\n");
      return { exitCode: 1, text, data: outcome };
    }
    case "modified": {
      const head = paint(
        "green",
        "✔ Your version is proven and replaces the previous one; it is waiting for approval.",
      );
      const text = [head, renderReview(review, paint, context.verbose), nextSteps(review, paint)].join(
        "\n\n",
      );
      return { exitCode: 0, text, data: outcome };
    }
  }
}
