import type { Cursor } from "./cursor.ts";
import type { Part, Script, Word } from "./tree.ts";

/**
 * Reads a script up to the closing character, which it consumes. Passed in by the grammar, which itself depends on
 * words.
 */
type ReadScript = (cursor: Cursor, close: ")") => Script;
/** Parses a separate text: the content of backticks. */
type ReadText = (text: string, depth: number) => Script;

export interface ScriptReaders {
  readonly script: ReadScript;
  readonly text: ReadText;
}

const WORD_END = new Set([" ", "\t", "\n", ";", "&", "|", "<", ">", "(", ")", ""]);
const SPECIAL_PARAMETERS = new Set(["?", "$", "!", "#", "@", "*", "-", "_"]);

/** A word, or null if none starts here. */
export function readWord(cursor: Cursor, readers: ScriptReaders): Word | null {
  const parts = readParts(cursor, readers, (character) => WORD_END.has(character));
  return parts.length === 0 ? null : { parts };
}

/**
 * Reads parts until `ends` is true, with the rules for unquoted text: for words, subscripts and the operands of `${…}`.
 */
export function readParts(
  cursor: Cursor,
  readers: ScriptReaders,
  ends: (character: string) => boolean,
): Part[] {
  const parts: Part[] = [];
  while (!cursor.done) {
    if (cursor.startsWith("<(") || cursor.startsWith(">(")) {
      const kind = cursor.take(2) === "<(" ? "input" : "output";
      parts.push({
        type: "substitution",
        kind,
        quoted: false,
        script: cursor.nested(() => readers.script(cursor, ")")),
      });
      continue;
    }
    if (ends(cursor.peek())) return parts;
    parts.push(...readPart(cursor, readers));
  }
  return parts;
}

function readPart(cursor: Cursor, readers: ScriptReaders): Part[] {
  const character = cursor.peek();
  if (character === "\\") return readEscape(cursor);
  if (character === "'") return [{ type: "text", text: readSingleQuoted(cursor), quoted: true }];
  if (character === '"') return readDoubleQuoted(cursor, readers);
  if (character === "`") return [readBackticks(cursor, readers, false)];
  if (character === "$") return readDollar(cursor, readers, false);
  if (/[\u00a0\u1680\u2000-\u200f\u2028\u2029\u202f\u205f\u2060\u3000\ufeff]/.test(character)) {
    cursor.fail("invisible or look-alike blank outside quotes");
  }
  return [{ type: "text", text: cursor.take(), quoted: false }];
}

function readEscape(cursor: Cursor): Part[] {
  cursor.take();
  if (cursor.done) return cursor.fail("trailing backslash");
  const escaped = cursor.take();
  return escaped === "\n" ? [] : [{ type: "text", text: escaped, quoted: true }];
}

function readSingleQuoted(cursor: Cursor): string {
  cursor.take();
  const end = cursor.text.indexOf("'", cursor.position);
  if (end === -1) return cursor.fail("unterminated single quote");
  const text = cursor.take(end - cursor.position);
  cursor.take();
  return text;
}

function readDoubleQuoted(cursor: Cursor, readers: ScriptReaders): Part[] {
  cursor.take();
  const parts: Part[] = [{ type: "text", text: "", quoted: true }];
  for (;;) {
    if (cursor.done) return cursor.fail("unterminated double quote");
    if (cursor.takeIf('"')) return parts;
    parts.push(...readQuotedPart(cursor, readers));
  }
}

/** Reads what is active inside double quotes and heredocs: `$`, backticks and a few escapes. */
export function readQuotedPart(cursor: Cursor, readers: ScriptReaders): Part[] {
  const character = cursor.peek();
  if (character === "`") return [readBackticks(cursor, readers, true)];
  if (character === "$") return readDollar(cursor, readers, true);
  if (character !== "\\") return [{ type: "text", text: cursor.take(), quoted: true }];
  cursor.take();
  const escaped = cursor.take();
  if (escaped === "\n") return [];
  return [{ type: "text", text: '$`"\\'.includes(escaped) ? escaped : `\\${escaped}`, quoted: true }];
}

function readBackticks(cursor: Cursor, readers: ScriptReaders, quoted: boolean): Part {
  cursor.take();
  let inside = "";
  for (;;) {
    if (cursor.done) return cursor.fail("unterminated backtick");
    const character = cursor.take();
    if (character === "`") break;
    if (character === "\\" && (cursor.peek() === "`" || cursor.peek() === "\\" || cursor.peek() === "$"))
      inside += cursor.take();
    else inside += character;
  }
  return {
    type: "substitution",
    kind: "command",
    quoted,
    script: cursor.nested(() => readers.text(inside, cursor.depth)),
  };
}

