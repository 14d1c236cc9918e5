import { oneLine } from "../text/plain-text.ts";
import { LONGEST_SUBJECT } from "./commit-message.ts";

/** A shorter name, such as `test_1`, does not describe what the code should do. */
const SHORTEST_BEHAVIOR = 8;

/**
 * `fix(cart): rounds the total`: the file that was wrong, and the missing behavior in the words of the test
 * that showed it. Null if the test's name is meaningless.
 */
export function fixSubject(files: readonly string[], testName: string): string | null {
  const behavior = behaviorIn(testName);
  if (behavior.length < SHORTEST_BEHAVIOR) return null;
  const [file = "", ...others] = files;
  const scope = /([^/]+?)(?:\.[^./]*)?$/.exec(file)?.[1] ?? "";
  const head = others.length === 0 && /^[\w.-]{1,24}$/.test(scope) ? `fix(${scope}): ` : "fix: ";
  return head + cutAtWord(behavior, LONGEST_SUBJECT - head.length);
}

/**
 * `tests/test_cart.py::TestCart::test_rounds_the_total[3]` says "rounds the total"; `TestRoundsTotal` "rounds
 * total". A short name includes its parent: `calculator > adds` says "calculator adds".
 */
function behaviorIn(testName: string): string {
  const titles = oneLine(testName)
    .replace(/\[[^\]]*\]$/, "")
    .split(/::| > |\/(?=\w*$)/)
    .map(inWords);
  const [last = "", group = ""] = titles.toReversed();
  const isShort = last.length < SHORTEST_BEHAVIOR && last !== "" && !/[./]/.test(group);
  return isShort ? `${group} ${last}`.trim() : last;
}

function inWords(title: string): string {
  if (/\s/.test(title.trim())) return title.trim().replace(/\.$/, "");
  return title
    .replace(/^.*\.(?=\w+$)(?!(?:py|[cm]?[jt]sx?|go|rs|rb|php|java)$)/, "")
    .replace(/^tests?(?=[_A-Z\d]|$)_*/i, "")
    .replace(/([a-z\d])([A-Z])/g, (_all, before: string, after: string) => `${before} ${after.toLowerCase()}`)
    .replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())
    .replace(/_+/g, " ")
    .trim();
}

function cutAtWord(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const cut = text.slice(0, longest - 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), longest / 2))}…`;
}
