import type { Kind } from "../syntax/node.ts";

/** Statements before or after which another one may be missing. */
export const PLACES: readonly Kind[] = [
  ...(["expression-statement", "declaration", "assign", "augment", "return"] as const),
  ...(["if", "for-each", "for-classic", "while"] as const),
];