function readDollar(cursor: Cursor, readers: ScriptReaders, quoted: boolean): Part[] {
  if (!quoted && cursor.startsWith("$'"))
    return [{ type: "text", text: readAnsiQuoted(cursor), quoted: true }];
  if (!quoted && cursor.startsWith('$"')) {
    cursor.take();
    return readDoubleQuoted(cursor, readers);
  }
  if (cursor.startsWith("$((")) {
    const arithmetic = tryArithmetic(cursor, readers, quoted);
    if (arithmetic) return [arithmetic];
  }
  if (cursor.takeIf("$(")) {
    return [
      {
        type: "substitution",
        kind: "command",
        quoted,
        script: cursor.nested(() => readers.script(cursor, ")")),
      },
    ];
  }
  if (cursor.startsWith("${")) return [readBracedParameter(cursor, readers, quoted)];
  if (cursor.startsWith("$[")) return cursor.fail("old-style arithmetic $[ ]");
  const name = /^[A-Za-z_][A-Za-z0-9_]*/.exec(
    cursor.text.slice(cursor.position + 1, cursor.position + 129),
  )?.[0];
  if (name !== undefined) {
    cursor.take(1 + name.length);
    return [{ type: "parameter", name, quoted, operation: null }];
  }
  const next = cursor.peek(1);
  if (SPECIAL_PARAMETERS.has(next) || /[0-9]/.test(next)) {
    cursor.take(2);
    return [{ type: "parameter", name: next, quoted, operation: null }];
  }
  return [{ type: "text", text: cursor.take(), quoted }];
}

function tryArithmetic(cursor: Cursor, readers: ScriptReaders, quoted: boolean): Part | null {
  const start = cursor.position;
  cursor.take(3);
  const { depth } = cursor;
  const parts = cursor.nested(() => readArithmetic(cursor, readers));
  cursor.depth = depth;
  if (parts) return { type: "arithmetic", parts, quoted };
  cursor.position = start;
  return null;
}

/** After `((`: reads up to the matching `))`; null if this is a subshell in a substitution instead. */
export function readArithmetic(cursor: Cursor, readers: ScriptReaders): Part[] | null {
  const parts: Part[] = [];
  let open = 0;
  while (!cursor.done) {
    if (open === 0 && cursor.takeIf("))")) return parts;
    const character = cursor.peek();
    if (character === ")" && open === 0) return null;
    if (character === "(") open += 1;
    if (character === ")") open -= 1;
    if (character === "'" || character === "\n" || character === ";")
      parts.push({ type: "text", text: cursor.take(), quoted: true });
    else if (character === '"') parts.push(...readDoubleQuoted(cursor, readers));
    else parts.push(...readQuotedPart(cursor, readers));
  }
  return cursor.fail("unterminated arithmetic expansion");
}

function readBracedParameter(cursor: Cursor, readers: ScriptReaders, quoted: boolean): Part {
  cursor.take(2);
  const head = /^[!#]?(?:[A-Za-z_][A-Za-z0-9_]*|[0-9]+|[?$!#@*_-])/.exec(
    cursor.text.slice(cursor.position, cursor.position + 130),
  )?.[0];
  if (head === undefined) return cursor.fail("unknown parameter expansion");
  cursor.take(head.length);
  const parts: Part[] = [];
  while (!cursor.takeIf("}")) {
    if (cursor.done) return cursor.fail("unterminated parameter expansion");
    const character = cursor.peek();
    if (character === "'" && quoted) parts.push({ type: "text", text: cursor.take(), quoted: true });
    else parts.push(...cursor.nested(() => readPart(cursor, readers)));
  }
  return { type: "parameter", name: head, quoted, operation: parts.length === 0 ? null : { parts } };
}

const ANSI_ESCAPES: Readonly<Record<string, string>> = {
  a: "\x07",
  b: "\b",
  e: "\x1b",
  E: "\x1b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  "\\": "\\",
  "'": "'",
  '"': '"',
  "?": "?",
};

function readAnsiQuoted(cursor: Cursor): string {
  cursor.take(2);
  let text = "";
  for (;;) {
    if (cursor.done) return cursor.fail("unterminated $' quote");
    const character = cursor.take();
    if (character === "'") return text;
    text += character === "\\" ? readAnsiEscape(cursor) : character;
  }
}

function readAnsiEscape(cursor: Cursor): string {
  const rest = cursor.text.slice(cursor.position, cursor.position + 10);
  const code = /^(?:x([0-9A-Fa-f]{1,2})|u([0-9A-Fa-f]{1,4})|U([0-9A-Fa-f]{1,8})|([0-7]{1,3}))/.exec(rest);
  if (code) {
    cursor.take(code[0].length);
    const hex = code[1] ?? code[2] ?? code[3];
    const value = hex === undefined ? Number.parseInt(code[4] ?? "0", 8) : Number.parseInt(hex, 16);
    if (value === 0 || value > 0x10ffff) return cursor.fail("escape outside the Unicode range");
    return String.fromCodePoint(value);
  }
  const escaped = cursor.take();
  if (escaped === "c") return cursor.fail("control escape");
  return ANSI_ESCAPES[escaped] ?? `\\${escaped}`;
}
