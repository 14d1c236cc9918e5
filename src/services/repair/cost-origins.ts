/** The origin of a group of numbers. `fitted` applies to the prior only; a person chose the other numbers. */
export const ORIGINS = {
  first: "set by hand with the first operators: a common mistake costs 1, an unlikely one 2.5",
  frameworks: "changed by hand when the search first ran real pytest, unittest and JavaScript tests",
  javascript: "changed by hand after misses in `bench/cases/build.ts --set javascript`",
  go: "set or changed by hand after misses in `bench/cases/build.ts --set go`",
  later: "set by hand when the operator was added or extended",
  fitted: "`npm run bench:reach-fit` adjusted the prior to the rank of real fixes among the candidates",
  unseen: "changed by hand after bugs in packages that the operators were not written for",
} as const;

type Origin = keyof typeof ORIGINS;

/** Numbers of one operator, or of one part of the search. */
export interface CostGroup {
  readonly from: readonly Origin[];
  readonly [name: string]: number | readonly number[] | readonly Origin[];
}
