import { linesOf } from "./front-matter.ts";

interface Fenced {
  /** The line of the opening fence, from 1. */
  readonly line: number;
  readonly info: string;
  readonly text: string;
  readonly closed: boolean;
  /** Inside an HTML comment, so it is not visible on the rendered page. */
  readonly hidden: boolean;
}

export interface Section {
  readonly title: string;
  readonly line: number;
  /** Without headings of the same level; including fenced blocks. */
  readonly lines: readonly string[];
  readonly blocks: readonly Fenced[];
}

/** The sections of a page under second-level headings. Headings inside a fence do not count. */
export function readSections(body: string, firstLine: number): Section[] {
  const sections: { title: string; line: number; lines: string[]; blocks: Fenced[] }[] = [];
  let open: { fence: string; line: number; info: string; lines: string[]; hidden: boolean } | null = null;
  let comment = false;
  const close = (closed: boolean) => {
    if (open === null) return;
    const { line, info, lines, hidden } = open;
    sections.at(-1)?.blocks.push({ line, info, text: lines.join("\n"), closed, hidden });
    open = null;
  };
  linesOf(body).forEach((text, index) => {
    const line = firstLine + index + 1;
    sections.at(-1)?.lines.push(text);
    const fence = /^ {0,3}(`{3,}|~{3,})\s*(.*)$/.exec(text);
    if (open !== null) {
      const ends = fence?.[1]?.startsWith(open.fence) && fence[2]?.trim() === "";
      if (ends) close(true);
      else open.lines.push(text);
      return;
    }
    if (fence?.[1] !== undefined && !(fence[1].startsWith("`") && fence[2]?.includes("`"))) {
      open = { fence: fence[1], line, info: fence[2]?.trim() ?? "", lines: [], hidden: comment };
      return;
    }
    comment = commentAfter(text, comment);
    const heading = /^##\s+(.+?)\s*#*$/.exec(text)?.[1];
    if (heading === undefined || comment) return;
    sections.at(-1)?.lines.pop();
    sections.push({ title: heading, line, lines: [], blocks: [] });
  });
  close(false);
  return sections;
}

function commentAfter(text: string, inside: boolean): boolean {
  const begin = text.lastIndexOf("<!--");
  const end = text.lastIndexOf("-->");
  if (begin < 0 && end < 0) return inside;
  return begin > end;
}

/** The items of a list; continuation lines belong to the preceding item. */
export function readList(lines: readonly string[]): string[] {
  const items: string[] = [];
  for (const line of lines) {
    const item = /^\s*(?:[-*+]|\d+[.)])\s+(.*)$/.exec(line)?.[1];
    if (item !== undefined) items.push(item.trim());
    else if (line.trim() !== "" && items.length > 0) items.push(`${items.pop()} ${line.trim()}`);
    else if (line.trim() !== "") items.push(line.trim());
  }
  return items.filter((item) => item !== "");
}

/** Free text, escaped so that it can neither be mistaken for a part of the page nor hide one. */
export function freeText(words: string): string {
  return words
    .trim()
    .replaceAll("<!--", "&lt;!--")
    .replace(/^(\s*)(#{1,6}\s|`{3,}|~{3,}|\+{3}\s*$)/gm, "$1\\$2");
}
