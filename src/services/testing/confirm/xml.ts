export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Element[];
  /** Its own text, without that of its children. */
  readonly text: string;
}

interface Open {
  readonly name: string;
  readonly attributes: Record<string, string>;
  readonly children: Element[];
  text: string;
}

const DEPTH_LIMIT = 256;
const ELEMENT_LIMIT = 500_000;
const NAME = /[A-Za-z_:][\w.:-]*/y;
const SPACE = /[ \t\r\n]*/y;
const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

/**
 * The root element of an XML text as reporters write it, or null for anything else: truncated, nested too deeply, with
 * declared types or entities, or with content after the root. Runs in linear time.
 */
export function parseXml(text: string): Element | null {
  const top: Open = { name: "", attributes: {}, children: [], text: "" };
  const open: Open[] = [top];
  let count = 0;
  let at = text.startsWith("\uFEFF") ? 1 : 0;
  while (at < text.length) {
    const current = open.at(-1) ?? top;
    const next = text.indexOf("<", at);
    const words = text.slice(at, next === -1 ? text.length : next);
    if (current === top && words.trim() !== "") return null;
    if (current !== top) current.text += unescapeXml(words);
    if (next === -1) break;
    const skipped = pastAside(text, next);
    if (skipped === null) return null;
    if (skipped > next) {
      if (text.startsWith("<![CDATA[", next)) {
        if (current === top) return null;
        current.text += text.slice(next + 9, skipped - 3);
      }
      at = skipped;
      continue;
    }
    if (text[next + 1] === "/") {
      const end = text.indexOf(">", next);
      if (end === -1 || open.length < 2 || text.slice(next + 2, end).trim() !== current.name) return null;
      open.pop();
      (open.at(-1) ?? top).children.push(current);
      at = end + 1;
      continue;
    }
    const tag = readTag(text, next + 1);
    count += 1;
    if (tag === null || count > ELEMENT_LIMIT || open.length > DEPTH_LIMIT) return null;
    if (current === top && top.children.length > 0) return null;
    if (tag.isEmpty) current.children.push(tag.element);
    else open.push(tag.element);
    at = tag.end;
  }
  return open.length === 1 ? (top.children[0] ?? null) : null;
}

/** Every element with one of these names, parents before children. */
export function elementsOf(root: Element, ...names: string[]): Element[] {
  const found: Element[] = [];
  const waiting: Element[] = [root];
  for (let each = waiting.pop(); each !== undefined; each = waiting.pop()) {
    if (names.includes(each.name)) found.push(each);
    for (const child of each.children.toReversed()) waiting.push(child);
  }
  return found;
}

/** The end of a comment, an instruction or CDATA; `at` itself if there is none, null if it is unterminated. */
function pastAside(text: string, at: number): number | null {
  const kinds = [
    ["<!--", "-->"],
    ["<?", "?>"],
    ["<![CDATA[", "]]>"],
  ] as const;
  const kind = kinds.find(([begin]) => text.startsWith(begin, at));
  if (kind === undefined) return text[at + 1] === "!" ? null : at;
  const end = text.indexOf(kind[1], at + kind[0].length);
  return end === -1 ? null : end + kind[1].length;
}

function readTag(text: string, start: number): { element: Open; isEmpty: boolean; end: number } | null {
  const name = match(NAME, text, start);
  if (name === null) return null;
  const element: Open = { name, attributes: {}, children: [], text: "" };
  let at = start + name.length;
  for (;;) {
    const space = match(SPACE, text, at) ?? "";
    at += space.length;
    if (text[at] === ">") return { element, isEmpty: false, end: at + 1 };
    if (text.startsWith("/>", at)) return { element, isEmpty: true, end: at + 2 };
    const key = match(NAME, text, at);
    if (space === "" || key === null || Object.hasOwn(element.attributes, key)) return null;
    at += key.length;
    const quote = text[at + 1];
    if (text[at] !== "=" || (quote !== '"' && quote !== "'")) return null;
    const end = text.indexOf(quote, at + 2);
    if (end === -1) return null;
    Object.defineProperty(element.attributes, key, {
      value: unescapeXml(text.slice(at + 2, end)),
      enumerable: true,
    });
    at = end + 1;
  }
}

function match(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}

function unescapeXml(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(\w{2,4}));/g, (all, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[name as string] ?? all;
    const code = decimal === undefined ? Number.parseInt(hex as string, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : all;
  });
}
