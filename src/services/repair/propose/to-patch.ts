import type { Patch, TextEdit } from "../../../domain/entities/patch.ts";
import type { SourceFile } from "../../../domain/ports/repair.ts";
import { shortened } from "../../../domain/rules/text/shortened.ts";
import type { SitePatch } from "../operators/operator.ts";
import { lineAt } from "../syntax/line-at.ts";

export const SOURCE_ID = "search";

/** The parts of a patch: a file in its current state, and the edits. */
interface Making {
  readonly operator: string;
  readonly cost: number;
  readonly edits: SitePatch["edits"];
  readonly file: SourceFile;
  /** Why passing tests prove less for this patch than for others. */
  readonly doubt?: string | null;
}

/** Null if the edits change nothing. */
export function toPatch({ operator, cost, edits: proposed, file, doubt = null }: Making): Patch | null {
  const edits = proposed.map((edit) => tighten(edit, file)).filter((edit) => edit !== null);
  if (edits.length === 0) return null;
  return {
    source: SOURCE_ID,
    operator,
    description: describe(edits, file),
    cost,
    edits,
    ...(doubt === null ? {} : { doubt }),
  };
}

/** Equal for patches that make the same change. */
export function keyOf({ edits }: Patch): string {
  return edits.map(({ path, start, end, text }) => `${path}:${start}:${end}:${text}`).join("\n");
}

/** Trims the unchanged ends of an edit, so that equal changes are equal edits. */
function tighten(edit: SitePatch["edits"][number], file: SourceFile): TextEdit | null {
  let { start, end, text } = edit;
  const { text: source } = file;
  while (start < end && text.length > 0 && source[start] === text[0]) {
    start += 1;
    text = text.slice(1);
  }
  while (end > start && text.length > 0 && source[end - 1] === text.at(-1)) {
    end -= 1;
    text = text.slice(0, -1);
  }
  return start === end && text === "" ? null : { path: file.path, start, end, text };
}

function describe(edits: readonly TextEdit[], file: SourceFile): string {
  const start = Math.min(...edits.map((each) => each.start));
  const end = Math.max(...edits.map((each) => each.end));
  const lineStart = file.text.lastIndexOf("\n", start - 1) + 1;
  const lineEnd = file.text.indexOf("\n", end);
  const before = file.text.slice(lineStart, lineEnd === -1 ? undefined : lineEnd);
  let after = before;
  for (const edit of [...edits].sort((a, b) => b.start - a.start)) {
    after = after.slice(0, edit.start - lineStart) + edit.text + after.slice(edit.end - lineStart);
  }
  const line = lineAt(file.text, start);
  return `${file.path}:${line}: ${oneLine(before)} → ${oneLine(after)}`;
}

function oneLine(code: string): string {
  return shortened(code.trim().replace(/\s*\n\s*/g, " ⏎ "), 160);
}
