import { type RelationKind, relateIndentation } from "./indentation.ts";
import { asBlock, isBlank } from "./lines.ts";
import { type Alignment, merge } from "./merge.ts";
import { pairLines } from "./pair-lines.ts";
import type { Candidate, Wording } from "./pass.ts";
import type { LineKey, SourceIndex } from "./source-index.ts";

export interface BlockOptions {
  /** Which relations between the two indentations the pass accepts. */
  readonly relations: readonly RelationKind[];
  readonly score: number;
  /** Applied to new lines before they are indented. */
  readonly respell?: (line: string) => string;
}

/** Every place where the same number of lines have the same keys in the same order. */
export function findBlocks(
  source: SourceIndex,
  wording: Wording,
  key: LineKey,
  options: BlockOptions,
): readonly Candidate[] {
  const block = asBlock(wording.search, wording.replace);
  return blockStarts(source, block.search, key).flatMap((from) => {
    const at = block.search.map((_, index) => from + index);
    const candidate = alignedCandidate(source, { from, to: from + at.length, at }, block, options);
    return candidate === null ? [] : [candidate];
  });
}

/** The candidate for an alignment, or null if the pass does not accept the relation of the indentations. */
export function alignedCandidate(
  source: SourceIndex,
  alignment: Alignment,
  block: { readonly search: readonly string[]; readonly replace: readonly string[] },
  options: BlockOptions,
): Candidate | null {
  const pairs = block.search.flatMap((line, index) => {
    const at = alignment.at[index] ?? null;
    return at === null ? [] : [{ search: line, file: source.lines[at] ?? "" }];
  });
  const relation = relateIndentation(pairs, block.replace);
  if (relation === null || !options.relations.includes(relation.kind)) return null;
  const respell = options.respell ?? ((line: string) => line);
  const replace = withoutDoubledBlanks(source, alignment, block);
  const output = merge(source.lines, alignment, block.search, replace, (line, position) =>
    relation.reindent(respell(line), position),
  );
  return {
    from: alignment.from,
    to: alignment.to,
    outputs: output === null ? [] : [output],
    reindented: relation.kind !== "same",
    score: options.score,
    runnerUp: null,
  };
}

/**
 * If the replacement ends with a blank line that the search text lacks, and a blank line follows in the file,
 * they are the same line: quoted text often loses its last blank lines.
 */
function withoutDoubledBlanks(
  source: SourceIndex,
  alignment: Alignment,
  block: { readonly search: readonly string[]; readonly replace: readonly string[] },
): readonly string[] {
  const pairs = pairLines(block.search, block.replace);
  const lastOther = block.replace.findLastIndex((line, index) => !isBlank(line) || pairs[index] !== -1);
  let next = alignment.to;
  while (next < source.lineCount && isBlank(source.lines[next] ?? "")) next += 1;
  const doubled = Math.min(block.replace.length - 1 - lastOther, next - alignment.to);
  return block.replace.slice(0, block.replace.length - doubled);
}

/** Where the same number of lines have the same keys in the same order. */
export function blockStarts(source: SourceIndex, search: readonly string[], key: LineKey): readonly number[] {
  if (search.every(isBlank)) return [];
  const keys = search.map(key);
  const byKey = source.linesBy(key);
  let rarest: readonly number[] | undefined;
  let anchor = 0;
  for (const [index, name] of keys.entries()) {
    const places = byKey.get(name);
    if (places === undefined) return [];
    if (rarest === undefined || places.length < rarest.length) {
      rarest = places;
      anchor = index;
    }
  }
  return (rarest ?? [])
    .map((place) => place - anchor)
    .filter((from) => from >= 0 && from + keys.length <= source.lineCount)
    .filter((from) => keys.every((name, index) => key(source.lines[from + index] ?? "") === name));
}
