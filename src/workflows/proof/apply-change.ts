import type { ChangeSet } from "../../domain/entities/code-change.ts";
import type { AttemptTree } from "../../domain/ports/workspace.ts";

/** Applies both sides of the change; returns the paths whose content no longer matches the base of the change. */
export async function applyChange(tree: AttemptTree, change: ChangeSet): Promise<readonly string[]> {
  const moved = await movedFiles(tree, change);
  for (const file of change.files) {
    if (moved.includes(file.path)) continue;
    if (file.after === null) await tree.remove(file.path);
    else await tree.writeBytes(file.path, fromBase64(file.after.content_base64));
  }
  return moved;
}

/** The paths whose content no longer matches the base of the change. */
export async function movedFiles(tree: AttemptTree, change: ChangeSet): Promise<readonly string[]> {
  const present = new Set(await tree.files());
  const moved: string[] = [];
  for (const file of change.files) {
    const now = present.has(file.path) ? toBase64(await tree.readBytes(file.path)) : null;
    if (now !== (file.before?.content_base64 ?? null)) moved.push(file.path);
  }
  return moved;
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64");
}

function fromBase64(text: string): Uint8Array {
  return Buffer.from(text, "base64");
}
