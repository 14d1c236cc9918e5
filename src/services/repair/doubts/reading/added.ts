import { remembered } from "../../../../domain/rules/values/remembered.ts";

import type { Mention } from "./mentions.ts";
import type { ChangedFile, OpenChange, Side } from "./sides.ts";

export interface AddedMention {
  readonly file: ChangedFile;
  readonly mention: Mention;
  readonly key: string;
}

type Key = (mention: Mention) => string | null;

/**
 * Mentions that the change adds: more of the same key than in all changed files before, so moved code does not count as
 * new. One per key and file, at the first place that the change touches.
 */
export function* addedMentions(
  change: OpenChange,
  files: readonly ChangedFile[],
  key: Key,
): Generator<AddedMention> {
  const earlier = countKeys(
    change.files.map((each) => each.before),
    key,
  );
  const later = countKeys(
    change.files.map((each) => each.after),
    key,
  );
  for (const file of files) {
    const told = new Set<string>();
    for (const mention of file.after.mentions) {
      const found = ownKey(file.after, mention, key);
      if (found === null || told.has(found) || (later.get(found) ?? 0) <= (earlier.get(found) ?? 0)) continue;
      if (!file.isTouched(mention.node)) continue;
      told.add(found);
      yield { file, mention, key: found };
    }
  }
}

/** Of these, the ones whose key the same file did not mention at all before. */
export function* firstMentions(
  change: OpenChange,
  files: readonly ChangedFile[],
  key: Key,
): Generator<AddedMention> {
  for (const added of addedMentions(change, files, key))
    if (!didBefore(added.file, key, added.key)) yield added;
}

/** Whether a file did the same before the change. */
export function didBefore(file: ChangedFile, key: Key, wanted: string): boolean {
  const { before } = file;
  return before?.mentions.some((each) => ownKey(before, each, key) === wanted) ?? false;
}

function countKeys(sides: readonly (Side | null)[], key: Key): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const side of sides) {
    for (const mention of side?.mentions ?? []) {
      const found = side === null ? null : ownKey(side, mention, key);
      if (found !== null) counts.set(found, (counts.get(found) ?? 0) + 1);
    }
  }
  return counts;
}

/** Whether the code already accessed files: it imported a module that does nothing else. */
export function usedFilesBefore({ before }: ChangedFile): boolean {
  return before?.imported.some((each) => FILE_MODULES.test(each.module)) ?? false;
}

const FILE_MODULES =
  /^(?:fs|fs\/promises|fs-extra|pathlib|shutil|tempfile|io\/fs|io\/ioutil|std\.fs\b.*|java\.nio\.file\b.*|java\.io\b.*)$/;

/** A function defined in the file does not count as the well-known one with the same name. */
function ownKey(side: Side, mention: Mention, key: Key): string | null {
  const root = mention.name.split(/[.(]/)[0] ?? "";
  return ownNames(side).has(root) ? null : key(mention);
}

const ownNames = remembered((side: Side) => new Set(side.routines.map((each) => each.name)));

/** The first row whose pattern matches the full name. */
export function keyFrom(rows: readonly (readonly [RegExp, string])[]): Key {
  return ({ name }) => rows.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}
