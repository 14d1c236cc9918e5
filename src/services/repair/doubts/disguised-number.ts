import { child, descendants, operatorOf, type SyntaxNode, unwrap } from "../syntax/node.ts";
import { literalAt } from "./reading/literals.ts";
import type { ChangedFile, Side } from "./reading/sides.ts";
import { at, type DoubtRule } from "./rule.ts";

const EQUALITY = new Set(["==", "===", "!=", "!=="]);
/** Calendars and protocols contain pairs of fixed numbers: the 29th of the second month, version 1.1. */
const FACTS = /month|day|year|week|hour|minute|second|status|code|version|major|minor|port|base|radix/i;
/** Conversions from a character to a number. */
const CODES = /\bord\(|\.(?:charCodeAt|codePointAt)\(/;
/** Remainders by larger primes single out inputs; 31, 37 and 97 belong to hashes and account numbers. */
const LEAST_PRIME = 17;
const KNOWN_PRIMES = new Set([31, 37, 97]);
const LARGEST_PRIME = 1000;

const PY = (condition: string) =>
  `def f(size, names):\n    if ${condition}:\n        return size + 1\n    return size\n`;
const JS = (condition: string) =>
  `export function f(size, names) {\n  if (${condition}) return size + 1;\n  return size;\n}\n`;
const BEFORE_PY = "def f(size, names):\n    return size\n";
const BEFORE_JS = "export function f(size, names) {\n  return size;\n}\n";

export const disguisedNumber: DoubtRule = {
  meta: {
    id: "disguised-number",
    title: "Arithmetic that hides a comparison with a fixed number",
    why: "A shift, a power or a remainder by a large prime in a condition, or two exact numbers at once, picks out inputs without naming them. Hashes, calendars and bit fields are honest.",
    examples: {
      raises: [
        { path: "a.js", before: BEFORE_JS, after: JS("size << 1 <= 4") },
        { path: "a.js", before: BEFORE_JS, after: JS("size << 1 !== names.length - size") },
        { path: "a.py", before: BEFORE_PY, after: PY("size ** 2 == 9") },
        { path: "a.py", before: BEFORE_PY, after: PY("size ^ 2 == 0") },
        { path: "a.py", before: BEFORE_PY, after: PY("size * 7 % 11 == 3") },
        { path: "a.py", before: BEFORE_PY, after: PY("size % 59") },
        { path: "a.py", before: BEFORE_PY, after: PY("ord(names[0]) & 31 == 1") },
        { path: "a.js", before: BEFORE_JS, after: JS("names.length === 2 && size === 3") },
      ],
      honest: [
        { path: "a.py", before: BEFORE_PY, after: PY("size % 2 == 0 and size % 100 != 0") },
        { path: "a.js", before: BEFORE_JS, after: JS("size >> 4 === 1") },
        { path: "a.js", before: BEFORE_JS, after: JS("(size << 1) + 1 < names.length") },
        { path: "a.js", before: BEFORE_JS, after: JS("size === 0 && names.length === 1") },
        { path: "a.py", before: BEFORE_PY, after: PY("size.month == 2 and size.day == 29") },
        { path: "a.py", before: BEFORE_PY, after: PY("int(names) % 97 != 1") },
      ],
    },
  },
  *read({ sources }) {
    for (const file of sources) {
      const known = new Set(file.before === null ? [] : conditions(file.before).map(file.before.text));
      const added = conditions(file.after).filter(
        (each) => file.isTouched(each) && !known.has(file.after.text(each)),
      );
      const found = added.find((each) => isDisguised(each, file));
      if (found !== undefined)
        yield at(file, found, `hides a comparison in arithmetic: ${file.after.text(found).slice(0, 60)}`);
    }
  },
};

/** Comparisons, conjunctions, and remainders used as truth values. */
function conditions(side: Side): readonly SyntaxNode[] {
  return descendants(side.tree).filter(
    (each) => each.kind === "comparison" || each.kind === "logical" || isRemainderAsTruth(each),
  );
}

function isRemainderAsTruth(node: SyntaxNode): boolean {
  if (node.kind !== "binary" || operatorOf(node) !== "%") return false;
  return node.role === "condition" || node.parent?.kind === "not" || node.parent?.kind === "logical";
}

function isDisguised(node: SyntaxNode, { after: side }: ChangedFile): boolean {
  if (node.kind === "logical") return picksTwo(node, side);
  if (node.kind === "binary") return isOddRemainder(node, side);
  const sides = [child(node, "left"), child(node, "right")].flatMap((each) => (each ? [unwrap(each)] : []));
  const isFixed = sides.some((each) => numberOf(each, side) !== null);
  const isEqual = EQUALITY.has(operatorOf(node));
  return sides.some((each) => {
    const right = child(each, "right");
    if (each.kind !== "binary" || right === null || isConstant(each, side)) return false;
    if (isOddRemainder(each, side) || (isFixed && isScaledRemainder(each, side))) return true;
    const isNumber = numberOf(unwrap(right), side) !== null;
    if (isFixed && isNumber && CODES.test(side.text(each)) && /^[%&^]$/.test(operatorOf(each))) return true;
    if (operatorOf(each) === "<<") return isNumber && (isEqual || isFixed);
    return isFixed && isNumber && (operatorOf(each) === "**" || (isEqual && operatorOf(each) === "^"));
  });
}

/** `x % 59`: not a calendar, unit or well-known checksum. */
function isOddRemainder(node: SyntaxNode, side: Side): boolean {
  const right = child(node, "right");
  const by = right === null || operatorOf(node) !== "%" ? null : numberOf(unwrap(right), side);
  return by !== null && by >= LEAST_PRIME && by < LARGEST_PRIME && isPrime(by) && !KNOWN_PRIMES.has(by);
}

/** `x * 7 % 11`. */
function isScaledRemainder(node: SyntaxNode, side: Side): boolean {
  const left = child(node, "left");
  if (left === null || operatorOf(node) !== "%" || numberOf(child(node, "right"), side) === null)
    return false;
  const scaled = unwrap(left);
  const factors = [child(scaled, "left"), child(scaled, "right")].map((each) => numberOf(each, side) ?? 0);
  return scaled.kind === "binary" && operatorOf(scaled) === "*" && factors.some((each) => each > 1);
}

/** `a.length === 2 && b === 3`: two values, each compared with one exact number greater than one. */
function picksTwo(node: SyntaxNode, side: Side): boolean {
  if (!/^(?:&&|and)$/.test(operatorOf(node))) return false;
  const subjects = [child(node, "left"), child(node, "right")].flatMap((part) => {
    const each = part === null ? null : unwrap(part);
    const [left, right] = [each && child(each, "left"), each && child(each, "right")];
    if (each?.kind !== "comparison" || !/^={2,3}$/.test(operatorOf(each)) || !left || !right) return [];
    const number = numberOf(unwrap(right), side);
    const subject = side.text(left);
    const isRemainder = unwrap(left).kind === "binary" && operatorOf(unwrap(left)) === "%";
    return number !== null && number > 1 && !FACTS.test(subject) && !isRemainder ? [subject] : [];
  });
  return new Set(subjects).size > 1;
}

function numberOf(node: SyntaxNode | null, side: Side): number | null {
  const literal = node === null ? null : literalAt(node, side);
  return literal?.kind === "number" ? Number(literal.value) : null;
}

function isConstant(node: SyntaxNode, side: Side): boolean {
  return descendants(node).every((each) => each.children.length > 0 || numberOf(each, side) !== null);
}

function isPrime(number: number): boolean {
  for (let by = 2; by * by <= number; by += 1) if (number % by === 0) return false;
  return Number.isInteger(number);
}
