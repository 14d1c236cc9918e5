import { Cursor, ParseFailure } from "./cursor.ts";
import { readRedirect } from "./redirects.ts";
import type { Assignment, BlockKind, Command, ListItem, Parsed, Redirect, Script, Word } from "./tree.ts";
import { readArithmetic, readParts, readWord, type ScriptReaders } from "./words.ts";

const MAX_LENGTH = 100_000;
const CLOSERS = new Set(["then", "elif", "else", "fi", "do", "done", "esac", "}"]);
const ASSIGNMENT = /^[A-Za-z_][A-Za-z0-9_]*(?=\+?=|\[)/;

/**
 * Parses a POSIX or bash command line into a tree. Never throws and always terminates. Unknown syntax is reported as
 * unparsable, and the policy denies it.
 */
export function parseCommand(text: string): Parsed {
  if (text.length > MAX_LENGTH) return { status: "unparsable", why: `longer than ${MAX_LENGTH} characters` };
  const strange = strangeCharacter(text);
  if (strange) return { status: "unparsable", why: strange };
  try {
    return { status: "parsed", script: parseText(text, 0) };
  } catch (error) {
    if (error instanceof ParseFailure) return { status: "unparsable", why: error.message };
    throw error;
  }
}

function strangeCharacter(text: string): string | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the check looks for control characters
  const control = /[\x00-\x08\x0b-\x1f\x7f]/.exec(text)?.[0];
  if (control) return `control character 0x${control.charCodeAt(0).toString(16).padStart(2, "0")}`;
  return /[\u202a-\u202e\u2066-\u2069\u2028\u2029]/.test(text)
    ? "character that hides or reorders text"
    : null;
}

const readers: ScriptReaders = {
  script(cursor, close) {
    const script = parseScript(cursor, () => cursor.peek() === close);
    if (!cursor.takeIf(close)) return cursor.fail(`"${close}" missing`);
    return script;
  },
  text: parseText,
};

function parseText(text: string, depth: number): Script {
  const cursor = new Cursor(text, depth);
  const script = parseScript(cursor, () => false);
  if (!cursor.done) cursor.fail(`unexpected "${cursor.peek()}"`);
  if (cursor.heredocs.length > 0) cursor.fail("heredoc without a body");
  return script;
}

function parseScript(cursor: Cursor, closes: () => boolean): Script {
  const items: ListItem[] = [];
  for (;;) {
    skipSpace(cursor);
    if (
      cursor.done ||
      closes() ||
      cursor.peek() === ")" ||
      CLOSERS.has(nextKeyword(cursor)) ||
      cursor.startsWith(";;")
    ) {
      return { items };
    }
    const command = cursor.nested(() => parsePipeline(cursor));
    items.push({ command, operator: readOperator(cursor, closes) });
  }
}

function readOperator(cursor: Cursor, closes: () => boolean): ListItem["operator"] {
  cursor.skipBlanks();
  if (cursor.takeIf("&&")) return continued(cursor, "&&");
  if (cursor.takeIf("||")) return continued(cursor, "||");
  if (cursor.startsWith(";;")) return ";";
  if (cursor.takeIf(";")) return ";";
  if (cursor.takeIf("&")) return "&";
  if (cursor.done || cursor.takeNewline() || closes() || cursor.peek() === ")") return ";";
  return cursor.fail(`unexpected "${cursor.peek()}"`);
}

function continued(cursor: Cursor, operator: "&&" | "||"): "&&" | "||" {
  skipSpace(cursor);
  if (cursor.done) cursor.fail(`nothing after "${operator}"`);
  return operator;
}

function parsePipeline(cursor: Cursor): Command {
  let negated = false;
  while (nextKeyword(cursor) === "!") {
    negated = !negated;
    cursor.take(1);
    cursor.skipBlanks();
  }
  const commands = [parseOne(cursor)];
  for (;;) {
    cursor.skipBlanks();
    if (cursor.startsWith("||") || cursor.peek() !== "|") break;
    cursor.take(cursor.startsWith("|&") ? 2 : 1);
    skipSpace(cursor);
    commands.push(parseOne(cursor));
  }
  const [first] = commands;
  return commands.length === 1 && first && !negated ? first : { type: "pipeline", commands, negated };
}

function parseOne(cursor: Cursor): Command {
  return cursor.nested(() => parseCompound(cursor) ?? parseSimple(cursor));
}

