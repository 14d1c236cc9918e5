/** Rules whose tests are tested: the files that are mutated, and the tests that have to notice. */
export interface MutationGroup {
  readonly mutate: readonly string[];
  readonly tests: readonly string[];
}

const rule = (name: string, ...tests: readonly string[]): MutationGroup => ({
  mutate: [`src/domain/rules/${name}.ts`],
  tests: [`src/domain/rules/${name}.test.ts`, ...tests],
});

export const groups: Readonly<Record<string, MutationGroup>> = {
  verdict: rule("verdict", "src/domain/rules/mended.test.ts"),
  gate: rule("gate"),
  confidence: rule("confidence"),
  guards: {
    mutate: ["src/services/guardrails/guards/*.ts", "src/services/guardrails/evaluate.ts"],
    tests: ["src/services/guardrails/**/*.test.ts"],
  },
  "anti-overfit": {
    mutate: ["src/services/repair/doubts/*.ts", "src/services/repair/search/sift.ts"],
    tests: ["src/services/repair/doubts/*.test.ts", "src/services/repair/search/sift.test.ts"],
  },
  landing: {
    mutate: ["src/services/workspace/landing/*.ts"],
    tests: ["src/services/workspace/**/*.test.ts"],
  },
  queue: { mutate: ["src/services/queue/*.ts"], tests: ["src/services/queue/*.test.ts"] },
  search: {
    mutate: [
      "batch",
      "budget",
      "effort",
      "findings",
      "fresh-candidates",
      "hunt",
      "pairs",
      "postponed",
      "scheduler",
      "stopping-rule",
    ].map((name) => `src/services/repair/search/${name}.ts`),
    tests: ["src/services/repair/search/!(go|javascript|python).test.ts"],
  },
};
