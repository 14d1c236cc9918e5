import type { SyntaxNode } from "../syntax/node.ts";
import type { ChangedFile, OpenChange } from "./reading/sides.ts";

/** One changed file and the tests that judge it. The language follows from the path. */
export interface DoubtExample {
  readonly path: string;
  /** Null if the change adds the file. */
  readonly before: string | null;
  readonly after: string;
  /** Text of one test file in the same language. */
  readonly tests?: string;
}

interface DoubtMeta {
  readonly id: string;
  readonly title: string;
  /** What it would let a change get away with, and why an honest change rarely needs it. */
  readonly why: string;
  readonly examples: {
    readonly raises: readonly DoubtExample[];
    readonly honest: readonly DoubtExample[];
  };
}

/** `what` continues the sentence that starts with the place: "src/calc.py:14 ...". */
export interface RaisedDoubt {
  readonly path: string;
  readonly line: number;
  readonly what: string;
  /** It changes what the tests consider equal, or the test tools themselves. */
  readonly forges?: true;
}

/**
 * Something that an honest fix almost never does. Reports only what the change adds: the author is not responsible for
 * existing code. Never mutates the change and never throws on code that it cannot parse.
 */
export interface DoubtRule {
  readonly meta: DoubtMeta;
  read(change: OpenChange): Iterable<RaisedDoubt>;
}

export function at(file: ChangedFile, node: SyntaxNode, what: string): RaisedDoubt {
  return { path: file.path, line: node.line, what };
}

/** A doubt about a change that tampers with its own evaluation. */
export function forging(file: ChangedFile, node: SyntaxNode, what: string): RaisedDoubt {
  return { ...at(file, node, what), forges: true };
}
