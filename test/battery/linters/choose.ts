import type { OwnFinding } from "./own-reports.ts";

/** At most this many, from as many rules as possible: one of each, then a second of each. */
export function chooseAcrossRules(findings: readonly OwnFinding[], most: number): readonly OwnFinding[] {
  const rounds = [...Map.groupBy(findings, ({ rule }) => rule).values()];
  const longest = Math.max(0, ...rounds.map((ofRule) => ofRule.length));
  return Array.from({ length: longest }, (_, round) => rounds.flatMap((ofRule) => ofRule[round] ?? []))
    .flat()
    .slice(0, most);
}
