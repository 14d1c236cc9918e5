import type { CodeIndex } from "./code-index.ts";
import type { EmbeddingProvider } from "./embeddings.ts";
import { inTransaction } from "./index-database.ts";
import {
  type MeaningSearchOptions,
  readHits,
  type SymbolHit,
  searchWords,
  selectHits,
} from "./search-meaning.ts";

const SYMBOLS_PER_BATCH = 256;
const LONGEST_TEXT = 2000;
const POOL = 100;
/** Damps the advantage of the very first ranks when two rankings are merged. */
const RANK_OFFSET = 20;

/** Gives every symbol that has none a vector of this provider. */
export async function embedSymbols(
  index: CodeIndex,
  provider: EmbeddingProvider,
  signal?: AbortSignal,
): Promise<number> {
  const missing = index
    .statement(
      `SELECT s.id, s.container, s.signature, s.doc, s.snippet, f.path
       FROM symbols s JOIN files f ON f.id = s.file_id
       WHERE NOT EXISTS (SELECT 1 FROM vectors v WHERE v.symbol_id = s.id AND v.provider = ?) ORDER BY s.id`,
    )
    .all(provider.id);
  for (let start = 0; start < missing.length; start += SYMBOLS_PER_BATCH) {
    const batch = missing.slice(start, start + SYMBOLS_PER_BATCH);
    const texts = batch.map((row) =>
      [row.path, row.container, row.signature, row.doc, row.snippet].join("\n").slice(0, LONGEST_TEXT),
    );
    const vectors = await provider.embed(texts, signal);
    inTransaction(index.database, () => {
      for (const [position, row] of batch.entries()) {
        const vector = vectors[position];
        if (vector === undefined) continue;
        const bytes = new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
        index
          .statement("INSERT OR REPLACE INTO vectors (symbol_id, provider, vector) VALUES (?, ?, ?)")
          .run(Number(row.id), provider.id, bytes);
      }
    });
  }
  return missing.length;
}

/** The words' ranking and the vectors' ranking merged by rank. */
export async function searchWordsAndVectors(
  index: CodeIndex,
  provider: EmbeddingProvider,
  query: string,
  options: MeaningSearchOptions & { readonly signal?: AbortSignal } = {},
): Promise<readonly SymbolHit[]> {
  const [vector] = await provider.embed([query], options.signal);
  const byWords = searchWords(index, query, { ...options, limit: POOL });
  if (vector === undefined) return byWords.slice(0, options.limit ?? 10);
  const byVector = selectHits(readHits(index, nearest(index, provider, vector)), options);
  const scores = new Map<number, number>();
  for (const ranking of [byWords, byVector]) {
    for (const [rank, hit] of ranking.entries()) {
      scores.set(hit.id, (scores.get(hit.id) ?? 0) + 1 / (RANK_OFFSET + rank));
    }
  }
  const hits = new Map([...byVector, ...byWords].map((hit) => [hit.id, hit]));
  return [...hits.values()]
    .map((hit) => ({ ...hit, score: scores.get(hit.id) ?? 0 }))
    .sort((left, right) => right.score - left.score || left.id - right.id)
    .slice(0, options.limit ?? 10);
}

function nearest(index: CodeIndex, provider: EmbeddingProvider, wanted: Float32Array): readonly number[] {
  const best: { id: number; likeness: number }[] = [];
  const rows = index
    .statement("SELECT symbol_id, vector FROM vectors WHERE provider = ?")
    .iterate(provider.id);
  for (const row of rows) {
    const bytes = row.vector as Uint8Array;
    const vector = new Float32Array(bytes.slice().buffer);
    if (vector.length !== wanted.length) continue;
    best.push({ id: Number(row.symbol_id), likeness: dot(vector, wanted) });
  }
  return best
    .sort((left, right) => right.likeness - left.likeness || left.id - right.id)
    .slice(0, POOL)
    .map(({ id }) => id);
}

function dot(left: Float32Array, right: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < left.length; at++) sum += (left[at] ?? 0) * (right[at] ?? 0);
  return sum;
}
