import type { Patch } from "../../../domain/entities/patch.ts";
import type { RepairTarget, SourceFile } from "../../../domain/ports/repair.ts";
import { escapeRegex } from "../../../domain/rules/text/escape-regex.ts";
import { COSTS } from "../costs.ts";
import type { Language } from "../languages/language.ts";
import { NODE_NAMES, PYTHON_MODULES, PYTHON_NAMES } from "../languages/library-names.ts";
import { languageOf } from "../languages/list.ts";
import type { Complaint } from "../localize/complaints.ts";
import { lineAt } from "../syntax/line-at.ts";
import { slipsBetween } from "./spelling.ts";
import { toPatch } from "./to-patch.ts";

const costs = COSTS.respelled;
const ID = "respelled";
/** At most this many names are tried for a missing one. */
const MOST_NAMES = 12;
/** A name that occurs more often than this is rarely a typo. */
const MOST_PLACES = 20;
const MOST_TEXT = 300_000;
const IMPORTING = /\b(?:import|from|require|export)\b/;

interface Spelling {
  readonly name: string;
  readonly extra: number;
}

/**
 * Other spellings of a missing name at the place of the error, and the missing name in place of similar ones,
 * for a misspelled definition. Includes import lines.
 */
export function respelled(target: RepairTarget, complaints: readonly Complaint[]): readonly Patch[] {
  const near = { ...target, sources: within(target.sources), tests: within(target.tests) };
  return complaints
    .filter(({ kind }) => kind !== "arity")
    .flatMap((complaint) => [...forComplaint(complaint, near)]);
}

/** In a large repository, files are nearest first. */
function within(files: readonly SourceFile[]): readonly SourceFile[] {
  let read = 0;
  return files.filter(({ text }) => {
    read += text.length;
    return read <= MOST_TEXT;
  });
}

function* forComplaint(complaint: Complaint, target: RepairTarget): Generator<Patch> {
  const { name } = complaint;
  // Tests count twice: they are the reference, so their spelling is right.
  const files = [...target.sources, ...target.tests, ...target.tests];
  const written = countIn(files, name);
  for (const { name: other, extra } of spellingsOf(complaint, target)) {
    const isCommoner = written > countIn(files, other);
    const forward = costs.prior + extra + (isCommoner ? costs.commoner : 0);
    for (const file of target.sources) yield* replacing(complaint, other, file, forward);
    // Either the definition or its user is wrong: usually the one with the rarer spelling.
    if (complaint.kind === "module" || !isCommoner) continue;
    for (const file of target.sources) {
      const starts = placesOf(other, file.text);
      yield* changing(starts, other, name, file, costs.prior + extra + costs.definition);
    }
  }
}

/** The place of the error first; otherwise elsewhere in its file and on import lines. */
function* replacing({ kind, name, at }: Complaint, other: string, file: SourceFile, cost: number) {
  if (at !== null && at.path !== file.path) return;
  const starts = placesOf(name, file.text);
  const importing = starts.filter((start) => IMPORTING.test(lineAround(file.text, start)));
  const raising = starts.filter((start) => lineAt(file.text, start) === at?.line);
  const isImport = kind === "module" || kind === "export";
  if (isImport && raising.length === 0) return yield* changing(importing, name, other, file, cost);
  for (const start of raising) yield* changing([start], name, other, file, cost);
  if (at !== null && starts.length > 1) yield* changing(starts, name, other, file, cost + costs.everywhere);
}

function* changing(
  starts: readonly number[],
  from: string,
  to: string,
  file: SourceFile,
  cost: number,
): Generator<Patch> {
  if (starts.length === 0 || starts.length > MOST_PLACES) return;
  const edits = starts.map((start) => ({ start, end: start + from.length, text: to }));
  const patch = toPatch({ operator: ID, cost, edits, file });
  if (patch !== null) yield patch;
}

/** Names spelled like the missing one, likeliest first: in the same file, in others, in tests and the library. */
function spellingsOf({ kind, name, hint, at }: Complaint, target: RepairTarget): readonly Spelling[] {
  const found = new Map<string, number>();
  const add = (words: Iterable<string>, cost: number) => {
    for (const word of words) {
      const slips = word === hint ? 0 : slipsBetween(name, word);
      const extra = cost + (slips ?? 0) * costs.perSlip;
      if (slips !== null && extra < (found.get(word) ?? Number.POSITIVE_INFINITY)) found.set(word, extra);
    }
  };
  if (hint !== null) add([hint], 0);
  if (kind === "module") {
    add(
      target.sources.flatMap(({ path }) => path.replace(/\.\w+$/, "").split("/")),
      0,
    );
    add(PYTHON_MODULES, costs.elsewhere);
  } else {
    for (const { path, text } of target.sources) add(wordsOf(text), path === at?.path ? 0 : costs.elsewhere);
    for (const { text } of target.tests) add(wordsOf(text), costs.inTests);
    const language = languageOf(at?.path ?? target.sources[0]?.path ?? "");
    if (language !== null) add(libraryOf(language), costs.elsewhere);
  }
  return [...found]
    .map(([word, extra]) => ({ name: word, extra }))
    .sort((a, b) => a.extra - b.extra)
    .slice(0, MOST_NAMES);
}

function libraryOf({ id, builtins, confusions, callKinds, adders }: Language): readonly string[] {
  const imported = Object.values(id === "python" ? PYTHON_NAMES : NODE_NAMES);
  return [
    ...builtins,
    ...confusions.flat(),
    ...Object.keys(callKinds),
    ...adders.map(({ method }) => method),
    ...imported.flatMap((names) => names.split(" ")),
  ];
}

function wordsOf(text: string): readonly string[] {
  return [...new Set(text.match(/[A-Za-z_$][\w$]*/g) ?? [])];
}

function placesOf(name: string, text: string): readonly number[] {
  const word = escapeRegex(name);
  return [...text.matchAll(new RegExp(`(?<![\\w$])${word}(?![\\w$])`, "g"))].map(({ index }) => index);
}

function countIn(files: readonly SourceFile[], name: string): number {
  return files.reduce((sum, { text }) => sum + placesOf(name, text).length, 0);
}

function lineAround(text: string, offset: number): string {
  const end = text.indexOf("\n", offset);
  return text.slice(text.lastIndexOf("\n", offset - 1) + 1, end === -1 ? undefined : end);
}
