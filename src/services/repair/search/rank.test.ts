import { describe, expect, it } from "vitest";
import { makePatch } from "../../../../test/support/repair/patches.ts";
import { type Comparison, type Worker, WorkerEnded } from "../validate/worker.ts";
import { rank } from "./rank.ts";

const three = [1, 2, 3].map((at) => ({ patch: makePatch(at, at), order: at }));

function workerOf(compare: () => Promise<Comparison>): Worker {
  const never = async () => [];
  return {
    survey: { tests: [], targets: [], kinds: {} },
    judge: never,
    observe: async () => [],
    judgeCold: never,
    compare,
    close: async () => {},
  };
}

async function rivalsOf(compare: () => Promise<Comparison>) {
  const { rivals, disagree, patches } = await rank(three, workerOf(compare), 2000);
  expect(patches).toHaveLength(3);
  expect(disagree).toBe(rivals.length);
  return rivals.map(({ patch, differs }) => [patch.description, differs]);
}

describe("rank", () => {
  it("treats a patch that behaves differently on some input as a rival, and names the input", async () => {
    const outcomes = [
      ["1", "2"],
      ["1", "2"],
      ["1", "55 leaving [5]"],
    ];
    expect(await rivalsOf(async () => ({ inputs: ["f(1)", "f(2)"], outcomes }))).toEqual([
      ["edit 3", "f(2): 2 with the fix, 55 with this change"],
    ]);
  });

  it("treats patches as equal if no test can distinguish their answers", async () => {
    const outcomes = [["[30, -1]"], ["[30.0, -1.0]"], ["[30.5, -1]"]];
    expect(await rivalsOf(async () => ({ inputs: ["f(1)"], outcomes }))).toEqual([
      ["edit 3", "f(1): [30, -1] with the fix, [30.5, -1] with this change"],
    ]);
  });

  it("says in which file the behavior differs", async () => {
    const outcomes = [["1 leaving [0]"], ["2"], ["1 leaving [0]"]];
    const { rivals } = await rank(
      three,
      workerOf(async () => ({ inputs: ["f(1)"], outcomes })),
      2000,
    );
    expect(rivals.map(({ split }) => split)).toEqual([{ path: "m.py", call: "f(1)", mine: "1", other: "2" }]);
  });

  it("treats a patch that could not be compared on any input as a rival", async () => {
    expect(await rivalsOf(async () => ({ inputs: ["f(1)"], outcomes: [["1"], [], ["1"]] }))).toEqual([
      ["edit 2", null],
    ]);
  });

  it("treats every other patch as a rival if the best one could not be compared", async () => {
    expect(await rivalsOf(async () => ({ inputs: ["f(1)"], outcomes: [[], ["1"], ["1"]] }))).toHaveLength(2);
  });

  it.each<[string, () => Promise<Comparison>]>([
    ["nothing could be called", async () => ({ inputs: [], outcomes: [] })],
    ["the worker ended", () => Promise.reject(new WorkerEnded())],
  ])("treats every other patch as a rival if %s", async (_, compare) => {
    expect(await rivalsOf(compare)).toEqual([
      ["edit 2", null],
      ["edit 3", null],
    ]);
  });

  it("compares the 24 cheapest, with ten times the ticks", async () => {
    const asked: [number, number][] = [];
    const worker: Worker = {
      ...workerOf(async () => ({ inputs: [], outcomes: [] })),
      compare: async (candidates, ticks) => {
        asked.push([candidates.filter((edits) => edits.length === 1).length, ticks]);
        return { inputs: [], outcomes: [] };
      },
    };
    const many = Array.from({ length: 30 }, (_, at) => ({ patch: makePatch(at, 1), order: at }));
    expect(await rank(many, worker, 2000)).toMatchObject({ disagree: 23 });
    expect(asked).toEqual([[24, 20_000]]);
  });

  it("propagates any other error", async () => {
    await expect(
      rank(
        three,
        workerOf(() => Promise.reject(new Error("bug"))),
        1,
      ),
    ).rejects.toThrow("bug");
  });

  it("finds no rivals for a single patch and sends no request", async () => {
    const worker = workerOf(() => Promise.reject(new Error("asked")));
    expect(await rank(three.slice(0, 1), worker, 1)).toMatchObject({ rivals: [], disagree: 0 });
  });
});