function parseCompound(cursor: Cursor): Command | null {
  if (cursor.startsWith("((")) {
    const start = cursor.position;
    cursor.take(2);
    const parts = readArithmetic(cursor, readers);
    if (parts) return { type: "arithmetic", parts, redirects: readRedirects(cursor) };
    cursor.position = start;
  }
  if (cursor.takeIf("(")) return block(cursor, "subshell", [readers.script(cursor, ")")]);
  const keyword = nextKeyword(cursor);
  if (keyword === "[[") return parseTest(cursor);
  if (keyword === "{") {
    cursor.take(1);
    const body = parseScript(cursor, () => false);
    expectKeyword(cursor, "}");
    return block(cursor, "group", [body]);
  }
  if (keyword === "if") return parseIf(cursor);
  if (keyword === "while" || keyword === "until") {
    cursor.take(keyword.length);
    const condition = parseScript(cursor, () => false);
    return block(cursor, keyword, [condition, parseDo(cursor)]);
  }
  if (keyword === "for" || keyword === "select") return parseFor(cursor, keyword);
  if (keyword === "case") return parseCase(cursor);
  if (keyword === "function") return parseFunction(cursor);
  if (keyword === "coproc") {
    cursor.take("coproc".length);
    cursor.skipBlanks();
    return {
      type: "block",
      kind: "coproc",
      bodies: [{ items: [{ command: parseOne(cursor), operator: ";" }] }],
      redirects: [],
    };
  }
  const named = /^([A-Za-z_][A-Za-z0-9_.:-]*)[ \t]*\([ \t]*\)/.exec(
    cursor.text.slice(cursor.position, cursor.position + 200),
  );
  if (!named) return null;
  cursor.take(named[0].length);
  skipSpace(cursor);
  return { type: "function", name: named[1] ?? "", body: parseOne(cursor) };
}

function block(cursor: Cursor, kind: BlockKind, bodies: readonly Script[]): Command {
  return { type: "block", kind, bodies, redirects: readRedirects(cursor) };
}

function parseIf(cursor: Cursor): Command {
  cursor.take(2);
  const bodies = [parseScript(cursor, () => false)];
  expectKeyword(cursor, "then");
  bodies.push(parseScript(cursor, () => false));
  for (;;) {
    skipSpace(cursor);
    const keyword = nextKeyword(cursor);
    if (keyword === "elif") {
      cursor.take(4);
      bodies.push(parseScript(cursor, () => false));
      expectKeyword(cursor, "then");
    } else if (keyword === "else") cursor.take(4);
    else break;
    bodies.push(parseScript(cursor, () => false));
  }
  expectKeyword(cursor, "fi");
  return block(cursor, "if", bodies);
}

function parseFor(cursor: Cursor, keyword: string): Command {
  cursor.take(keyword.length);
  cursor.skipBlanks();
  if (cursor.takeIf("((")) {
    const header = readArithmetic(cursor, readers) ?? cursor.fail("unknown loop header");
    skipSeparator(cursor);
    return {
      type: "loop",
      name: null,
      words: null,
      header,
      body: parseDo(cursor),
      redirects: readRedirects(cursor),
    };
  }
  const name = /^[A-Za-z_][A-Za-z0-9_]*/.exec(cursor.text.slice(cursor.position, cursor.position + 128))?.[0];
  if (name === undefined) return cursor.fail("loop without a variable");
  cursor.take(name.length);
  skipSpace(cursor);
  let words: Word[] | null = null;
  if (nextKeyword(cursor) === "in") {
    cursor.take(2);
    words = readWords(cursor);
  }
  skipSeparator(cursor);
  return { type: "loop", name, words, header: [], body: parseDo(cursor), redirects: readRedirects(cursor) };
}

function parseDo(cursor: Cursor): Script {
  expectKeyword(cursor, "do");
  const body = parseScript(cursor, () => false);
  expectKeyword(cursor, "done");
  return body;
}

function parseCase(cursor: Cursor): Command {
  cursor.take(4);
  cursor.skipBlanks();
  const subject = readWord(cursor, readers) ?? cursor.fail("case without a word");
  skipSpace(cursor);
  expectKeyword(cursor, "in");
  const arms: { patterns: Word[]; body: Script }[] = [];
  for (;;) {
    skipSpace(cursor);
    if (nextKeyword(cursor) === "esac") break;
    cursor.takeIf("(");
    const patterns: Word[] = [];
    do {
      cursor.skipBlanks();
      patterns.push(readWord(cursor, readers) ?? cursor.fail("case pattern missing"));
      cursor.skipBlanks();
    } while (cursor.takeIf("|"));
    if (!cursor.takeIf(")")) cursor.fail('")" of a case pattern missing');
    arms.push({ patterns, body: parseScript(cursor, () => false) });
    skipSpace(cursor);
    if (
      !cursor.takeIf(";;&") &&
      !cursor.takeIf(";;") &&
      !cursor.takeIf(";&") &&
      nextKeyword(cursor) !== "esac"
    ) {
      cursor.fail("unterminated case arm");
    }
  }
  expectKeyword(cursor, "esac");
  return { type: "case", subject, arms, redirects: readRedirects(cursor) };
}

