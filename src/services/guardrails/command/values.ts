import type { Part, Script, Word } from "./tree.ts";

/** A placeholder for text that only the shell will know. */
export const HOLE = "\0";

/** One argument as the program would see it. */
export interface Field {
  /** `HOLE` marks an unknown part. */
  readonly text: string;
  /** Contains `*`, `?` or `[` that the shell expands. */
  readonly glob: boolean;
  /** All possible values of text with holes, if known (loop variables, assignments). */
  readonly candidates: readonly string[] | null;
  /** The words of the single command whose output is the whole text: `$(lsof -ti:3000)`. */
  readonly source?: readonly string[];
  /** Values it has if a variable is unset or set: `${x:-.env}`, `${x:+.env}`. Other values are unknown. */
  readonly fallbacks?: readonly string[];
}

/** Values that a variable may have at this point; null if unknown. */
type Variables = ReadonlyMap<string, readonly Field[] | null>;

export interface Scope {
  readonly variables: Variables;
  readonly cwd: string;
  readonly root: string;
}

const MAX_FIELDS = 64;
const MAX_CANDIDATES = 16;
const DIGITS = new Set(["?", "$", "#", "RANDOM", "SECONDS", "LINENO", "UID", "EUID", "PPID"]);

interface Atom {
  readonly text: string;
  readonly quoted: boolean;
}

/** The values that a field may have, or null if it may have any. */
export function textsOf(field: Field): readonly string[] | null {
  return field.text.includes(HOLE) ? field.candidates : [field.text];
}

export function plainField(text: string): Field {
  return { text, glob: false, candidates: null };
}

/** A part of an argument as an argument: the value in `--name=value`. */
export function part(field: Field, text: string): Field {
  const before = field.text.endsWith(text) ? field.text.slice(0, field.text.length - text.length) : "";
  const fallbacks = field.fallbacks?.map((each) =>
    each.startsWith(before) ? each.slice(before.length) : each,
  );
  return { ...field, text, candidates: null, ...(fallbacks && { fallbacks }) };
}

/** Expands braces, parameters and tildes, and splits words. Globs are kept and marked. */
export function expandWord(word: Word, scope: Scope): readonly Field[] {
  const [single, ...more] = word.parts.filter(
    (part) => part.type === "parameter" && possible(part, scope).length > 1,
  );
  if (single && more.length === 0) return [alternatives(word, single, scope)];
  const fields = splitFields(word.parts.flatMap((part) => atoms(part, scope)));
  const expanded = fields.flatMap(expandBraces).slice(0, MAX_FIELDS + 1);
  if (expanded.length > MAX_FIELDS) return [plainField(HOLE)];
  const fallbacks = fallbacksOf(word, scope);
  return expanded.map((field) => ({ ...toField(field, word, scope), ...(fallbacks && { fallbacks }) }));
}

/** The word with the operands of `${x:-operand}` in place of the parameters; null if it has none. */
function fallbacksOf(word: Word, scope: Scope): readonly string[] | null {
  const parts = word.parts.flatMap((part) => operandOf(part) ?? [part]);
  if (word.parts.every((part) => operandOf(part) === null)) return null;
  const texts = expandWord({ parts }, scope).flatMap((field) => [field.text, ...(field.fallbacks ?? [])]);
  return texts.filter((text) => !text.includes(HOLE));
}

/** The text that `${x:-text}`, `${x:+text}` or `${x:=text}` may stand for. */
function operandOf(part: Part): readonly Part[] | null {
  if (part.type !== "parameter" || !part.operation) return null;
  const [first, ...rest] = part.operation.parts;
  const operator = first?.type === "text" && first.text === ":" ? rest.shift() : first;
  return operator?.type === "text" && /^[-+=]$/.test(operator.text) ? rest : null;
}

/** The word as one text, without splitting: for assignments, redirect targets, heredoc bodies. */
export function expandText(word: Word, scope: Scope): Field {
  const fields = expandWord(word, scope);
  const [only] = fields;
  if (fields.length === 1 && only) return only;
  return {
    text: fields.map((field) => field.text).join(" "),
    glob: fields.some((field) => field.glob),
    candidates: null,
  };
}

function alternatives(word: Word, parameter: Part, scope: Scope): Field {
  const values = possible(parameter, scope);
  const fields = values.map((value) => {
    const parts = word.parts.map(
      (part): Part => (part === parameter ? { type: "text", text: value.text, quoted: true } : part),
    );
    return expandText({ parts }, scope);
  });
  const known =
    fields.every((field) => !field.text.includes(HOLE)) &&
    (isQuoted(parameter) || values.every((value) => !/\s/.test(value.text)));
  return {
    text: HOLE,
    glob: values.some((value) => value.glob),
    candidates: known ? fields.map((field) => field.text) : null,
  };
}

function possible(part: Part, scope: Scope): readonly Field[] {
  if (part.type !== "parameter" || part.operation) return [];
  return scope.variables.get(part.name) ?? [];
}

function isQuoted(part: Part): boolean {
  return part.type === "text" || part.quoted;
}

