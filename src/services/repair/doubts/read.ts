import type { ReadChange, ReadDoubts } from "../../../domain/ports/repair.ts";
import { doubtRules } from "./list.ts";
import { openChange } from "./reading/change.ts";
import type { DoubtRule, RaisedDoubt } from "./rule.ts";

/** Applies every rule to a change. Returns sentences in the order of the rules, without duplicates. */
export const readDoubts: ReadDoubts = (change) => {
  const doubts = findDoubts(change, doubtRules);
  const forging = new Set(sentences(doubts.filter((each) => each.forges === true)));
  return sentences(doubts).map((text) => ({ text, forges: forging.has(text) }));
};

export function findDoubts(change: ReadChange, rules: readonly DoubtRule[]): readonly RaisedDoubt[] {
  const open = openChange(change);
  return rules.flatMap((rule) => [...rule.read(open)]);
}

export function sentences(doubts: readonly RaisedDoubt[]): readonly string[] {
  return [...new Set(doubts.map(({ path, line, what }) => `${path}:${line} ${what}`))];
}
