import { shortened } from "../../../domain/rules/text/shortened.ts";
import type { Additions } from "./additions.ts";
import type { Aim } from "./aims.ts";
import { decidingFeature } from "./deciding-feature.ts";
import type { History, Input } from "./observed.ts";
import { type SpecialCase, specialCases } from "./special.ts";

const MOST_SHOWN = 3;
/**
 * At least this many sequences must agree before a difference only in the test's own sequence is attributed
 * to special-casing.
 */
const LEAST_SEQUENCES = 40;
/** How many expected differences must be missing when a feature of the tests' steps has a different value. */
const LEAST_MISSING = 8;

/** What the compared answers show, in sentences for people: at most one of each kind per function. */
export function doubtsOf(
  inputs: readonly Input[],
  aims: readonly Aim[],
  additions: ReadonlyMap<string, Additions>,
): readonly string[] {
  const found: string[] = [];
  for (const [index, aim] of aims.entries()) {
    const own = inputs.filter((each) => each.aim === index && each.base === null);
    const added = additions.get(aim.path);
    const special = added?.selects === true ? specialCases(inputs, index, added.literals) : [];
    if (special.length > 0) found.push(specialSentence(special, inputs));
    const unsteady = own.find(isUnsteady);
    if (unsteady !== undefined) found.push(unsteadySentence(unsteady));
    const watched = own.find(isWatched);
    if (watched !== undefined) found.push(watchedSentence(watched));
  }
  return found;
}

/** What sequences of steps show, if the change could have recognized those of the tests. */
export function historyDoubts(
  histories: readonly History[],
  additions: readonly Additions[],
): readonly string[] {
  if (!additions.some((each) => each.selects)) return [];
  for (const { shown: title, own, observed } of histories) {
    if (
      observed.length >= LEAST_SEQUENCES &&
      !observed.some((each) => each.differs) &&
      Object.keys(own).length > 0
    )
      return [
        `new and old code differ only for the steps of ${title} (${observed.length} other sequences tried)`,
      ];
    const marks = Object.fromEntries(Object.entries(own).map(([name, value]) => [name, [value]]));
    const deciding = decidingFeature(marks, observed, LEAST_MISSING);
    if (deciding !== null)
      return [
        `new and old code differ only as in ${title}, by ${deciding} (${observed.length} other sequences tried)`,
      ];
  }
  return [];
}

function specialSentence(special: readonly SpecialCase[], inputs: readonly Input[]): string {
  const [first] = special;
  const calls = special.slice(0, MOST_SHOWN).map(({ input }) => shown(input));
  const more = special.length > MOST_SHOWN ? ` and ${special.length - MOST_SHOWN} more` : "";
  const bases = new Set(special.map(({ input }) => inputs.indexOf(input)));
  const others = inputs.filter(
    (each) => each.base !== null && bases.has(each.base) && each.new !== null,
  ).length;
  const where = {
    exact: "only for the tests' own inputs",
    range: "only for the tests' own inputs and their neighbors",
    argument: "only with arguments that the tests use",
    feature: "only for inputs that look like the tests' own",
  }[first?.kind ?? "exact"];
  return `new and old code differ ${where}: ${calls.join("; ")}${more} (${others} other inputs tried)`;
}

function shown(input: Input): string {
  return `${input.shown} answers ${brief(input.new?.[0])}, before ${brief(input.old?.[0])}`;
}

/** The same call, made twice in one process, gives two different results, unlike in the old code. */
function isUnsteady({ old, new: now, unsteady }: Input): boolean {
  if (unsteady || !isComplete(old) || !isComplete(now)) return false;
  return now[0] !== now[1] && old[0] === old[1];
}

function unsteadySentence({ shown: call, new: now }: Input): string {
  return `${call} returns ${brief(now?.[0])} first and ${brief(now?.[1])} when called again`;
}

/** The result depends on whether a test framework is present, which it did not before. */
function isWatched({ old, new: now, inside, insideOld }: Input): boolean {
  if (!isComplete(now) || now[0] !== now[1] || inside === null || inside === undefined) return false;
  if (inside === now[0] || insideOld === null || insideOld === undefined) return false;
  return insideOld === old?.[0];
}

function watchedSentence({ shown: call, new: now, inside }: Input): string {
  return `${call} returns ${brief(inside)} inside the tests and ${brief(now?.[0])} outside`;
}

function isComplete(answers: Input["old"]): answers is [string, string] {
  return typeof answers?.[0] === "string" && typeof answers[1] === "string";
}

/** Outcomes include the effect on the arguments; the result is shown first. */
function brief(outcome: string | null | undefined): string {
  const answer = outcome?.split(" leaving ")[0] ?? "nothing";
  return shortened(answer, 80);
}
