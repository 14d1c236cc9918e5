import { describe, expect, it } from "vitest";
import { makePatch } from "../../../../test/support/repair/patches.ts";
import { type Answer, type Candidate, type Verdict, type Worker, WorkerEnded } from "../validate/worker.ts";
import { type JudgeOptions, judgeCandidates } from "./judge-candidates.ts";

interface Asked {
  readonly cold: boolean;
  readonly ticks: number;
  readonly places: readonly number[];
}

/** The position of both edits. */
const PAIR = -1;
const QUICK = { id: "t", passed: false, seconds: 0, ticks: 10, lines: {} };

type Judge = (place: number, asked: Asked) => Verdict | Answer | Promise<never>;

/** A worker that answers based on the place of the edit. */
function workerOf(judge: Judge, batch?: number): { readonly worker: Worker; readonly asked: Asked[] } {
  const asked: Asked[] = [];
  const answer = async (cold: boolean, candidates: readonly Candidate[], ticks: number) => {
    const places = candidates.map((edits) => (edits.length > 1 ? PAIR : (edits[0]?.start ?? 0) / 10));
    const request = { cold, ticks, places };
    asked.push(request);
    const answers = await Promise.all(request.places.map((place) => judge(place, request)));
    return answers.map((each) =>
      typeof each === "string" ? { verdict: each, fixed: 0, further: false } : each,
    );
  };
  const worker: Worker = {
    survey: { tests: [QUICK], targets: ["t"], kinds: {}, ...(batch === undefined ? {} : { batch }) },
    judge: (candidates, ticks) => answer(false, candidates, ticks),
    observe: async () => [],
    judgeCold: (candidates, ticks) => answer(true, candidates, ticks),
    compare: async () => ({ inputs: [], outcomes: [] }),
    close: async () => {},
  };
  return { worker, asked };
}

const patches = (count: number, step = 0.01) =>
  Array.from({ length: count }, (_, at) => makePatch(at, 1 + at * step));

const options = (worker: Worker): JudgeOptions => ({
  worker,
  ticks: 2000,
  jobs: 2,
  oneMayFixAll: true,
  left: () => 60_000,
  onProgress: () => {},
});

const judgeAll = (worker: Worker, count: number, more: Partial<JudgeOptions> = {}) =>
  judgeCandidates(patches(count), { ...options(worker), ...more });

