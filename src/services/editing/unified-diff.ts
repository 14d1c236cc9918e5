import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import type { FileDifference, FileVersion } from "../../domain/ports/editing.ts";
import { diffSequences, type Hunk } from "../../domain/rules/changes/sequence-diff.ts";
import { binaryPatch } from "./binary-patch.ts";
import { quotePath } from "./git-path.ts";

const CONTEXT = 3;
const NO_FILE = "0".repeat(40);

/**
 * A patch that `git apply` accepts, with files in the given order and without those that do not differ.
 * Contents that are not UTF-8 become binary patches, so that the patch itself is always UTF-8.
 */
export function unifiedDiff(files: readonly FileDifference[]): string {
  return files.map(fileDiff).join("");
}

function fileDiff({ path, before, after }: FileDifference): string {
  const sameContent = before !== null && after !== null && Buffer.from(before.bytes).equals(after.bytes);
  if ((before === null && after === null) || (sameContent && before.mode === after.mode)) return "";
  const header = [
    `diff --git ${quotePath(`a/${path}`)} ${quotePath(`b/${path}`)}`,
    ...modeLines(before, after),
    ...(sameContent ? [] : [indexLine(before, after)]),
  ];
  const [old, now] = [before?.bytes ?? new Uint8Array(), after?.bytes ?? new Uint8Array()];
  if (sameContent || (old.length === 0 && now.length === 0)) return `${header.join("\n")}\n`;
  if (!isText(old) || !isText(now)) return `${header.join("\n")}\n${binaryPatch(old, now)}`;
  const names = [
    `--- ${before === null ? "/dev/null" : fileName(`a/${path}`)}`,
    `+++ ${after === null ? "/dev/null" : fileName(`b/${path}`)}`,
  ];
  return `${[...header, ...names].join("\n")}\n${textHunks(toLines(old), toLines(now))}`;
}

function modeLines(before: FileVersion | null, after: FileVersion | null): string[] {
  if (before === null) return [`new file mode ${after?.mode}`];
  if (after === null) return [`deleted file mode ${before.mode}`];
  return before.mode === after.mode ? [] : [`old mode ${before.mode}`, `new mode ${after.mode}`];
}

function indexLine(before: FileVersion | null, after: FileVersion | null): string {
  const mode = before !== null && after !== null && before.mode === after.mode ? ` ${after.mode}` : "";
  return `index ${objectId(before)}..${objectId(after)}${mode}`;
}

function objectId(version: FileVersion | null): string {
  if (version === null) return NO_FILE;
  return createHash("sha1").update(`blob ${version.bytes.length}\0`).update(version.bytes).digest("hex");
}

const isText = (bytes: Uint8Array): boolean => !bytes.includes(0) && isUtf8(bytes);

/** Without the tab, a name would end at its first space. */
function fileName(path: string): string {
  const quoted = quotePath(path);
  return quoted === path && path.includes(" ") ? `${path}\t` : quoted;
}

/** Lines with their endings, so that a missing or different ending is a difference. */
function toLines(bytes: Uint8Array): string[] {
  const lines = Buffer.from(bytes).toString("utf8").split("\n");
  const last = lines.pop();
  const ended = lines.map((line) => `${line}\n`);
  return last === undefined || last === "" ? ended : [...ended, last];
}

function textHunks(before: readonly string[], after: readonly string[]): string {
  return groupHunks(diffSequences(before, after), before.length)
    .map((group) => printGroup(group, before, after))
    .join("");
}

/** Hunks whose context would touch are printed as one. */
function groupHunks(hunks: readonly Hunk[], length: number): Hunk[][] {
  const groups: Hunk[][] = [];
  let reach = -1;
  for (const hunk of hunks) {
    const last = groups.at(-1);
    if (last !== undefined && hunk.aStart - CONTEXT <= reach) last.push(hunk);
    else groups.push([hunk]);
    reach = Math.min(length, hunk.aEnd + CONTEXT);
  }
  return groups;
}

function printGroup(group: readonly Hunk[], before: readonly string[], after: readonly string[]): string {
  const first = group[0];
  const last = group.at(-1);
  if (first === undefined || last === undefined) return "";
  const aStart = Math.max(0, first.aStart - CONTEXT);
  const bStart = first.bStart - (first.aStart - aStart);
  const aEnd = Math.min(before.length, last.aEnd + CONTEXT);
  const bEnd = last.bEnd + (aEnd - last.aEnd);
  const lines: string[] = [];
  let at = aStart;
  for (const hunk of group) {
    lines.push(...before.slice(at, hunk.aStart).map((line) => mark(" ", line)));
    lines.push(...before.slice(hunk.aStart, hunk.aEnd).map((line) => mark("-", line)));
    lines.push(...after.slice(hunk.bStart, hunk.bEnd).map((line) => mark("+", line)));
    at = hunk.aEnd;
  }
  lines.push(...before.slice(at, aEnd).map((line) => mark(" ", line)));
  return `@@ -${range(aStart, aEnd)} +${range(bStart, bEnd)} @@\n${lines.join("")}`;
}

const mark = (sign: string, line: string): string =>
  line.endsWith("\n") ? sign + line : `${sign}${line}\n\\ No newline at end of file\n`;

function range(start: number, end: number): string {
  if (end === start) return `${start},0`;
  return end - start === 1 ? `${start + 1}` : `${start + 1},${end - start}`;
}
