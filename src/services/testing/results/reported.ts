import type { ReportedFailure, ReportedTest } from "../contract.ts";

/** Reports with one id are stages of one test, or different tests with the same name. */
export type SameId = "merge" | "number";

const RANK: readonly ReportedTest["status"][] = ["skipped", "passed", "expected_failure", "error", "failed"];

/** A file that could not be loaded is one test with an error, named after the file. */
export function fileError(file: string, failure: ReportedFailure): ReportedTest {
  return { id: file, file, name: file, status: "error", seconds: 0, failure };
}

/** Adds a test to its run, which may already contain one with the same id. */
export function addTest(tests: Map<string, ReportedTest>, test: ReportedTest, sameId: SameId): void {
  const known = tests.get(test.id);
  if (!known) {
    tests.set(test.id, test);
    return;
  }
  if (sameId === "merge") {
    const worse = RANK.indexOf(test.status) > RANK.indexOf(known.status) ? test : known;
    const failure = known.failure ?? test.failure;
    tests.set(test.id, { ...worse, failure, seconds: Math.max(known.seconds, test.seconds) });
    return;
  }
  const id = numbered(test.id, (taken) => tests.has(taken));
  tests.set(id, { ...test, id });
}

/** Tests with the same name in one file are distinguished by their order. */
export function numbered(id: string, isTaken: (id: string) => boolean): string {
  if (!isTaken(id)) return id;
  let count = 2;
  while (isTaken(`${id} #${count}`)) count += 1;
  return `${id} #${count}`;
}
