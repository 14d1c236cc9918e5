import type { LineComment, LineEvidence } from "../../src/hosts/http/api/reviews.ts";

export interface Place {
  readonly path: string;
  readonly line: number;
  readonly side: "old" | "new";
}

export interface Comment extends Place {
  readonly text: string;
}

/** Annotations of a diff's lines: the tests that ran them, and the reader's comments. */
export interface LineNotes {
  readonly evidence: ReadonlyMap<string, LineEvidence>;
  readonly comments: readonly Comment[];
  /** The line whose comment is being written. */
  readonly open: Place | null;
  /** False once the change has been answered. */
  readonly canComment: boolean;
  readonly startComment: (place: Place) => void;
  readonly cancelComment: () => void;
  /** An empty text removes the comment. */
  readonly keepComment: (place: Place, text: string) => void;
}

export function keyOf({ path, line, side }: Place): string {
  return `${side}:${line}:${path}`;
}

export function isSamePlace(one: Place | null, other: Place): boolean {
  return one !== null && keyOf(one) === keyOf(other);
}

export function evidenceByLine(lines: readonly LineEvidence[]): ReadonlyMap<string, LineEvidence> {
  return new Map(lines.map((each) => [keyOf({ path: each.path, line: each.line, side: "new" }), each]));
}

/** The comments with one place's text replaced. */
export function withComment(comments: readonly Comment[], place: Place, text: string): Comment[] {
  const others = comments.filter((comment) => !isSamePlace(comment, place));
  return text.trim() === "" ? others : [...others, { ...place, text: text.trim() }];
}

export function asSent(comments: readonly Comment[]): LineComment[] {
  return comments.map(({ path, line, side, text }) => ({ path, line, side, text }));
}
