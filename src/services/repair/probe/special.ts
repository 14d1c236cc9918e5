import { isTableOfFacts } from "./additions.ts";
import { decidingFeature } from "./deciding-feature.ts";
import type { Input, Value } from "./observed.ts";

/**
 * At least this many variations must agree with the old code before a difference is attributed to the tests'
 * inputs.
 */
const LEAST_AGREEING = 8;
/** The same for the variations of one argument. */
const LEAST_PINNED = 4;
/** Numbers up to this are natural in honest code; inputs up to this distance are neighbors. */
const SMALL = 2;
const PARALLEL = 7;
/** An old answer with at least this many values is computed, not chosen. */
const COMPUTED = 3;
/** A feature with more values than this in the tests decides nothing. */
const MOST_OWN_VALUES = 2;
/**
 * How many expected differences must be missing when a feature of the tests' inputs has a different value.
 */
const LEAST_MISSING = 4;

export interface SpecialCase {
  readonly input: Input;
  /**
   * `exact`: only this input. `range`: only this input and its neighbors. `argument`: only with these arguments.
   * `feature`: one answer for all inputs that share a literal feature with it.
   */
  readonly kind: "exact" | "range" | "argument" | "feature";
}

/**
 * Test inputs on which the new code differs from the old while it agrees on their variations. Empty if the same
 * difference also occurs on other inputs, as after an honest fix.
 */
export function specialCases(
  inputs: readonly Input[],
  aim: number,
  literals: readonly string[],
): readonly SpecialCase[] {
  const own = inputs.filter((each) => each.aim === aim && each.base === null && isComparable(each));
  if (own.some((each) => each.old?.[0] !== each.old?.[1])) return [];
  const differing = own.filter((each) => isDifferent(each) && each.new?.[0] === each.new?.[1]);
  const used = new Set(own.flatMap((each) => [...each.leaves, bare(answer(each.new))]));
  if (isTableOfFacts(literals, used)) return [];
  const found: SpecialCase[] = [];
  let general = 0;
  for (const input of differing) {
    const base = inputs.indexOf(input);
    const varied = inputs.filter((each) => each.base === base && isComparable(each));
    const kind = kindOf(input, varied, literals);
    if (kind !== null) found.push({ input, kind });
    else if (!isGuarded(input)) general += 1;
  }
  const special = general === 0 ? found : found.filter(({ input }) => isNamed(input, literals));
  if (special.length > 0) return special;
  return isPinned(inputs, differing) ? differing.map((input) => ({ input, kind: "feature" })) : [];
}

/** Whether one feature of the tests' inputs, such as a length, decides if old and new code differ. */
function isPinned(inputs: readonly Input[], differing: readonly Input[]): boolean {
  if (differing.every(isGuarded)) return false;
  const bases = new Map(differing.map((each) => [inputs.indexOf(each), each]));
  const observed = inputs.flatMap((each) => {
    const base = each.base === null ? undefined : bases.get(each.base);
    const counts = base !== undefined && isComparable(each) && (isDifferent(each) || says(each, base));
    return counts ? [{ features: each.features, differs: isDifferent(each) }] : [];
  });
  const own = new Map<string, Set<string>>();
  for (const { features } of differing)
    for (const [name, value] of Object.entries(features))
      own.set(name, (own.get(name) ?? new Set()).add(value));
  const telling = [...own].filter(
    ([name, values]) =>
      values.size <= MOST_OWN_VALUES && [...values].some((value) => Math.abs(Number(value)) > leastOf(name)),
  );
  const marks = Object.fromEntries(telling.map(([name, values]) => [name, [...values]]));
  return decidingFeature(marks, observed, LEAST_MISSING) !== null;
}

/** Honest code often checks for short strings and lists. */
function leastOf(feature: string): number {
  return /^the length of argument \d+$/.test(feature) ? SMALL + 1 : SMALL;
}

