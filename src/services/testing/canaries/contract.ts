import type { CanaryMarks, TestRunner } from "../../../domain/ports/testing.ts";

export type TestText = Parameters<TestRunner["canaryOf"]>[1];

/** Turns the tests of one language into canaries. Pure text functions; must not throw on odd input. */
export interface CanaryLanguage {
  /** Ids of the frameworks it supports. */
  readonly frameworks: readonly string[];
  /**
   * The same tests with changed expectations. Each of them fails on honest code, and never with `marks.accepted`: an
   * assertion whose change is not certain to fail stays unchanged. Null if the file has no test that can be changed.
   */
  canaryOf(file: TestText, marks: CanaryMarks, framework: string): string | null;
  /** One test that always fails, in a file named and written like `near`. Null if it cannot be added there. */
  failingTest(near: TestText, name: string, framework: string): TestText | null;
}