describe("judgeCandidates", () => {
  it("returns plausible patches cheapest first, even if a more expensive one was found earlier", async () => {
    const { worker } = workerOf((place, { ticks }) => {
      if (place === 3) return ticks > 2000 ? "plausible" : "out_of_ticks";
      return place === 20 ? "plausible" : "failed";
    });
    const found = await judgeAll(worker, 40);
    expect(found.plausible.map((each) => each.order)).toEqual([3, 20]);
    expect(found.complete).toBe(true);
    expect(found).toMatchObject({ tried: 40, operators: { variable: 40 } });
  });

  it("gives more ticks to candidates that ran out of them: 15 times, then 300 times", async () => {
    const { worker, asked } = workerOf((place) => (place === 0 ? "out_of_ticks" : "failed"));
    await judgeAll(worker, 2);
    expect(asked.map((each) => each.ticks)).toEqual([2000, 30_000, 600_000]);
  });

  it("reloads modules for candidates that only fresh imports can judge", async () => {
    const { worker, asked } = workerOf((place, { cold }) => (place === 1 && !cold ? "cold" : "failed"));
    await judgeAll(worker, 3);
    expect(asked.filter((each) => each.cold).map((each) => each.places)).toEqual([[1]]);
  });

  it("offers a partial fix only if nothing fixes all targets", async () => {
    const both = workerOf((place) => (place === 1 ? "share" : place === 2 ? "plausible" : "failed"));
    expect((await judgeAll(both.worker, 5)).plausible.map((each) => each.order)).toEqual([2]);
    const share = workerOf((place) => (place === 1 ? "share" : "failed"));
    expect((await judgeAll(share.worker, 5)).plausible.map((each) => each.order)).toEqual([1]);
  });

  it("sorts candidates by how many targets they fix, and combines them with others", async () => {
    const { worker, asked } = workerOf((place) => {
      if (place === 1) return { verdict: "partly", fixed: 1, further: false };
      return place === 2 ? { verdict: "partly", fixed: 2, further: false } : "failed";
    });
    const found = await judgeAll(worker, 4);
    expect(found.partly.map((each) => each.fixed)).toEqual([2, 1]);
    expect(found.helpful.map((each) => each.fixed)).toEqual([2, 1]);
    expect(asked.flatMap((each) => each.places)).toContain(PAIR);
    expect(found.operators["two-edits"]).toBe(6);
  });

  it("treats a candidate that gets a target further as helpful, unless it is doubted", async () => {
    const { worker } = workerOf(() => ({ verdict: "failed", fixed: 0, further: true }));
    const doubted = [makePatch(0, 1, { doubt: "guessed" }), makePatch(5, 1)];
    const found = await judgeCandidates(doubted, options(worker));
    expect(found.helpful.map((each) => each.patch.description)).toEqual(["edit 5"]);
  });

  it("offers the cheapest first among candidates that fix as many targets", async () => {
    const { worker } = workerOf((place) =>
      place === PAIR ? "failed" : { verdict: "partly", fixed: 1, further: false },
    );
    const given = [makePatch(0, 1.5), makePatch(5, 1), makePatch(9, 2)];
    const { partly } = await judgeCandidates(given, { ...options(worker), jobs: 0 });
    expect(partly.map(({ patch }) => patch.cost)).toEqual([1, 1.5, 2]);
  });

  it("treats only a candidate whose tests ended as helpful", async () => {
    const { worker } = workerOf(() => ({ verdict: "out_of_ticks", fixed: 0, further: true }));
    expect((await judgeAll(worker, 1)).helpful).toEqual([]);
  });

  it("never mistakes an experiment for a repair, and passes on how many targets it fixes", async () => {
    const { worker } = workerOf(() => ({ verdict: "plausible", fixed: 1, further: true }));
    const answered: unknown[] = [];
    const found = await judgeCandidates([makePatch(0, 1, { operator: "experiment" })], {
      ...options(worker),
      followUps: { answered: (patch, fixed) => answered.push([patch.operator, fixed]) },
    });
    expect(found).toMatchObject({ plausible: [], partly: [], helpful: [] });
    expect(answered).toEqual([["experiment", 1]]);
  });

  it("continues after a null once the earlier answers have arrived", async () => {
    const { worker } = workerOf((place) => (place === 1 ? "plausible" : "failed"));
    let isAnswered = false;
    function* candidates() {
      yield makePatch(0, 1);
      while (!isAnswered) yield null;
      yield makePatch(1, 1);
    }
    const answered = () => {
      isAnswered = true;
    };
    const found = await judgeCandidates(candidates(), { ...options(worker), followUps: { answered } });
    expect(found.plausible.map((each) => each.patch.description)).toEqual(["edit 1"]);
  });

  it("keeps one more request in flight than there are jobs, and a single one if every request is slow", async () => {
    const mostAtOnce = async (batch?: number) => {
      let now = 0;
      let most = 0;
      const { worker } = workerOf(() => "failed", batch);
      const judge: Worker["judge"] = async (candidates, ticks) => {
        now += 1;
        most = Math.max(most, now);
        await new Promise((done) => setTimeout(done, 1));
        now -= 1;
        return worker.judge(candidates, ticks);
      };
      await judgeAll({ ...worker, judge }, 2000);
      return most;
    };
    expect(await mostAtOnce()).toBe(3);
    expect(await mostAtOnce(160)).toBe(1);
  });

  it("is incomplete when time is up, and keeps the results so far", async () => {
    let left = 60_000;
    const { worker } = workerOf((place) => {
      left -= 2000;
      return place === 1 ? "share" : "failed";
    });
    const found = await judgeAll(worker, 400, { left: () => left });
    expect(found.complete).toBe(false);
    expect(found.plausible).toHaveLength(1);
    expect(found.tried).toBeLessThan(400);
  });

  it("stops earlier once a patch is known: rivals get 15 seconds", async () => {
    let now = 0;
    const { worker, asked } = workerOf((place) => {
      now += 200;
      return place === 0 ? "plausible" : "failed";
    });
    const found = await judgeAll(worker, 2000, { jobs: 0, left: () => 600_000 - now });
    expect(found.complete).toBe(false);
    expect(asked).toHaveLength(2);
  });

  it("uses all of its time while no patch is known", async () => {
    let now = 0;
    const { worker } = workerOf(() => {
      now += 100;
      return "failed";
    });
    expect(await judgeAll(worker, 200, { jobs: 0, left: () => 60_000 - now })).toMatchObject({
      complete: true,
      tried: 200,
    });
  });

  it.each<[string, Judge, () => number, string]>([
    ["throws without a patch", () => Promise.reject(new WorkerEnded()), () => 60_000, "threw"],
    ["is incomplete when time is up anyway", () => Promise.reject(new WorkerEnded()), () => 0, "incomplete"],
    [
      "keeps a known patch",
      (place) => (place < 24 ? "plausible" : Promise.reject(new WorkerEnded())),
      () => 60_000,
      "incomplete",
    ],
    ["throws any other error", () => Promise.reject(new Error("bug")), () => 0, "threw"],
  ])("when the worker exits: %s", async (_, judge, left, wanted) => {
    const { worker } = workerOf(judge);
    const outcome = await judgeAll(worker, 200, { left }).then(
      ({ complete }) => (complete ? "complete" : "incomplete"),
      () => "threw",
    );
    expect(outcome).toBe(wanted);
  });

  it("reports progress after each request", async () => {
    const { worker } = workerOf((place) => (place === 3 ? "plausible" : "failed"));
    const seen: string[] = [];
    await judgeAll(worker, 30, {
      onProgress: ({ tried, plausible, latest }) => seen.push(`${tried} ${plausible} ${latest.description}`),
    });
    expect(seen).toEqual(["24 1 edit 23", "30 1 edit 29"]);
  });
});
