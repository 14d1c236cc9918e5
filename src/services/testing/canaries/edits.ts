import type { Node } from "./parse.ts";

/** Edits to one text, collected while its tree is traversed. At the same position, earlier insertions come first. */
export interface Edits {
  insert(at: number, text: string): void;
  replace(node: Node, text: string): void;
  replaceRange(start: number, end: number, text: string): void;
  wrap(node: Node, before: string, after: string): void;
  readonly count: number;
  apply(): string;
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export function openEdits(source: string): Edits {
  const edits: Edit[] = [];
  const replaceRange = (start: number, end: number, text: string) => {
    edits.push({ start, end, text });
  };
  const insert = (at: number, text: string) => replaceRange(at, at, text);
  return {
    insert,
    replaceRange,
    replace: (node, text) => replaceRange(node.range().start.index, node.range().end.index, text),
    wrap(node, before, after) {
      insert(node.range().start.index, before);
      insert(node.range().end.index, after);
    },
    get count() {
      return edits.length;
    },
    apply: () => applied(source, edits),
  };
}

/** Sorting is stable: insertions at one position keep their order and precede a replacement that starts there. */
function applied(source: string, edits: readonly Edit[]): string {
  let text = "";
  let at = 0;
  for (const edit of edits.toSorted(byPlace)) {
    // Inside a range that was already replaced.
    if (edit.start < at) continue;
    text += source.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return text + source.slice(at);
}

function byPlace(one: Edit, other: Edit): number {
  return one.start - other.start || Number(one.end > one.start) - Number(other.end > other.start);
}
