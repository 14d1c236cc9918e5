import type { Statement } from "../../entities/certificate.ts";
import type { TestResult } from "../../entities/test-result.ts";

/** One difference between the new run and the certificate. */
export interface Difference {
  readonly place: string;
  readonly certified: string;
  readonly now: string;
  /** The test it concerns, if any. */
  readonly test: string | null;
}

type Side = "before" | "after";

/**
 * Compares a run on one side with the certificate, test by test. Flaky tests are ignored. If the code changed
 * between proof and approval, the tests never ran on that code before the fix, so only the fixed tests count.
 */
export function compareTests(
  { tests, reverified_on }: Statement,
  side: Side,
  result: TestResult,
  only: readonly string[] | null = null,
): Difference[] {
  const now = new Map(result.tests.map((test) => [test.id, test.status]));
  const onlyFixed = side === "before" && reverified_on !== null;
  const counts = (id: string) =>
    !tests.flaky.includes(id) && (only?.includes(id) ?? true) && (!onlyFixed || tests.fixed.includes(id));
  const certified = new Map(tests.cases.map((test) => [test.id, test[side]]));
  const ids = [...new Set([...certified.keys(), ...now.keys()])].filter(counts).sort();
  return ids.flatMap((id) => {
    const [was, is] = [certified.get(id) ?? null, now.get(id) ?? null];
    if (isSame(was, is)) return [];
    const place = `test ${id}, ${nameOf(side)}`;
    return [{ place, certified: was ?? "missing", now: is ?? "missing", test: id }];
  });
}

export function compareChecks(
  { checks, reverified_on, violation_id }: Statement,
  before: readonly string[] | null,
  after: readonly string[] | null,
): Difference[] {
  if (checks === null || before === null || after === null) return [];
  const differences: Difference[] = [];
  const expect = (place: string, certified: string, now: string) => {
    if (certified !== now) differences.push({ place, certified, now, test: null });
  };
  if (reverified_on === null) {
    expect(`violations ${nameOf("before")}`, String(checks.before), String(before.length));
    expect(`violations ${nameOf("after")}`, String(checks.after), String(after.length));
  }
  const expected = violation_id === null ? checks.gone : [violation_id];
  for (const id of expected) {
    expect(`violation ${id}, ${nameOf("before")}`, "there", before.includes(id) ? "there" : "missing");
    expect(`violation ${id}, ${nameOf("after")}`, "missing", after.includes(id) ? "there" : "missing");
  }
  return differences;
}

/** `failed` or `error` depends on the framework, not on the code. */
function isSame(left: string | null, right: string | null): boolean {
  const kind = (outcome: string | null) => (outcome === "error" ? "failed" : outcome);
  return kind(left) === kind(right);
}

function nameOf(side: Side): string {
  return side === "before" ? "before the fix" : "after the fix";
}
