import { pathInHeader } from "../../domain/rules/changes/diff-path.ts";

export interface ChangedFile {
  readonly path: string;
  /** 1-based lines of the new file that were added or replaced; for a pure deletion the line it left behind. */
  readonly lines: readonly number[];
}

/** Reads a unified diff in git's format. */
export function changedLines(diff: string): ChangedFile[] {
  const files: { path: string; lines: number[] }[] = [];
  let line = 0;
  let remaining = 0;
  let deleted = false;
  for (const text of diff.split("\n")) {
    if (remaining <= 0 && text.startsWith("+++ ")) {
      files.push({ path: pathInHeader(text.slice(4)), lines: [] });
      continue;
    }
    const hunk = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(text);
    if (remaining <= 0 && hunk) {
      line = Number(hunk[2]);
      remaining = Number(hunk[1] ?? 1) + Number(hunk[3] ?? 1);
      deleted = false;
      continue;
    }
    if (remaining <= 0 || text.startsWith("\\")) continue;
    const current = files.at(-1);
    if (text.startsWith("-")) {
      deleted = true;
      remaining -= 1;
      // At the end of the file, only the line above is left.
      if (remaining <= 0) current?.lines.push(Math.max(1, line - 1));
    } else if (text.startsWith("+")) {
      current?.lines.push(line);
      deleted = false;
      line += 1;
      remaining -= 1;
    } else {
      if (deleted) current?.lines.push(line);
      deleted = false;
      line += 1;
      remaining -= 2;
    }
  }
  return files.filter((file) => file.path !== "/dev/null");
}
