import type { ChangeSet } from "../../domain/entities/code-change.ts";
import type { AttemptTree } from "../../domain/ports/workspace.ts";

/** Applies both sides of the change; returns the paths whose content is no longer what the change was made for. */
export async function applyChange(tree: AttemptTree, change: ChangeSet): Promise<string[]> {
  const present = new Set(await tree.files());
  const moved: string[] = [];
  for (const file of change.files) {
    const now = present.has(file.path) ? toBase64(await tree.readBytes(file.path)) : null;
    if (now !== (file.before?.content_base64 ?? null)) {
      moved.push(file.path);
    } else if (file.after === null) {
      await tree.remove(file.path);
    } else {
      await tree.writeBytes(file.path, fromBase64(file.after.content_base64));
    }
  }
  return moved;
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64");
}

function fromBase64(text: string): Uint8Array {
  return Buffer.from(text, "base64");
}
