import { expect, test } from "vitest";
import { ActivityRecord } from "../../../domain/entities/activity.ts";
import { csvLine } from "./csv.ts";

const record = (entity: string | null, metadata = {}) =>
  ActivityRecord.parse({
    id: "1",
    trace_id: null,
    actor: "human",
    action_type: "plan.approved",
    entity_id: entity,
    metadata,
    timestamp: "2026-01-02T03:04:05.000Z",
  });

test.each([
  ["plain", "plain"],
  [null, ""],
  ['a "b", c', '"a ""b"", c"'],
  ["two\nlines", '"two\nlines"'],
  ["=1+1", "'=1+1"],
  ["@sum", "'@sum"],
])("%j is written as %j", (entity, cell) => {
  expect(csvLine(record(entity))).toBe(`1,,human,,plan.approved,${cell},{},2026-01-02T03:04:05.000Z`);
});

test("metadata is JSON in one cell", () => {
  expect(csvLine(record("x", { by: "ada" }))).toContain('"{""by"":""ada""}"');
});
