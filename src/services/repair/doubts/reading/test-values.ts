import { remembered } from "../../../../domain/rules/values/remembered.ts";
import { ancestors, type SyntaxNode } from "../../syntax/node.ts";
import type { Literal } from "./literals.ts";
import type { ChangedFile, OpenChange, Side } from "./sides.ts";

/** Values in the tests, overall and per test. */
export interface TestValues {
  has(literal: Literal): boolean;
  /** Whether one test contains both. */
  together(one: Literal, other: Literal): boolean;
}

/** Numbers that code uses for their own meaning: units, bounds, status codes, powers. */
const COMMON = new Set(
  (
    "0 1 2 3 4 5 6 7 8 9 10 11 12 13 16 20 24 26 30 31 32 50 52 60 64 90 99 100 127 128 180 200 201 204 255 256 301 302 304 360 365 366 400 401 403 " +
    "404 409 422 429 500 502 503 512 999 1000 1024 1440 1900 1970 2000 3600 4096 8080 9999 10000 65535 65536 86400 1000000 0.5 0.1 0.01 0.001 1.5 2.5"
  ).split(" "),
);

export const testValues = remembered((change: OpenChange): TestValues => {
  const all = new Set<string>();
  const groups = new Map<Side, Map<SyntaxNode, Set<string>>>();
  for (const side of change.tests) {
    const own = new Map<SyntaxNode, Set<string>>();
    groups.set(side, own);
    for (const literal of side.literals) {
      all.add(keyOf(literal));
      const owner = testAround(literal.node);
      const known = own.get(owner) ?? new Set();
      own.set(owner, known.add(keyOf(literal)));
    }
  }
  const tests = [...groups.values()].flatMap((each) => [...each.values()]);
  return {
    has: (literal) => all.has(keyOf(literal)),
    together: (one, other) => tests.some((each) => each.has(keyOf(one)) && each.has(keyOf(other))),
  };
});

/**
 * Literals that the change adds and that no changed file contained before; a literal that replaces another does not
 * count.
 */
export function newLiterals(change: OpenChange, file: ChangedFile): readonly Literal[] {
  return newLiteralsIn(change)(file);
}

const newLiteralsIn = remembered((change: OpenChange) => {
  const known = new Set(change.files.flatMap((each) => each.before?.literals ?? []).map(keyOf));
  return remembered((file: ChangedFile): readonly Literal[] =>
    file.after.literals.filter(
      (each) => !known.has(keyOf(each)) && file.isTouched(each.node) && !isReplacement(file, each),
    ),
  );
});

/** A base case, an empty value, a boolean: honest code often compares with these. */
export function isBase({ kind, value }: Literal): boolean {
  if (kind === "number") return value === "0" || value === "1" || value === "-1";
  return kind !== "string" || value === "";
}

/** Whether it looks like data rather than a word of the program or a well-known number. */
export function isData({ kind, value }: Literal): boolean {
  if (kind === "number") return !COMMON.has(value.replace("-", ""));
  return (
    kind === "string" && value.length >= 3 && !/^[A-Za-z_][\w.:-]*$/.test(value) && /[A-Za-z0-9]/.test(value)
  );
}

export function shown({ kind, value }: Literal): string {
  return kind === "string" ? JSON.stringify(value.slice(0, 40)) : value;
}

/** Whether the literal replaced another one. */
export function isReplacement(file: ChangedFile, literal: Literal): boolean {
  return file.hunks.some((hunk) => {
    const removed = file.before?.tokens.slice(hunk.from, hunk.to).filter((each) => each.text !== "-") ?? [];
    const added = file.after.tokens.slice(hunk.start, hunk.end).filter((each) => each.text !== "-");
    const [only] = added;
    if (removed.length !== 1 || added.length !== 1 || only?.start !== literal.node.start) return false;
    return /^(?:[a-zA-Z]{0,2}["'`]|[\d.])/.test(removed[0]?.text ?? "");
  });
}

/** A quoted number counts as the number: `str(n) == "7"`. */
export function keyOf({ kind, value }: Literal): string {
  return `${kind === "string" && /^-?\d+(?:\.\d+)?$/.test(value) ? "number" : kind}:${value}`;
}

/** The innermost function around a value in a test, or the module-level statement. */
function testAround(node: SyntaxNode): SyntaxNode {
  let outermost = node;
  for (const each of ancestors(node)) {
    if (each.kind === "function" || each.kind === "lambda") return each;
    if (each.kind === "module") return outermost;
    outermost = each;
  }
  return outermost;
}
