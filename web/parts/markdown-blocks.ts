export type Block =
  | { readonly kind: "heading"; readonly level: number; readonly text: string }
  | { readonly kind: "code"; readonly text: string }
  | { readonly kind: "list"; readonly ordered: boolean; readonly items: readonly string[] }
  | { readonly kind: "quote"; readonly text: string }
  | { readonly kind: "rule" }
  | { readonly kind: "paragraph"; readonly text: string };

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const HEADING = /^ {0,3}(#{1,6})\s+(.*)$/;
const ITEM = /^\s*(?:[-*+]|(\d{1,9})[.)])\s+(.*)$/;
const RULE = /^ {0,3}(?:-{3,}|\*{3,}|_{3,})\s*$/;

/** The blocks of a Markdown text, limited to what plans use. Anything else is a paragraph; only markup is dropped. */
export function blocksOf(text: string): Block[] {
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  const blocks: Block[] = [];
  let at = 0;
  if (lines[0] === "---" && lines.indexOf("---", 1) > 0) {
    const end = lines.indexOf("---", 1);
    blocks.push({ kind: "code", text: lines.slice(1, end).join("\n") });
    at = end + 1;
  }
  while (at < lines.length) {
    const [block, next] = blockAt(lines, at);
    if (block !== null) blocks.push(block);
    at = next;
  }
  return blocks;
}

/** The block that starts at this line, and the index of the line after it. */
function blockAt(lines: readonly string[], at: number): readonly [Block | null, number] {
  const line = lines[at] ?? "";
  if (line.trim() === "") return [null, at + 1];
  const fence = FENCE.exec(line)?.[1];
  if (fence !== undefined) return codeAt(lines, at, fence);
  const heading = HEADING.exec(line);
  if (heading) return [{ kind: "heading", level: heading[1]?.length ?? 1, text: heading[2] ?? "" }, at + 1];
  if (RULE.test(line)) return [{ kind: "rule" }, at + 1];
  if (ITEM.test(line)) return listAt(lines, at);
  if (line.startsWith(">")) {
    const end = endOf(lines, at, (each) => each.startsWith(">"));
    const text = lines.slice(at, end).map((each) => each.replace(/^> ?/, ""));
    return [{ kind: "quote", text: text.join("\n") }, end];
  }
  const end = endOf(lines, at + 1, isParagraph);
  return [{ kind: "paragraph", text: lines.slice(at, end).join("\n") }, end];
}

function codeAt(lines: readonly string[], at: number, fence: string): readonly [Block, number] {
  const end = endOf(lines, at + 1, (line) => !line.trim().startsWith(fence));
  return [{ kind: "code", text: lines.slice(at + 1, end).join("\n") }, end + 1];
}

function listAt(lines: readonly string[], at: number): readonly [Block, number] {
  const items: string[] = [];
  let end = at;
  for (; end < lines.length; end += 1) {
    const line = lines[end] ?? "";
    const item = ITEM.exec(line);
    if (item) items.push(item[2] ?? "");
    else if (/^\s+\S/.test(line)) items.push(`${items.pop() ?? ""}\n${line.trim()}`);
    else break;
  }
  return [{ kind: "list", ordered: ITEM.exec(lines[at] ?? "")?.[1] !== undefined, items }, end];
}

function isParagraph(line: string): boolean {
  return (
    line.trim() !== "" &&
    !FENCE.test(line) &&
    !HEADING.test(line) &&
    !ITEM.test(line) &&
    !line.startsWith(">")
  );
}

function endOf(lines: readonly string[], from: number, goesOn: (line: string) => boolean): number {
  let end = from;
  while (end < lines.length && goesOn(lines[end] ?? "")) end += 1;
  return end;
}

export interface Inline {
  readonly kind: "text" | "code" | "strong";
  readonly text: string;
}

/** `code` and **strong** words of a line. */
export function inlinesOf(text: string): Inline[] {
  const inlines: Inline[] = [];
  let plain = 0;
  for (const match of text.matchAll(/`([^`\n]+)`|\*\*([^*\n]+)\*\*/g)) {
    if (match.index > plain) inlines.push({ kind: "text", text: text.slice(plain, match.index) });
    inlines.push(
      match[1] === undefined ? { kind: "strong", text: match[2] ?? "" } : { kind: "code", text: match[1] },
    );
    plain = match.index + match[0].length;
  }
  if (plain < text.length) inlines.push({ kind: "text", text: text.slice(plain) });
  return inlines;
}
