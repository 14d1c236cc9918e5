import type { TestCase, TestStatus } from "../../../src/domain/entities/test-result.ts";
import type { Selection } from "../../../src/domain/ports/testing.ts";

/** A small project, and the expected interpretation of its test run, regardless of the framework. */
export interface Situation {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  readonly selection?: Selection;
  readonly timeoutMs?: number;
  readonly status: TestStatus;
  /** All of them, in any order. */
  readonly tests: readonly ExpectedTest[];
}

export interface ExpectedTest {
  readonly id: string;
  readonly status: TestCase["status"];
  /** Set only if the file is not a prefix of the test id. */
  readonly file?: string | null;
  readonly failure?: {
    readonly line: number | null;
    readonly type: string;
    readonly message: string | RegExp;
  };
}

export function passed(...ids: string[]): ExpectedTest[] {
  return ids.map((id) => ({ id, status: "passed" }));
}

export function skipped(...ids: string[]): ExpectedTest[] {
  return ids.map((id) => ({ id, status: "skipped" }));
}

export function expectedFailure(...ids: string[]): ExpectedTest[] {
  return ids.map((id) => ({ id, status: "expected_failure" }));
}

type Failure = [id: string, line: number | null, type: string, message: string | RegExp];

export function failed(...[id, line, type, message]: Failure): ExpectedTest {
  return { id, status: "failed", failure: { line, type, message } };
}

export function broken(...[id, line, type, message]: Failure): ExpectedTest {
  return { id, status: "error", failure: { line, type, message } };
}
