import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { text as readAll } from "node:stream/consumers";
import { execa } from "execa";
import type { App } from "../../app.ts";
import type { Review } from "../../domain/entities/review.ts";
import { AgentForgeError } from "../../domain/errors.ts";
import type { AttemptTree } from "../../domain/ports/workspace.ts";
import { applyChange } from "../../workflows/proof/apply-change.ts";
import { wholeDiff, wholeText } from "../redaction/diffs.ts";

const HEAD = [
  "# Edit the patch below, save, and exit the editor; the line counts in its headers need not match.",
  "# It is the difference between your code and the proposed code. Your version is proven before it replaces the proposed one.",
  "",
].join("\n");

/** Writes a review's change for a person to edit; their earlier edits are kept. */
export async function exportPatch(app: App, review: Review): Promise<string> {
  const path = `desks/${review.review_id}.patch`;
  if ((await app.exports.readText(path)) === null) {
    await app.exports.writeText(path, `${HEAD}\n${review.change.diff}`);
  }
  return join(app.ports.workspace.root, ".agentforge", path);
}

export async function dropPatch(app: App, review: Review): Promise<void> {
  await app.exports.remove(`desks/${review.review_id}.patch`);
}

/** Waits until the person has closed their editor. */
export async function openEditor(app: App, file: string): Promise<void> {
  const [program, ...args] = app.environment.editor;
  if (program === undefined) {
    throw new AgentForgeError("bad_config", "no editor is set", {
      hint: "Set EDITOR, or use --tree or --from.",
    });
  }
  const { failed, shortMessage } = await execa(program, [...args, file], { stdio: "inherit", reject: false });
  if (failed)
    throw new AgentForgeError("bad_input", `the editor failed: ${shortMessage}`, {
      hint: `The patch is in ${file}.`,
    });
}

/** Secrets are shown as placeholders in such a file, and restored here. */
export async function readPatch(app: App, review: Review, file: string, cwd: string): Promise<string> {
  const reading = file === "-" ? readAll(process.stdin) : readFile(resolve(cwd, file), "utf8");
  const text = await reading.catch((cause: unknown) => {
    throw new AgentForgeError("bad_input", `${file} cannot be read`, { hint: "Check the path.", cause });
  });
  return wholeDiff(text, review.change, app.redactor);
}

/** Applies a review's change with edited texts to a copy. Only files of the change can be edited this way. */
export function applyTexts(
  app: App,
  review: Review,
  texts: readonly { readonly path: string; readonly text: string }[],
): (tree: AttemptTree) => Promise<void> {
  const whole = texts.map(({ path, text }) => {
    const file = review.change.files.find((each) => each.path === path);
    if (!file?.after) {
      throw new AgentForgeError("bad_input", `${path} is not a file that the change writes`, {
        hint: `To edit other files too, use an edit folder: agentforge review modify ${review.review_id} --tree`,
      });
    }
    return { path, content: Buffer.from(wholeText(path, text, review.change, app.redactor)) };
  });
  return async (tree) => {
    const moved = await applyChange(tree, review.change);
    if (moved.length > 0)
      throw new AgentForgeError("stale", `changed since the fix was proven: ${moved.join(", ")}`);
    for (const { path, content } of whole) await tree.writeBytes(path, content);
  };
}
