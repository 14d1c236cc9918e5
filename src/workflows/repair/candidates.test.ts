import { describe, expect, it } from "vitest";
import type { Patch } from "../../domain/entities/patch.ts";
import type { Briefing, PatchSource, RepairTarget, Suspect } from "../../domain/ports/repair.ts";
import { candidates } from "./candidates.ts";
import type { FixSearchInput, FixSearchResume } from "./fix-search-input.ts";
import { startTally } from "./fix-search-tally.ts";

const patch = (source: string): Patch => ({ source, operator: "o", description: source, cost: 1, edits: [] });
const [near, measured]: Suspect[] = [1, 2].map((line) => ({ path: "a.js", line, score: 1, why: "ran" }));
const target = { coverage: null } as RepairTarget;
const measuredTarget = { coverage: {} } as RepairTarget;

/** Yields one patch; a model source asks for its briefing first. */
function source(id: string, isModel = false, briefings: Briefing[] = []): PatchSource {
  return {
    id,
    isModel,
    async *patches({ brief, watch }) {
      if (isModel) briefings.push(await brief(), await brief());
      else watch.suspects([near as Suspect]);
      yield { patch: patch(id) };
    },
  };
}

async function offered(
  sources: readonly PatchSource[],
  {
    session = null,
    seconds = 0,
    wholeSeconds,
    hasFound = false,
  }: {
    session?: FixSearchResume["session"];
    seconds?: number;
    wholeSeconds?: number;
    hasFound?: boolean;
  } = {},
) {
  let now = 0;
  const ports = {
    sources,
    elapsed: () => now,
    locate: ({ coverage }: RepairTarget) => [(coverage === null ? near : measured) as Suspect],
  };
  const input = {
    tree: { path: "/tree", lent: [], changes: async () => ({ files: [], diff: "" }) },
    baseline: { suites: [], judging: { has: () => false } },
    request: { budgetSeconds: 10, issue: null, ...(wholeSeconds && { wholeSeconds }) },
    run: { traceId: "t", attemptId: "A-1", subject: { violationId: null, tests: [] }, guidance: [] },
    signal: new AbortController().signal,
    onEvent: () => undefined,
  } as unknown as FixSearchInput;
  const tally = startTally(ports, input);
  now = seconds * 1000;
  const aim = { target, measure: async () => measuredTarget } as unknown as Parameters<typeof candidates>[3];
  const found: string[] = [];
  const state = { session, onlyModels: false, hasFound: () => hasFound };
  for await (const each of candidates(ports, input, tally, aim, state)) found.push(each.patch.source);
  return { found, report: tally.report() };
}

describe("candidates", () => {
  it("asks the sources in order", async () => {
    expect((await offered([source("search"), source("llm", true)])).found).toEqual(["search", "llm"]);
  });

  it.each<[string, Parameters<typeof offered>[1], string[]]>([
    ["the model keeps its own budget when search has spent its budget", { seconds: 11 }, ["llm"]],
    ["both end when the budget of the whole run is spent", { seconds: 11, wholeSeconds: 11 }, []],
    ["a patch that search found is extended before the model is asked", { hasFound: true }, ["search"]],
  ])("%s", async (_what, given, asked) => {
    expect((await offered([source("search"), source("llm", true)], given)).found).toEqual(asked);
  });

  it("does not count a model's thinking time toward search's budget", async () => {
    let now = 0;
    const tally = startTally({ sources: [], elapsed: () => now }, {
      request: { budgetSeconds: 10 },
    } as unknown as FixSearchInput);
    async function* thinking() {
      now += 60_000;
      yield 1;
    }
    for await (const _ of tally.whileModelWorks(thinking()))
      expect(tally.leftMs({ isModel: true })).toBe(Infinity);
    expect(tally.leftMs({})).toBe(10_000);
    now += 4000;
    tally.limitRest(1);
    expect(tally.leftMs({})).toBe(4000);
    expect(tally.spent({ isModel: true })).toBe(false);
  });

  it("asks only the source whose session continues, and tells it the suspects of search", async () => {
    const briefings: Briefing[] = [];
    const session = { sessionId: "S-1", answer: "repeat", tried: 7 } as const;
    const { found, report } = await offered([source("search"), source("llm", true, briefings)], { session });
    expect(found).toEqual(["llm"]);
    expect(report.tried).toBe(7);
    expect(briefings[0]).toMatchObject({ resume: session, tried: 7, suspects: [near] });
  });

  it("briefs a source once, and measures suspects if no earlier source has", async () => {
    const briefings: Briefing[] = [];
    await offered([source("llm", true, briefings)]);
    expect(briefings[0]).toBe(briefings[1]);
    expect(briefings[0]).toMatchObject({ suspects: [measured] });
  });
});
