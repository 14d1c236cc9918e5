/** Where a group of numbers comes from. `fitted` is about the prior alone: a person chose the others. */
export const ORIGINS = {
  first: "set by hand with the first operators: a slip that people often make costs 1, a long shot 2.5",
  frameworks: "changed by hand when the search first ran real pytest, unittest and JavaScript tests",
  javascript: "changed by hand after misses in `bench/cases/build.ts --set javascript`",
  go: "set or changed by hand after misses in `bench/cases/build.ts --set go`",
  later: "set by hand when the operator was added or extended",
  fitted: "the prior was moved by `npm run bench:reach-fit`, by where real fixes come among the candidates",
  unseen: "changed by hand after bugs in packages that the operators had not been written for",
} as const;

type Origin = keyof typeof ORIGINS;

/** Numbers of one operator, or of one part of the search. */
export interface CostGroup {
  readonly from: readonly Origin[];
  readonly [name: string]: number | readonly number[] | readonly Origin[];
}
