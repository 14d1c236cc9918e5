import { describe, expect, it } from "vitest";
import type { ActivityRecord } from "../../entities/activity.ts";
import { readApprovals } from "./approvals.ts";

const TRACE = "550e8400-e29b-41d4-a716-446655440000";

describe("readApprovals", () => {
  it.each<[string, [string, string?][], string[]]>([
    [
      "opened, approved, landed",
      [
        ["opened", "a"],
        ["approved", "a"],
        ["landed", "a"],
      ],
      [],
    ],
    [
      "modified in between",
      [
        ["opened", "a"],
        ["modified", "b"],
        ["approved", "b"],
        ["landed", "b"],
      ],
      [],
    ],
    [
      "could not land, and was approved again",
      [["opened", "a"], ["approved", "a"], ["reopened"], ["approved", "a"], ["landed", "a"]],
      [],
    ],
    [
      "waits to land",
      [
        ["opened", "a"],
        ["approved", "a"],
      ],
      [],
    ],
    [
      "never approved",
      [
        ["opened", "a"],
        ["landed", "a"],
      ],
      ["RV-1 landed without an approval"],
    ],
    [
      "landed twice for one approval",
      [
        ["opened", "a"],
        ["approved", "a"],
        ["landed", "a"],
        ["landed", "a"],
      ],
      ["RV-1 landed without an approval"],
    ],
    [
      "reopened, then landed",
      [["opened", "a"], ["approved", "a"], ["reopened"], ["landed", "a"]],
      ["RV-1 landed without an approval"],
    ],
    [
      "landed a different diff",
      [
        ["opened", "a"],
        ["approved", "a"],
        ["landed", "b"],
      ],
      ["RV-1 landed a diff other than the approved one"],
    ],
    [
      "approved what was shown before it was modified",
      [
        ["opened", "a"],
        ["modified", "b"],
        ["approved", "a"],
      ],
      ["RV-1 was approved for a diff other than the one shown"],
    ],
  ])("%s", (_name, events, expected) => {
    const records = events.map(([what, diff], index) => record(`review.${what}`, diff, String(index)));
    expect(readApprovals(records).faults.map(({ what }) => what)).toEqual(expected);
  });

  it("knows which diffs were approved under a trace, and which plans, although these have no diff", () => {
    const { byTrace } = readApprovals([
      record("review.opened", "a", "1"),
      record("review.approved", "a", "2"),
      record("plan.approved", undefined, "3"),
    ]);
    expect(byTrace.get(TRACE)).toEqual(new Set(["a", null]));
  });
});

function record(action_type: string, diff_hash: string | undefined, id: string): ActivityRecord {
  return {
    id,
    trace_id: TRACE,
    actor: "system",
    agent_id: null,
    action_type,
    entity_id: "RV-1",
    metadata: diff_hash === undefined ? {} : { diff_hash },
    timestamp: "2026-01-02T03:04:05.000Z",
  };
}
