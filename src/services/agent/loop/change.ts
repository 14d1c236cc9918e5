import type { ChangeSet } from "../../../domain/entities/code-change.ts";
import type { TextEdit } from "../../../domain/entities/patch.ts";
import { textOf } from "../../../domain/rules/changes/file-text.ts";

/**
 * What a brain changed in its tree, as edits to the files it started from. Files that are not text are left
 * out.
 */
export function editsOf(
  change: ChangeSet,
  base: ReadonlyMap<string, string>,
  gone: ReadonlySet<string> = new Set(),
): TextEdit[] {
  return change.files.flatMap((file) => {
    if (file.after === null && gone.has(file.path)) return [];
    if (file.after === null) return [{ path: file.path, start: 0, end: 0, text: "", remove: true as const }];
    const after = textOf(file.after);
    const opened = file.before === null || gone.has(file.path) ? "" : textOf(file.before);
    const before = base.get(file.path) ?? opened;
    if (after === null || before === null) return [];
    if (after === before && (file.before !== null || base.has(file.path))) return [];
    return [{ path: file.path, ...differingRange(before, after) }];
  });
}

/** The smallest range outside of which both texts are equal. */
function differingRange(before: string, after: string): Omit<TextEdit, "path"> {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return { start, end: before.length - end, text: after.slice(start, after.length - end) };
}
