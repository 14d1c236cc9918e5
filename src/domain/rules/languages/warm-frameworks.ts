/**
 * The test frameworks that the warm workers and probers of a language run inside their own process. Plain data,
 * because the repair service and the testing service may not import each other.
 */
export const WARM_FRAMEWORKS = {
  python: ["pytest", "unittest"],
  javascript: ["node:test", "mocha", "jest", "vitest", "tape"],
  go: ["go test"],
  rust: ["cargo test"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type WarmLanguage = keyof typeof WARM_FRAMEWORKS;

export function isWarmIn(language: WarmLanguage, framework: string): boolean {
  return (WARM_FRAMEWORKS[language] as readonly string[]).includes(framework);
}
