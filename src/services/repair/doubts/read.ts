import type { ReadChange, ReadDoubts } from "../../../domain/ports/repair.ts";
import { doubtRules } from "./list.ts";
import { openChange } from "./reading/change.ts";
import type { DoubtRule, Finding } from "./rule.ts";

/** Applies every rule to a change. Returns sentences in the order of the rules, without duplicates. */
export const readDoubts: ReadDoubts = (change) => {
  const findings = findDoubts(change, doubtRules);
  const forging = new Set(sentences(findings.filter((each) => each.forges === true)));
  return sentences(findings).map((text) => ({ text, forges: forging.has(text) }));
};

export function findDoubts(change: ReadChange, rules: readonly DoubtRule[]): readonly Finding[] {
  const open = openChange(change);
  return rules.flatMap((rule) => [...rule.read(open)]);
}

export function sentences(findings: readonly Finding[]): readonly string[] {
  return [...new Set(findings.map(({ path, line, what }) => `${path}:${line} ${what}`))];
}