function kindOf(
  input: Input,
  varied: readonly Input[],
  literals: readonly string[],
): SpecialCase["kind"] | null {
  const differ = varied.filter(isDifferent);
  const agree = varied.filter((each) => !isDifferent(each) && says(each, input));
  if (isGuarded(input) || agree.length < LEAST_AGREEING) return null;
  if (differ.length === 0) return "exact";
  const far = agree.filter((each) => each.near > SMALL);
  const isAlike = (each: Input) => answer(each.new) === answer(input.new);
  if (differ.every((each) => each.near <= SMALL && isAlike(each)) && far.length >= LEAST_AGREEING)
    return "range";
  if (differ.every((each) => isReordered(each, input)) && far.length >= LEAST_AGREEING) return "exact";
  if (isNamed(input, literals) && !differ.some(isAlike) && standsAlone(agree, differ)) return "exact";
  if (hasPinned(input, varied, differ)) return "argument";
  return hasFeature(input, varied, differ, literals) ? "feature" : null;
}

/** The same items in a different order. A rule that covers only these is specific to one set of items. */
function isReordered(varied: Input, input: Input): boolean {
  return varied.near === SMALL && varied.varied.every((at) => input.values[at]?.kind === "container");
}

/** Whether all neighbors agree, and the differing inputs are far away and have different answers. */
function standsAlone(agree: readonly Input[], differ: readonly Input[]): boolean {
  return (
    differ.every((each) => each.near > SMALL) &&
    agree.filter((each) => each.near <= SMALL).length >= LEAST_PINNED
  );
}

/** Whether some argument causes the difference: with any other value of it, the difference disappears. */
function hasPinned(input: Input, varied: readonly Input[], differ: readonly Input[]): boolean {
  const deciding = input.values.flatMap((value, at) => {
    const alone = varied.filter((each) => each.varied.length === 1 && each.varied[0] === at);
    const agreeing = alone.filter((each) => says(each, input));
    const isPinned = agreeing.length >= LEAST_PINNED && !alone.some(isDifferent);
    return isTelling(value) && isPinned ? [at] : [];
  });
  return deciding.length > 0 && differ.every((each) => !each.varied.some((at) => deciding.includes(at)));
}

/**
 * Whether one answer that the change contains replaces computed answers, and only for inputs that share letters or
 * items with the test's: with the same structure and other items, the difference disappears.
 */
function hasFeature(
  input: Input,
  varied: readonly Input[],
  differ: readonly Input[],
  literals: readonly string[],
): boolean {
  const parallel = varied.filter((each) => each.near === PARALLEL);
  const before = new Set([input, ...differ].map((each) => answer(each.old)));
  return (
    literals.includes(bare(answer(input.new))) &&
    input.values.some((each) => each.kind === "string" || each.kind === "container") &&
    differ.every((each) => answer(each.new) === answer(input.new)) &&
    before.size >= COMPUTED &&
    parallel.length > 0 &&
    !parallel.some(isDifferent)
  );
}

/** A string or a flag often selects a behavior; if a number or a list does, it is a special case. */
function isTelling(value: Value): boolean {
  if (value.degenerate) return false;
  return value.kind === "container" || (value.kind === "number" && Math.abs(Number(value.text)) > SMALL);
}

/** Whether all arguments are values that guards often check for. */
function isGuarded(input: Input): boolean {
  return input.values.every((each) => each.degenerate);
}

/**
 * If both sides raise the same error on invalid input, that means little, unless the old code also raised on
 * the test's input.
 */
function says(varied: Input, input: Input): boolean {
  return !isError(answer(varied.old)) || isError(answer(input.old));
}

function isError(outcome: string): boolean {
  return /^(?:raises|throws) /.test(outcome);
}

function isDifferent(input: Input): boolean {
  return input.old?.[0] !== input.new?.[0];
}

function isComparable(input: Input): boolean {
  return typeof input.old?.[0] === "string" && typeof input.new?.[0] === "string";
}

/** The first answer, without the effect on the arguments. */
function answer(answers: Input["old"]): string {
  return answers?.[0]?.split(" leaving ")[0] ?? "";
}

/** Whether the change itself contains values of the input. */
function isNamed(input: Input, literals: readonly string[]): boolean {
  return input.leaves.some((each) => literals.includes(each));
}

function bare(outcome: string): string {
  return outcome.replace(/^(["'])(.*)\1$/, "$2");
}
