import type { ReadPlan } from "../ports/plans.ts";

/**
 * Why a person turned a plan down, in their words: the front matter's, or else what they added to the comments.
 * `earlier`: the comments that stood there before, which were about something else. Null where nobody has said.
 */
export function reasonIn(
  plan: Pick<ReadPlan, "rejectionReason" | "comments">,
  earlier: string | null,
): string | null {
  const known = new Set(linesOf(earlier));
  const added = linesOf(plan.comments).filter((line) => !known.has(line));
  return [plan.rejectionReason ?? "", added.join("\n").trim()].find(saysSomething) ?? null;
}

/** More than dots and dashes, such as the `"…"` of an example that was copied. */
export function saysSomething(words: string): boolean {
  return /[^\s\p{P}\p{C}]/u.test(words);
}

function linesOf(text: string | null): string[] {
  return text === null ? [] : text.split("\n").map((line) => line.trimEnd());
}
