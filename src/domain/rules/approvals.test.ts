import { describe, expect, it } from "vitest";
import type { ActivityRecord } from "../entities/activity.ts";
import { readApprovals } from "./approvals.ts";

type Told = readonly [action: string, diff: string | null];

function told(rows: readonly Told[]): ActivityRecord[] {
  return rows.map(
    ([action, diff], index) =>
      ({
        id: `row-${index}`,
        trace_id: "trace",
        actor: "human",
        action_type: action,
        entity_id: "RV-1",
        metadata: diff === null ? {} : { diff_hash: diff },
      }) as unknown as ActivityRecord,
  );
}

describe("readApprovals", () => {
  it.each<[string, Told[], RegExp | null]>([
    [
      "shown, approved, landed",
      [
        ["review.opened", "a"],
        ["review.approved", "a"],
        ["review.landed", "a"],
      ],
      null,
    ],
    [
      "modified before it was approved",
      [
        ["review.opened", "a"],
        ["review.modified", "b"],
        ["review.approved", "b"],
        ["review.landed", "b"],
      ],
      null,
    ],
    [
      "approved for another diff",
      [
        ["review.opened", "a"],
        ["review.approved", "b"],
      ],
      /another diff than the one it showed/,
    ],
    [
      "landed without an approval",
      [
        ["review.opened", "a"],
        ["review.landed", "a"],
      ],
      /landed without an approval/,
    ],
    [
      "landed another diff",
      [
        ["review.opened", "a"],
        ["review.approved", "a"],
        ["review.landed", "b"],
      ],
      /landed another diff/,
    ],
    [
      "an approval counts once",
      [
        ["review.opened", "a"],
        ["review.approved", "a"],
        ["review.landed", "a"],
        ["review.landed", "a"],
      ],
      /landed without an approval/,
    ],
    [
      "reopened after its approval",
      [
        ["review.opened", "a"],
        ["review.approved", "a"],
        ["review.reopened", null],
        ["review.landed", "a"],
      ],
      /landed without an approval/,
    ],
  ])("%s", (_name, rows, fault) => {
    const { faults } = readApprovals(told(rows));
    if (fault === null) expect(faults).toEqual([]);
    else expect(faults.map((each) => each.what).join()).toMatch(fault);
  });

  it("names the row, and knows what was approved under which trace", () => {
    const { faults, byTrace, landed } = readApprovals(
      told([
        ["review.opened", "a"],
        ["review.landed", "a"],
        ["plan.approved", null],
      ]),
    );
    expect(faults[0]?.record).toBe("row-1");
    expect(byTrace.get("trace")).toEqual(new Set([null]));
    expect(landed).toBe(1);
  });
});
