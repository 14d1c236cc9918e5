import { matchWildcards } from "./wildcards.ts";

/** One part of a glob between two slashes. */
export type Segment =
  | { readonly kind: "any-depth" }
  | { readonly kind: "literal"; readonly text: string }
  | {
      readonly kind: "wild";
      readonly tokens: readonly Token[];
      /** The characters that every matching name starts and ends with. */
      readonly start: string;
      readonly end: string;
      /** Whether there is exactly one star between them. */
      readonly isPlain: boolean;
    };

type Token =
  | { readonly kind: "star" }
  | { readonly kind: "one" }
  | { readonly kind: "character"; readonly text: string }
  | CharacterSet;

interface CharacterSet {
  readonly kind: "set";
  readonly negated: boolean;
  readonly ranges: readonly (readonly [string, string])[];
  readonly classes: readonly RegExp[];
}

/** Functions, because loading the Unicode tables takes milliseconds. */
const CLASSES: Readonly<Record<string, () => RegExp>> = {
  alpha: () => /\p{L}/u,
  lower: () => /\p{Ll}/u,
  upper: () => /\p{Lu}/u,
  digit: () => /[0-9]/,
  xdigit: () => /[0-9A-Fa-f]/,
  alnum: () => /[\p{L}\p{N}]/u,
  punct: () => /[!-/:-@[-`{-~]/,
  blank: () => /[ \t]/,
  space: () => /\s/,
};

export function compileSegment(text: string): Segment {
  if (text === "**") return { kind: "any-depth" };
  const characters = [...text];
  const tokens: Token[] = [];
  // If one set is never closed, no later one is: without this, `[[[[…` would be read once for each bracket.
  let maySet = true;
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at] ?? "";
    const set = character === "[" && maySet ? readSet(characters, at) : null;
    if (character === "[" && set === null) maySet = false;
    if (set !== null) {
      tokens.push(set.token);
      at = set.end;
    } else if (character === "*") {
      if (tokens.at(-1)?.kind !== "star") tokens.push({ kind: "star" });
    } else if (character === "?") {
      tokens.push({ kind: "one" });
    } else {
      const escaped = character === "\\" && at + 1 < characters.length;
      if (escaped) at++;
      tokens.push({ kind: "character", text: characters[at] ?? "" });
    }
  }
  const first = tokens.findIndex((token) => token.kind !== "character");
  if (first === -1) return { kind: "literal", text: textOf(tokens) };
  const last = tokens.findLastIndex((token) => token.kind !== "character");
  const [start, end] = [textOf(tokens.slice(0, first)), textOf(tokens.slice(last + 1))];
  return { kind: "wild", tokens, start, end, isPlain: first === last && tokens[first]?.kind === "star" };
}

function textOf(tokens: readonly Token[]): string {
  return tokens.map((token) => (token.kind === "character" ? token.text : "")).join("");
}

export function matchSegment(segment: Segment | undefined, name: string): boolean {
  if (segment === undefined || segment.kind === "any-depth") return false;
  if (segment.kind === "literal") return segment.text === name;
  const { tokens, start, end, isPlain } = segment;
  if (name.length < start.length + end.length || !name.startsWith(start) || !name.endsWith(end)) return false;
  if (isPlain) return true;
  const characters = /[\ud800-\udfff]/.test(name) ? [...name] : name;
  return matchWildcards(
    tokens.length,
    characters.length,
    (index) => (tokens[index]?.kind === "star" ? 0 : -1),
    (index, at) => matchToken(tokens[index], characters[at] ?? ""),
  );
}

/** The set that opens at `start`, or null if it is never closed and is therefore literal. */
function readSet(text: readonly string[], start: number): { token: CharacterSet; end: number } | null {
  let at = start + 1;
  const negated = text[at] === "!" || text[at] === "^";
  if (negated) at++;
  const ranges: [string, string][] = [];
  const classes: RegExp[] = [];
  for (let first = true; at < text.length; first = false) {
    if (text[at] === "]" && !first) return { token: { kind: "set", negated, ranges, classes }, end: at };
    const named = text[at] === "[" && text[at + 1] === ":" ? readClass(text, at) : null;
    if (named !== null) {
      classes.push(named.expression);
      at = named.end;
      continue;
    }
    if (text[at] === "\\") at++;
    const low = text[at++] ?? "";
    if (text[at] === "-" && at + 1 < text.length && text[at + 1] !== "]") {
      at++;
      if (text[at] === "\\") at++;
      ranges.push([low, text[at++] ?? ""]);
    } else {
      ranges.push([low, low]);
    }
  }
  return null;
}

/** `[:alpha:]` inside a set, as shells read it. */
function readClass(text: readonly string[], start: number): { expression: RegExp; end: number } | null {
  const name = /^\[:([a-z]+):\]/.exec(text.slice(start, start + 12).join(""))?.[1] ?? "";
  const expression = CLASSES[name]?.();
  return expression === undefined ? null : { expression, end: start + name.length + 4 };
}

function matchToken(token: Token | undefined, character: string): boolean {
  if (token === undefined || token.kind === "star") return false;
  if (token.kind === "one") return true;
  if (token.kind === "character") return token.text === character;
  const isListed =
    token.ranges.some(([low, high]) => low <= character && character <= high) ||
    token.classes.some((expression) => expression.test(character));
  return isListed !== token.negated;
}
