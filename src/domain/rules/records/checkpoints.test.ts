import { expect, it } from "vitest";
import { addCheckpoint, readCheckpoints } from "./checkpoints.ts";

const at = "2026-01-02T03:04:05.000Z";
const hash = (letter: string) => letter.repeat(64);

it("keeps the first entry of each number, in order", () => {
  let text = addCheckpoint(null, { seq: 9, hash: hash("a"), at });
  text = addCheckpoint(text, { seq: 5, hash: hash("b"), at });
  text = addCheckpoint(text, { seq: 9, hash: hash("c"), at });
  expect(readCheckpoints(text).checkpoints.map(({ seq, hash: [letter] }) => [seq, letter])).toEqual([
    [5, "b"],
    [9, "a"],
  ]);
});

it("stays small, keeps the first and the newest, and thins out old entries", () => {
  let text: string | null = null;
  for (let seq = 1; seq <= 1000; seq += 1) text = addCheckpoint(text, { seq, hash: hash("a"), at });
  const kept = readCheckpoints(text ?? "").checkpoints.map(({ seq }) => seq);
  expect(kept.length).toBeLessThanOrEqual(64);
  expect(kept[0]).toBe(1);
  expect(kept.slice(-30)).toEqual(Array.from({ length: 30 }, (_, index) => 971 + index));
});

it("reports how many lines it cannot read", () => {
  const text = `${addCheckpoint(null, { seq: 1, hash: hash("a"), at })}nonsense\n{"seq":2}\n`;
  expect(readCheckpoints(text)).toMatchObject({ checkpoints: [{ seq: 1 }], unreadable: 2 });
});
