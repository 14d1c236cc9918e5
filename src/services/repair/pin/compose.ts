import type { TextEdit } from "../../../domain/entities/patch.ts";
import { applyEdits } from "../propose/apply.ts";

/** Edits to the original files that have the effect of `first` followed by `second`. */
export function compose(
  first: readonly TextEdit[],
  second: readonly TextEdit[],
  texts: ReadonlyMap<string, string>,
): readonly TextEdit[] {
  const paths = new Set([...first, ...second].map(({ path }) => path));
  return [...paths].flatMap((path) => {
    const original = texts.get(path) ?? "";
    const earlier = first.filter((edit) => edit.path === path).toSorted((a, b) => a.start - b.start);
    const later = second.filter((edit) => edit.path === path);
    const moved = later.map((edit) => backBefore(edit, earlier));
    if (moved.every((edit) => edit !== null)) return [...earlier, ...moved];
    const between = applyEdits(earlier, new Map([[path, original]]));
    return [difference(path, original, applyEdits(later, between).get(path) ?? original)];
  });
}

/** The same edit relative to the original text; null if it changes what an earlier edit wrote. */
function backBefore(edit: TextEdit, earlier: readonly TextEdit[]): TextEdit | null {
  let grown = 0;
  for (const each of earlier) {
    const begins = each.start + grown;
    if (edit.end < begins) break;
    if (edit.start <= begins + each.text.length) return null;
    grown += each.text.length - (each.end - each.start);
  }
  return { ...edit, start: edit.start - grown, end: edit.end - grown };
}

function difference(path: string, before: string, after: string): TextEdit {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let [end, last] = [before.length, after.length];
  while (end > start && last > start && before[end - 1] === after[last - 1]) {
    end -= 1;
    last -= 1;
  }
  return { path, start, end, text: after.slice(start, last) };
}
