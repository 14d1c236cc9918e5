import { isTableOfFacts } from "./additions.ts";
import type { Input, Value } from "./observed.ts";

/** So many variations must agree with the old code before a difference counts as made for the tests' inputs. */
const LEAST_AGREEING = 8;
/** The same for the variations of one argument. */
const LEAST_PINNED = 4;
/** Numbers up to this one stand for themselves in honest code. */
const SMALL = 2;

export interface SpecialCase {
  readonly input: Input;
  /** `exact`: only this input. `range`: only this input and its neighbors. `argument`: only with these arguments. */
  readonly kind: "exact" | "range" | "argument";
  readonly arguments: readonly number[];
}

/**
 * Inputs of the tests on which the new code differs from the old while it agrees on what is varied from them. Empty
 * when the same difference shows on other inputs too, as it does after an honest fix.
 */
export function specialCases(
  inputs: readonly Input[],
  aim: number,
  literals: readonly string[],
): readonly SpecialCase[] {
  const isDifferent = (input: Input) => answer(input.old) !== answer(input.new);
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
    const special = specialCase(input, varied, isDifferent);
    if (special !== null) found.push(special);
    else if (!input.values.every((each) => each.degenerate)) general += 1;
  }
  return general === 0 ? found : found.filter(({ input }) => isNamed(input, literals));
}

function specialCase(
  input: Input,
  varied: readonly Input[],
  isDifferent: (input: Input) => boolean,
): SpecialCase | null {
  const differ = varied.filter(isDifferent);
  const agree = varied.filter((each) => !isDifferent(each) && says(each, input));
  const isGuard = input.values.every((each) => each.degenerate);
  if (isGuard || agree.length === 0) return null;
  if (differ.length === 0)
    return agree.length < LEAST_AGREEING ? null : { input, kind: "exact", arguments: [] };
  const far = agree.filter((each) => each.near > SMALL);
  const isNeighbor = (each: Input) =>
    each.near <= SMALL && bare(answer(each.new)) === bare(answer(input.new));
  if (differ.every(isNeighbor) && far.length >= LEAST_AGREEING)
    return { input, kind: "range", arguments: [] };
  const pinned = input.values.flatMap((value, at) =>
    isTelling(value) && isPinned(at, varied, isDifferent, input) ? [at] : [],
  );
  const explains = differ.every((each) => !each.varied.some((at) => pinned.includes(at)));
  if (pinned.length === 0 || !explains || agree.length < LEAST_AGREEING) return null;
  return { input, kind: "argument", arguments: pinned };
}

/** Whether every other value of an argument makes the difference disappear. */
function isPinned(
  at: number,
  varied: readonly Input[],
  isDifferent: (input: Input) => boolean,
  input: Input,
): boolean {
  const alone = varied.filter((each) => each.varied.length === 1 && each.varied[0] === at);
  const agreeing = alone.filter((each) => says(each, input));
  return agreeing.length >= LEAST_PINNED && !alone.some(isDifferent);
}

/** A text or a flag often chooses what to do; a number or a list that does is a special case. */
function isTelling(value: Value): boolean {
  if (value.degenerate) return false;
  return value.kind === "container" || (value.kind === "number" && Math.abs(Number(value.text)) > SMALL);
}

/** That two sides raise the same error on nonsense says little, unless the old code raised on the test's input too. */
function says(varied: Input, input: Input): boolean {
  return !isError(answer(varied.old)) || isError(answer(input.old));
}

function isError(outcome: string | null): boolean {
  return outcome === null || /^(?:raises|throws) /.test(outcome);
}

function isComparable(input: Input): boolean {
  return answer(input.old) !== null && answer(input.new) !== null;
}

/** The first answer; a variation has only one. */
function answer(answers: Input["old"]): string | null {
  return answers?.[0] ?? null;
}

/** Whether the change itself names what the input holds. */
function isNamed(input: Input, literals: readonly string[]): boolean {
  return input.leaves.some((each) => literals.includes(each));
}

function bare(outcome: string | null): string {
  return (outcome ?? "").split(" leaving ")[0]?.replace(/^["']|["']$/g, "") ?? "";
}
