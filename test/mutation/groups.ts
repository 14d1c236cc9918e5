/** Rules whose tests are tested: the files that are mutated, and the tests that must notice it. */
export interface MutationGroup {
  readonly mutate: readonly string[];
  readonly tests: readonly string[];
  /** Milliseconds that a test may take; a hanging mutant costs that much. The default is 5 s. */
  readonly testTimeout?: number;
}

/** Pure rules in one folder, each with its test next to it. */
const rules = (...names: readonly string[]): MutationGroup => ({
  mutate: names.map((name) => `src/domain/rules/proof/${name}.ts`),
  tests: names.map((name) => `src/domain/rules/proof/${name}.test.ts`),
});

export const groups: Readonly<Record<string, MutationGroup>> = {
  verdict: {
    mutate: ["src/domain/rules/proof/verdict.ts"],
    tests: ["src/domain/rules/proof/{verdict,fixed-tests}.test.ts"],
  },
  gate: rules("gate", "coverage", "unusual-edit", "tokens-to-prove", "pinning", "authors"),
  confidence: rules("confidence", "confidence-scores"),
  guards: {
    mutate: ["src/services/guardrails/guards/*.ts", "src/services/guardrails/evaluate.ts"],
    tests: ["src/services/guardrails/**/!(store).test.ts"],
  },
  "anti-overfit": {
    mutate: ["src/services/repair/doubts/**/*.ts", "src/services/repair/search/sift.ts"],
    tests: ["src/services/repair/doubts/*.test.ts", "src/services/repair/search/sift.test.ts"],
  },
  landing: {
    mutate: ["src/services/workspace/landing/*.ts"],
    tests: ["src/services/workspace/landing/*.test.ts"],
    testTimeout: 60_000,
  },
  queue: {
    mutate: ["src/services/queue/*.ts"],
    tests: ["src/services/queue/*.test.ts"],
    testTimeout: 60_000,
  },
  search: {
    mutate: [
      "batch",
      "budget",
      "effort",
      "fresh-candidates",
      "judge-candidates",
      "onward",
      "pairs",
      "postponed",
      "rank",
      "scheduler",
      "stopping-rule",
      "wider",
    ].map((name) => `src/services/repair/search/${name}.ts`),
    tests: ["src/services/repair/search/!(*.long).test.ts"],
  },
};
