import { expect, it } from "vitest";
import { isWarmIn } from "./warm-frameworks.ts";

it.each([
  ["python", "pytest", true],
  ["javascript", "vitest", true],
  ["go", "go test", true],
  ["python", "vitest", false],
  ["javascript", "ava", false],
] as const)("in %s, %s is warm: %s", (language, framework, isWarm) => {
  expect(isWarmIn(language, framework)).toBe(isWarm);
});