function parseFunction(cursor: Cursor): Command {
  cursor.take("function".length);
  cursor.skipBlanks();
  const name = /^[^\s;&|<>(){}$`'"\\]+/.exec(cursor.text.slice(cursor.position, cursor.position + 128))?.[0];
  if (name === undefined) return cursor.fail("function without a name");
  cursor.take(name.length);
  cursor.skipBlanks();
  if (cursor.takeIf("(")) {
    cursor.skipBlanks();
    if (!cursor.takeIf(")")) cursor.fail('")" missing');
  }
  skipSpace(cursor);
  return { type: "function", name, body: parseOne(cursor) };
}

/** `[[ … ]]`: the words are kept for the substitutions in them; operators are treated as words. */
function parseTest(cursor: Cursor): Command {
  cursor.take(2);
  const words: Word[] = [];
  for (;;) {
    skipSpace(cursor);
    if (cursor.done) return cursor.fail('"]]" missing');
    if (nextKeyword(cursor) === "]]") break;
    const parts = readParts(cursor, readers, (character) => character === "" || /\s/.test(character));
    if (parts.length === 0) return cursor.fail("unknown test");
    words.push({ parts });
  }
  cursor.take(2);
  return { type: "test", words, redirects: readRedirects(cursor) };
}

function parseSimple(cursor: Cursor): Command {
  const assignments: Assignment[] = [];
  const words: Word[] = [];
  const redirects: Redirect[] = [];
  for (;;) {
    cursor.skipBlanks();
    const redirect = readRedirect(cursor, readers);
    if (redirect) {
      redirects.push(redirect);
      continue;
    }
    const assignment = words.length === 0 || isDeclaration(words[0]) ? readAssignment(cursor) : null;
    if (assignment) {
      assignments.push(assignment);
      continue;
    }
    const word = readWord(cursor, readers);
    if (!word) break;
    words.push(word);
  }
  if (assignments.length + words.length + redirects.length === 0) {
    return cursor.fail(cursor.done ? "command missing" : `unexpected "${cursor.peek()}"`);
  }
  return { type: "simple", assignments, words, redirects };
}

function isDeclaration(word: Word | undefined): boolean {
  const text = word?.parts.map((part) => (part.type === "text" ? part.text : "")).join("");
  return text !== undefined && /^(?:export|declare|typeset|local|readonly)$/.test(text);
}

function readAssignment(cursor: Cursor): Assignment | null {
  const name = ASSIGNMENT.exec(cursor.text.slice(cursor.position, cursor.position + 129))?.[0];
  if (name === undefined) return null;
  const start = cursor.position;
  const extra: Word[] = [];
  cursor.take(name.length);
  if (cursor.takeIf("[")) {
    const subscript = readParts(
      cursor,
      readers,
      (character) => character === "]" || character === "" || /\s/.test(character),
    );
    if (!cursor.takeIf("]")) {
      cursor.position = start;
      return null;
    }
    extra.push({ parts: subscript });
  }
  if (cursor.startsWith("+=")) {
    cursor.take(1);
    extra.push({ parts: [] });
  }
  if (!cursor.takeIf("=")) {
    cursor.position = start;
    return null;
  }
  if (!cursor.takeIf("(")) return { name, value: readWord(cursor, readers) ?? { parts: [] }, extra };
  for (;;) {
    skipSpace(cursor);
    if (cursor.takeIf(")")) return { name, value: { parts: [] }, extra };
    extra.push(readWord(cursor, readers) ?? cursor.fail("unterminated array"));
  }
}

function readWords(cursor: Cursor): Word[] {
  const words: Word[] = [];
  for (;;) {
    cursor.skipBlanks();
    const word = readWord(cursor, readers);
    if (!word) return words;
    words.push(word);
  }
}

function readRedirects(cursor: Cursor): Redirect[] {
  const redirects: Redirect[] = [];
  for (;;) {
    cursor.skipBlanks();
    const redirect = readRedirect(cursor, readers);
    if (!redirect) return redirects;
    redirects.push(redirect);
  }
}

function skipSpace(cursor: Cursor): void {
  do cursor.skipBlanks();
  while (cursor.takeNewline());
}

function skipSeparator(cursor: Cursor): void {
  cursor.skipBlanks();
  cursor.takeIf(";");
  skipSpace(cursor);
}

function expectKeyword(cursor: Cursor, keyword: string): void {
  skipSpace(cursor);
  if (nextKeyword(cursor) !== keyword) cursor.fail(`"${keyword}" missing`);
  cursor.take(keyword.length);
}

/** The unquoted token at the cursor if it is a separate word, otherwise an empty string. */
function nextKeyword(cursor: Cursor): string {
  return (
    /^(?:\[\[|\]\]|[{}!]|[a-z]+)(?=[\s;&|<>()]|$)/.exec(
      cursor.text.slice(cursor.position, cursor.position + 16),
    )?.[0] ?? ""
  );
}
