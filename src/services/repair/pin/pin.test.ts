import { describe, expect, it } from "vitest";
import { makeTarget } from "../../../../test/support/repair/target.ts";
import type { Patch } from "../../../domain/entities/patch.ts";
import { applyEdits } from "../propose/apply.ts";
import { type Answer, type Candidate, type Verdict, type Worker, WorkerEnded } from "../validate/worker.ts";
import { pin } from "./pin.ts";

const BEFORE =
  "def first(a):\n    return a * 9\n\n\ndef f(n, limit):\n    if n > limit:\n        return 0\n    return n + 1\n";
const at = BEFORE.indexOf("n > limit") + 2;
const patch: Patch = {
  source: "search",
  operator: "comparison-operator",
  description: "the repair",
  cost: 1,
  edits: [{ path: "m.py", start: at, end: at + 1, text: ">=" }],
};
const target = makeTarget({ "m.py": BEFORE }, { "test_m.py": "from m import f\n" });

/** Judges candidates by the resulting text. */
function workerOf(verdictOf: (text: string) => Verdict, answerOf = (text: string) => text) {
  const seen: string[] = [];
  const textOf = (candidate: Candidate) =>
    applyEdits(candidate, new Map([["m.py", BEFORE]])).get("m.py") ?? "";
  const worker: Worker = {
    survey: { tests: [], targets: [], kinds: {} },
    async judge(candidates) {
      const texts = candidates.map(textOf);
      seen.push(...texts);
      return texts.map((text): Answer => ({ verdict: verdictOf(text), fixed: 1, further: false }));
    },
    observe: async () => [],
    judgeCold: async () => [],
    async compare(candidates) {
      return { inputs: ["f(1, 1)"], outcomes: candidates.map((each) => [answerOf(textOf(each))]) };
    },
    close: async () => {},
  };
  return { worker, seen };
}

const repaired = applyEdits(patch.edits, new Map([["m.py", BEFORE]])).get("m.py") ?? "";

describe("pin", () => {
  it("counts changes that the tests notice, in the changed function only", async () => {
    const { worker, seen } = workerOf((text) => (text === repaired ? "plausible" : "failed"));
    const found = await pin(patch, target, worker, 100);
    expect(found).toMatchObject({ survived: 0, unknown: 0, survivors: [] });
    expect(found?.killed).toBeGreaterThan(20);
    expect(found?.killed_near).toBeGreaterThan(5);
    expect(found?.killed_near).toBeLessThan(found?.killed ?? 0);
    expect(seen.every((text) => text.startsWith("def first(a):\n    return a * 9\n"))).toBe(true);
    expect(seen.slice(1)).not.toContain(BEFORE);
  });

  it("counts a change that no test notices, with an input that reveals it", async () => {
    const { worker } = workerOf((text) => (text.includes("return 0") ? "failed" : "plausible"));
    const other = workerOf((text) => (text === repaired || text.includes("n + 2") ? "plausible" : "failed"));
    expect(await pin(patch, target, worker, 100)).toBeNull();
    expect(await pin(patch, target, other.worker, 100)).toMatchObject({
      survived: 1,
      survivors: [
        { description: expect.stringContaining("n + 2"), differs: expect.stringContaining("f(1, 1)") },
      ],
    });
  });

  it("does not count one that behaves the same on every input", async () => {
    const { worker } = workerOf(
      (text) => (text === repaired || text.includes("n + 2") ? "plausible" : "failed"),
      () => "1",
    );
    expect(await pin(patch, target, worker, 100)).toMatchObject({ survived: 0, unknown: 0, equal: 1 });
  });

  it("reports nothing when the worker exits", async () => {
    const { worker } = workerOf(() => "plausible");
    const ended = { ...worker, judge: () => Promise.reject(new WorkerEnded()) };
    expect(await pin(patch, target, ended, 100)).toBeNull();
  });
});