function atoms(part: Part, scope: Scope): Atom[] {
  if (part.type === "text") return [...part.text].map((text) => ({ text, quoted: part.quoted }));
  if (part.type === "arithmetic") return [{ text: "0", quoted: true }];
  if (part.type === "substitution") return [{ text: knownOutput(part.script, scope) ?? HOLE, quoted: true }];
  if (part.operation) return [{ text: HOLE, quoted: part.quoted }];
  const value = parameterValue(part.name, scope);
  if (value === null) return [{ text: HOLE, quoted: part.quoted }];
  return [...value].map((text) => ({ text, quoted: part.quoted || !/[\s*?[]/.test(text) }));
}

/** `$(pwd)` and `$(git rev-parse --show-toplevel)` always have the same output. */
function knownOutput(script: Script, scope: Scope): string | null {
  const words = wordsOf(script);
  if (words === null) return null;
  if (words.join(" ") === "pwd") return scope.cwd;
  if (words.join(" ") === "git rev-parse --show-toplevel") return scope.root;
  return words[0] === "mktemp" ? temporaryName(words.slice(1)) : null;
}

/** The words of a script that is one simple command without redirections. */
function wordsOf(script: Script): readonly string[] | null {
  const [item, ...more] = script.items;
  if (!item || more.length > 0 || item.command.type !== "simple" || item.command.redirects.length > 0)
    return null;
  return item.command.words.map((word) =>
    word.parts.map((part) => (part.type === "text" ? part.text : HOLE)).join(""),
  );
}

/** `mktemp` creates a new name: below the temporary folder, or according to its template. */
function temporaryName(args: readonly string[]): string | null {
  if (args.some((arg) => arg.includes(HOLE) || /^(?:-p|--tmpdir)/.test(arg))) return null;
  const template = args.find((arg) => !arg.startsWith("-"));
  if (template === undefined) return "/tmp/tmp.XXXXXXXXXX";
  return args.includes("-t") && !template.includes("/") ? `/tmp/${template}` : template;
}

function parameterValue(name: string, scope: Scope): string | null {
  const assigned = scope.variables.get(name);
  if (assigned !== undefined) return assigned?.length === 1 ? (assigned[0]?.text ?? null) : null;
  if (name === "PWD") return scope.cwd;
  if (name === "HOME") return "~";
  if (name === "TMPDIR") return "/tmp";
  if (name === "!") return "%1";
  return DIGITS.has(name) ? "0" : null;
}

function splitFields(all: readonly Atom[]): Atom[][] {
  const fields: Atom[][] = [];
  let current: Atom[] | null = null;
  for (const atom of all) {
    if (!atom.quoted && /^\s$/.test(atom.text)) {
      if (current) fields.push(current);
      current = null;
      continue;
    }
    current ??= [];
    current.push(atom);
  }
  if (current) fields.push(current);
  return fields.length === 0 ? [[]] : fields;
}

/**
 * `{a,b}` and `{1..9}` outside quotes. A range becomes a hole: only the number of its values might matter.
 */
function expandBraces(field: readonly Atom[]): Atom[][] {
  const open = field.findIndex((atom) => !atom.quoted && atom.text === "{");
  if (open === -1) return [[...field]];
  const { close, commas } = matchBrace(field, open);
  if (close === -1) return [[...field]];
  const before = field.slice(0, open);
  const after = field.slice(close + 1);
  if (commas.length === 0) {
    const inside = field
      .slice(open + 1, close)
      .map((atom) => atom.text)
      .join("");
    const middle = inside.includes("..")
      ? [{ text: HOLE, quoted: true }]
      : field.slice(open, close + 1).map((atom) => ({ ...atom, quoted: true }));
    return expandBraces([...before, ...middle, ...after]);
  }
  const bounds = [open, ...commas, close];
  const results: Atom[][] = [];
  for (let index = 0; index + 1 < bounds.length && results.length <= MAX_FIELDS; index += 1) {
    const choice = field.slice((bounds[index] ?? 0) + 1, bounds[index + 1]);
    results.push(...expandBraces([...before, ...choice, ...after]));
  }
  return results;
}

function matchBrace(field: readonly Atom[], open: number): { close: number; commas: number[] } {
  const commas: number[] = [];
  let depth = 0;
  for (let index = open; index < field.length; index += 1) {
    const atom = field[index];
    if (!atom || atom.quoted) continue;
    if (atom.text === "{") depth += 1;
    if (atom.text === "," && depth === 1) commas.push(index);
    if (atom.text === "}") depth -= 1;
    if (depth === 0) return { close: index, commas };
  }
  return { close: -1, commas: [] };
}

function toField(field: readonly Atom[], word: Word, scope: Scope): Field {
  const text = field.map((atom) => atom.text).join("");
  const glob =
    field.some((atom) => !atom.quoted && /[*?[]/.test(atom.text)) ||
    word.parts.some((part) => possible(part, scope)[0]?.glob);
  const source = text === HOLE ? sourceOf(word) : null;
  return { text, glob, candidates: null, ...(source && { source }) };
}

function sourceOf(word: Word): readonly string[] | null {
  const [part, ...more] = word.parts;
  return part?.type === "substitution" && more.length === 0 ? wordsOf(part.script) : null;
}

/** Adds a possible value for a variable. Values accumulate, because a branch may not have been taken. */
export function assign(variables: Map<string, readonly Field[] | null>, name: string, value: Field): void {
  const before = variables.get(name);
  if (before === null) return;
  const texts = textsOf(value);
  const merged = [
    ...(before ?? []),
    ...(texts ?? [])
      .filter((text) => !before?.some((field) => field.text === text && field.glob === value.glob))
      .map((text) => ({ text, glob: value.glob, candidates: null })),
  ];
  variables.set(name, texts === null || merged.length > MAX_CANDIDATES ? null : merged);
}
