import type { CanaryMarks, Suite } from "../../../domain/ports/testing.ts";
import type { CanaryLanguage, TestText } from "./contract.ts";
import { go } from "./go.ts";
import { java } from "./java.ts";
import { javascript } from "./javascript.ts";
import { python } from "./python.ts";
import { rust } from "./rust.ts";

export const canaryLanguages: readonly CanaryLanguage[] = [go, java, javascript, python, rust];

export function canaryOf(suite: Suite, file: TestText, marks: CanaryMarks): string | null {
  return languageOf(suite)?.canaryOf(file, marks, suite.framework) ?? null;
}

export function failingTest(suite: Suite, near: TestText, name: string): TestText | null {
  return languageOf(suite)?.failingTest(near, name, suite.framework) ?? null;
}

function languageOf({ framework }: Suite): CanaryLanguage | undefined {
  return canaryLanguages.find((each) => each.frameworks.includes(framework));
}
