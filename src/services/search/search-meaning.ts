import { compileFilter } from "../../domain/rules/paths/glob.ts";
import type { CodeIndex } from "./code-index.ts";
import type { SymbolKind } from "./languages.ts";
import { queryWords, spellings, splitIdentifier, stem } from "./words.ts";

export interface MeaningSearchOptions {
  readonly limit?: number;
  readonly globs?: readonly string[];
  readonly kinds?: readonly SymbolKind[];
}

export interface SymbolHit {
  readonly id: number;
  readonly path: string;
  readonly line: number;
  readonly endLine: number;
  readonly name: string;
  readonly kind: SymbolKind;
  readonly container: string;
  readonly signature: string;
  readonly doc: string;
  /** Its first lines. */
  readonly snippet: string;
  /** Higher is better; comparable only within one answer. */
  readonly score: number;
}

/** Found by coordinate descent on the docstrings of the Python standard library; `npm run bench:search` has the figures. */
const WEIGHTS = { name: 3, place: 1.2, doc: 3, signature: 1.2, body: 1.5, insideName: 3, spelling: 0.4 };
const SATURATION = 1.2;
const LENGTH_PENALTY = 0.8;
const DEFAULT_LIMIT = 10;
const CANDIDATES = 500;
/** Words that occur in a larger share of the index than this are ignored, unless there are no others. */
const TOO_COMMON = 0.25;
const FEW = 25;

interface Term {
  readonly stem: string;
  readonly rarity: number;
  /** By symbol: the weight of the fields other than the body, and how often the word occurs in the body. */
  readonly hits: ReadonlyMap<number, { readonly weight: number; readonly inBody: number }>;
}

/** Functions and types that match a description in plain words or identifiers, best first. */
export function searchWords(
  index: CodeIndex,
  query: string,
  options: MeaningSearchOptions = {},
): readonly SymbolHit[] {
  const { symbols: total } = index.size();
  const terms = loadTerms(index, queryWords(query).map(stem), total);
  const averageBody = averageBodyLength(index);
  return selectHits(readHits(index, rankRoughly(terms)), options)
    .map((hit) => ({
      ...hit,
      score: scoreOf(hit.id, terms, hit.bodyWords / averageBody) * prior(hit, terms),
    }))
    .sort((left, right) => right.score - left.score || left.id - right.id)
    .slice(0, options.limit ?? DEFAULT_LIMIT)
    .map(({ bodyWords: _, ...hit }) => hit);
}

export function selectHits<Hit extends SymbolHit>(
  hits: readonly Hit[],
  options: MeaningSearchOptions,
): readonly Hit[] {
  const wanted = compileFilter(options.globs ?? []);
  return hits.filter((hit) => wanted(hit.path) && (options.kinds?.includes(hit.kind) ?? true));
}

function loadTerms(index: CodeIndex, stems: readonly string[], total: number): readonly Term[] {
  const counted = [...new Set(stems)].map((each) => ({ stem: each, count: countSymbols(index, each) }));
  const telling = counted.filter(({ count }) => count > 0 && !isTooCommon(count, total));
  return (telling.length > 0 ? telling : counted).map(({ stem: each, count }) => ({
    stem: each,
    rarity: Math.log(1 + (total - count + 0.5) / (count + 0.5)),
    hits: loadHits(index, each, total),
  }));
}

/** In a small project, even a word in a third of all functions still distinguishes them. */
function isTooCommon(count: number, total: number): boolean {
  return count > Math.max(total * TOO_COMMON, FEW);
}

function loadHits(index: CodeIndex, word: string, total: number): Term["hits"] {
  const hits = new Map<number, { weight: number; inBody: number }>();
  const add = (id: number, weight: number, inBody: number) => {
    const known = hits.get(id);
    if (known === undefined) hits.set(id, { weight, inBody });
    else hits.set(id, { weight: Math.max(known.weight, weight), inBody: Math.max(known.inBody, inBody) });
  };
  for (const [id, hit] of loadPlaces(index, word)) add(id, hit.weight, hit.inBody);
  for (const other of spellings(word)) {
    if (isTooCommon(countSymbols(index, other), total)) continue;
    for (const [id, hit] of loadPlaces(index, other)) {
      add(id, hit.weight * WEIGHTS.spelling, hit.inBody * WEIGHTS.spelling);
    }
  }
  for (const id of symbolsWithNamePart(index, word)) {
    const known = hits.get(id);
    if ((known?.weight ?? 0) >= WEIGHTS.name) continue;
    hits.set(id, { weight: (known?.weight ?? 0) + WEIGHTS.insideName, inBody: known?.inBody ?? 0 });
  }
  return hits;
}

