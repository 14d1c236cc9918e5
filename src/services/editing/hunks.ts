import type { OutputLine } from "./pass.ts";
import type { SourceText } from "./source-text.ts";

/** Replaces the file lines [from, to) with `lines`. Everything outside of hunks keeps its bytes. */
export interface FileHunk {
  readonly from: number;
  readonly to: number;
  readonly lines: readonly string[];
}

/** The parts of [from, to) that the output does not keep. */
export function toHunks(from: number, to: number, output: readonly OutputLine[]): readonly FileHunk[] {
  const hunks: FileHunk[] = [];
  let next = from;
  let lines: string[] = [];
  const close = (end: number) => {
    if (lines.length > 0 || end > next) hunks.push({ from: next, to: end, lines });
    lines = [];
  };
  for (const line of output) {
    if (typeof line === "string") {
      lines.push(line);
      continue;
    }
    close(line);
    next = line + 1;
  }
  close(to);
  return hunks;
}

/** Hunks of several changes as one list in file order, or the two that contradict each other. */
export function combineHunks<T extends FileHunk>(
  source: SourceText,
  hunks: readonly T[],
): { readonly hunks: readonly FileHunk[] } | { readonly clash: readonly [T, T] } {
  const ordered = hunks.toSorted((a, b) => a.from - b.from || a.to - b.to);
  const combined: FileHunk[] = [];
  let group: T[] = [];
  for (const hunk of [...ordered, null]) {
    const last = group.at(-1);
    if (last !== undefined && hunk !== null && overlap(last, hunk)) {
      if (!oneLine(last) || !oneLine(hunk)) return { clash: [last, hunk] };
      group.push(hunk);
      continue;
    }
    const first = group[0];
    if (first !== undefined) {
      const merged =
        group.length === 1 ? first : mergeInLine(source.lines[first.from] ?? "", first.from, group);
      if (merged === null) return { clash: [first, group[1] ?? first] };
      combined.push(merged);
    }
    if (hunk !== null) group = [hunk];
  }
  return { hunks: combined };
}

export function render(source: SourceText, hunks: readonly FileHunk[]): string {
  const texts: string[] = [];
  const ends: string[] = [];
  const keepUpTo = (start: number, end: number) => {
    for (let line = start; line < end; line += 1) {
      texts.push(source.lines[line] ?? "");
      ends.push(source.ends[line] ?? "");
    }
  };
  let next = 0;
  for (const hunk of hunks) {
    keepUpTo(next, hunk.from);
    hunk.lines.forEach((line, index) => {
      texts.push(line);
      ends.push(source.ends[Math.min(hunk.from + index, hunk.to - 1)] || (ends.at(-1) ?? ""));
    });
    next = hunk.to;
  }
  keepUpTo(next, source.lines.length);
  const last = texts.length - 1;
  return texts.map((text, index) => (index === last ? text : text + (ends[index] || source.eol))).join("");
}

const overlap = (a: FileHunk, b: FileHunk): boolean =>
  b.from < a.to || (a.from === b.from && a.to === b.to && a.to > a.from);

const oneLine = (hunk: FileHunk): boolean => hunk.to === hunk.from + 1 && hunk.lines.length > 0;

/** Several changes to one line, if they change different characters of it. */
function mergeInLine(line: string, from: number, hunks: readonly FileHunk[]): FileHunk | null {
  const parts = hunks
    .map((hunk) => changedPart(line, hunk.lines.join("\n")))
    .sort((a, b) => a.start - b.start);
  let text = "";
  let next = 0;
  for (const part of parts) {
    if (part.start < next) return null;
    text += line.slice(next, part.start) + part.text;
    next = part.end;
  }
  return { from, to: from + 1, lines: (text + line.slice(next)).split("\n") };
}

function changedPart(before: string, after: string): { start: number; end: number; text: string } {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let tail = 0;
  while (tail < shorter - start && before[before.length - 1 - tail] === after[after.length - 1 - tail])
    tail += 1;
  return { start, end: before.length - tail, text: after.slice(start, after.length - tail) };
}
