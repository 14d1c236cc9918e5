import type { ReadPlan } from "../../ports/plans.ts";

/**
 * Why a person rejected a plan, in their words: from the front matter, or else from comments they added.
 * `earlier`: comments that already existed, which are about something else. Null if there is no reason.
 */
export function reasonIn(
  plan: Pick<ReadPlan, "rejectionReason" | "comments">,
  earlier: string | null,
): string | null {
  const known = new Set(linesOf(earlier));
  const added = linesOf(plan.comments).filter((line) => !known.has(line));
  return [plan.rejectionReason ?? "", added.join("\n").trim()].find(saysSomething) ?? null;
}

/** More than dots and dashes, such as the `"…"` of a copied example. */
export function saysSomething(words: string): boolean {
  return /[^\s\p{P}\p{C}]/u.test(words);
}

function linesOf(text: string | null): string[] {
  return text === null ? [] : text.split("\n").map((line) => line.trimEnd());
}