function loadPlaces(index: CodeIndex, word: string): Term["hits"] {
  const hits = new Map<number, { weight: number; inBody: number }>();
  const seen = new Set<string>();
  for (const row of index.statement("SELECT doc, col FROM word_places WHERE term = ?").iterate(word)) {
    const id = Number(row.doc);
    const column = row.col as "name" | "place" | "doc" | "signature" | "body";
    const hit = hits.get(id) ?? { weight: 0, inBody: 0 };
    if (column === "body") hit.inBody++;
    else if (!seen.has(`${id} ${column}`)) hit.weight += WEIGHTS[column];
    if (column !== "body") seen.add(`${id} ${column}`);
    hits.set(id, hit);
  }
  return hits;
}

function symbolsWithNamePart(index: CodeIndex, word: string): readonly number[] {
  if (word.length < 3) return [];
  const rows = index.statement("SELECT rowid AS id FROM names WHERE names MATCH ?").all(`"${word}"`);
  return rows.map((row) => Number(row.id));
}

function countSymbols(index: CodeIndex, word: string): number {
  return Number(index.statement("SELECT doc FROM word_counts WHERE term = ?").get(word)?.doc ?? 0);
}

function averageBodyLength(index: CodeIndex): number {
  const row = index.statement("SELECT avg(body_words) AS average FROM symbols").get();
  return Math.max(1, Number(row?.average ?? 1));
}

/** Assumes that all bodies have average length: enough to choose the rows worth reading. */
function rankRoughly(terms: readonly Term[]): readonly number[] {
  const ids = new Set(terms.flatMap((term) => [...term.hits.keys()]));
  return [...ids]
    .map((id) => ({ id, score: scoreOf(id, terms, 1) }))
    .sort((left, right) => right.score - left.score || left.id - right.id)
    .slice(0, CANDIDATES)
    .map(({ id }) => id);
}

/** The weight of the matched words, times the share of the query they cover. */
function scoreOf(id: number, terms: readonly Term[], relativeLength: number): number {
  let score = 0;
  let covered = 0;
  let all = 0;
  for (const { rarity, hits } of terms) {
    all += rarity;
    const hit = hits.get(id);
    if (hit === undefined) continue;
    const damping = SATURATION * (1 - LENGTH_PENALTY + LENGTH_PENALTY * relativeLength);
    const body = (WEIGHTS.body * hit.inBody * (SATURATION + 1)) / (hit.inBody + damping);
    score += rarity * (hit.weight + body);
    covered += rarity;
  }
  return all === 0 ? 0 : score * (covered / all);
}

/** People search for functions more than for classes, and for public names more than for private ones. */
function prior(hit: SymbolHit, terms: readonly Term[]): number {
  const stems = new Set(terms.map((term) => term.stem));
  const unasked = splitIdentifier(hit.name).filter((word) => !stems.has(stem(word))).length;
  const isFunction = hit.kind === "function" || hit.kind === "method";
  return (isFunction ? 1 : 0.6) * (hit.name.startsWith("_") ? 0.8 : 1) * (1 / (1 + 0.1 * unasked));
}

export type ReadHit = SymbolHit & { readonly bodyWords: number };

export function readHits(index: CodeIndex, ids: readonly number[]): readonly ReadHit[] {
  const order = new Map(ids.map((id, position) => [id, position]));
  const rows = index
    .statement(
      `SELECT s.*, f.path FROM symbols s JOIN files f ON f.id = s.file_id
       WHERE s.id IN (SELECT value FROM json_each(?))`,
    )
    .all(JSON.stringify(ids));
  const hits = rows.map((row) => ({
    id: Number(row.id),
    path: String(row.path),
    line: Number(row.line),
    endLine: Number(row.end_line),
    name: String(row.name),
    kind: row.kind as SymbolKind,
    container: String(row.container),
    signature: String(row.signature),
    doc: String(row.doc),
    snippet: String(row.snippet),
    score: 0,
    bodyWords: Number(row.body_words),
  }));
  return hits.sort((left, right) => (order.get(left.id) ?? 0) - (order.get(right.id) ?? 0));
}
