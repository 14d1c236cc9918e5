import { expect, test } from "vitest";
import { GENESIS, isWhole, linkHash } from "./chain.ts";

const entry = {
  id: "1",
  trace_id: null,
  actor: "system",
  agent_id: null,
  action_type: "tests.run",
  entity_id: null,
  metadata: "{}",
  timestamp: "2026-01-01T00:00:00.000Z",
};
const row = { ...entry, seq: 1, prev_hash: GENESIS, hash: linkHash(entry, 1, GENESIS) };

test("a row is valid as it was written", () => {
  expect(isWhole(row)).toBe(true);
  expect(isWhole({ ...row, actor: "human" })).toBe(false);
});

test("a missing column is not the same as null", () => {
  const { agent_id: _, ...without } = row;
  expect(isWhole(without)).toBe(false);
});
