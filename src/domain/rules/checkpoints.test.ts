import { describe, expect, it } from "vitest";
import { addCheckpoint, type Checkpoint, readCheckpoints } from "./checkpoints.ts";

const at = "2026-01-01T00:00:00.000Z";
const point = (seq: number, letter = "a"): Checkpoint => ({ seq, hash: letter.repeat(64), at });

function grow(count: number): string {
  let text = "";
  for (let seq = 1; seq <= count; seq += 1) text = addCheckpoint(text, point(seq));
  return text;
}

describe("checkpoints", () => {
  it("come back as they were written, in order", () => {
    const text = addCheckpoint(addCheckpoint(null, point(7)), point(3));
    expect(readCheckpoints(text)).toEqual({ checkpoints: [point(3), point(7)], unreadable: 0 });
  });

  it("are never exchanged: the first with a number stays", () => {
    const text = addCheckpoint(null, point(5));
    expect(addCheckpoint(text, point(5, "b"))).toBe(text);
  });

  it("thin out with age, and the newest stay", () => {
    const { checkpoints } = readCheckpoints(grow(1000));
    expect(checkpoints.length).toBeLessThanOrEqual(64);
    expect(checkpoints[0]?.seq).toBe(1);
    expect(checkpoints.slice(-8).map((each) => each.seq)).toEqual([993, 994, 995, 996, 997, 998, 999, 1000]);
  });

  it("count the lines that are none", () => {
    const text = `${addCheckpoint(null, point(1))}{"seq":2}\nnot JSON\n`;
    expect(readCheckpoints(text)).toEqual({ checkpoints: [point(1)], unreadable: 2 });
  });
});
