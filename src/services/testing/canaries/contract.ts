import type { CanaryMarks, TestRunner } from "../../../domain/ports/testing.ts";

export type TestText = Parameters<TestRunner["canaryOf"]>[1];

/** How the tests of one language are turned into canaries. Pure text functions; must not throw on odd input. */
export interface CanaryLanguage {
  /** Ids of the frameworks whose tests it understands. */
  readonly frameworks: readonly string[];
  /**
   * The same tests with changed expectations. Each of them fails on honest code, and never with `marks.accepted`:
   * an assertion whose change is not certain to fail stays as it is. Null when the file has no test it can change.
   */
  canaryOf(file: TestText, marks: CanaryMarks, framework: string): string | null;
  /** One test that always fails, in a file named and written like `near`. Null when it has no place there. */
  failingTest(near: TestText, name: string, framework: string): TestText | null;
}
