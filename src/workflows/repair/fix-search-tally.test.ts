import { describe, expect, it } from "vitest";
import { makePatch } from "../../../test/support/repair/patches.ts";
import type { PatchSource } from "../../domain/ports/repair.ts";
import type { FixSearchInput } from "./fix-search-input.ts";
import { startTally } from "./fix-search-tally.ts";

const CRASH = "operator slice crashed at 1 place, first at m.py:4";

function source(id: string, more: Partial<PatchSource> = {}): PatchSource {
  return { id, patches: async function* () {}, ...more };
}

/** A tally on a clock controlled by the test. */
function onClock(budgetSeconds: number, wholeSeconds?: number) {
  const clock = { seconds: 0 };
  const search = source("search", { account: () => [CRASH] });
  const model = source("model", { isModel: true, account: () => ["used 2 steps"] });
  const request = { budgetSeconds, ...(wholeSeconds === undefined ? {} : { wholeSeconds }) };
  const input = { request, onEvent: () => {} } as unknown as FixSearchInput;
  const ports = { sources: [search, model, source("checks")], elapsed: () => clock.seconds * 1000 };
  return { clock, search, model, tally: startTally(ports, input) };
}

describe("the tally of a fix search", () => {
  it("reports what every source says about its work, such as an operator that crashed", () => {
    expect(onClock(60).tally.report().notes).toEqual([CRASH, "used 2 steps"]);
  });

  it("counts candidates by operator, and refused changes of a model only", () => {
    const { tally } = onClock(60);
    tally.count(makePatch(1, 1));
    tally.add(5, { variable: 3, slice: 2 });
    tally.refuse(makePatch(1, 1));
    tally.refuse(makePatch(1, 1, { source: "model" }));
    expect(tally.report()).toMatchObject({ tried: 6, operators: { variable: 4, slice: 2 }, refused: 1 });
  });

  it("keeps the suspects that were named first", () => {
    const { tally } = onClock(60);
    const suspect = (line: number) => ({ path: "m.py", line, score: 1, why: "it runs" });
    expect(tally.hasSuspects()).toBe(false);
    for (const line of [4, 9]) tally.suspect([suspect(line)]);
    expect(tally.report().suspects).toEqual([suspect(4)]);
  });

  it("limits the time of search, and that of a model only if the whole run is limited", () => {
    const { clock, search, model, tally } = onClock(60, 100);
    clock.seconds = 70;
    expect([tally.leftMs(search), tally.leftMs(model)]).toEqual([0, 30_000]);
    expect([tally.spent(search), tally.spent(model)]).toEqual([true, false]);
  });

  it("does not count the time in which a model works", async () => {
    const { clock, search, tally } = onClock(60);
    async function* thinking() {
      clock.seconds += 50;
      yield "a patch";
    }
    for await (const _ of tally.whileModelWorks(thinking())) clock.seconds += 5;
    expect(tally.leftMs(search)).toBe(60_000);
  });

  it("limits the rest to the time spent, with a minimum, and never extends it", () => {
    const left = (spent: number, least: number) => {
      const { clock, search, tally } = onClock(60);
      clock.seconds = spent;
      tally.limitRest(least);
      return tally.leftMs(search) / 1000;
    };
    expect([left(10, 2), left(1, 2), left(50, 2)]).toEqual([10, 2, 10]);
  });
});
