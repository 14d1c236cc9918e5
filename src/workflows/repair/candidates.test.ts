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

/** Yields one patch; a source that thinks asks for its briefing first. */
function source(id: string, thinks = false, briefings: Briefing[] = []): PatchSource {
  return {
    id,
    resumes: thinks,
    async *patches({ brief, watch }) {
      if (thinks) briefings.push(await brief(), await brief());
      else watch.suspects([near as Suspect]);
      yield { patch: patch(id) };
    },
  };
}

async function offered(
  sources: readonly PatchSource[],
  { session = null, seconds = 0 }: { session?: FixSearchResume["session"]; seconds?: number } = {},
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
    request: { budgetSeconds: 10, issue: null },
    run: { traceId: "t", attemptId: "A-1", subject: { violationId: null, tests: [] }, guidance: [] },
    signal: new AbortController().signal,
    onEvent: () => undefined,
  } as unknown as FixSearchInput;
  const tally = startTally(ports, input);
  now = seconds * 1000;
  const aim = { target, measure: async () => measuredTarget } as unknown as Parameters<typeof candidates>[3];
  const found: string[] = [];
  for await (const each of candidates(ports, input, tally, aim, session)) found.push(each.patch.source);
  return { found, report: tally.report() };
}

describe("candidates", () => {
  it("asks the sources in their order", async () => {
    expect((await offered([source("search"), source("llm", true)])).found).toEqual(["search", "llm"]);
  });

  it("asks nobody when the budget is spent", async () => {
    expect((await offered([source("search"), source("llm", true)], { seconds: 11 })).found).toEqual([]);
  });

  it("asks only the source whose session goes on, which is told where search would have looked", async () => {
    const briefings: Briefing[] = [];
    const session = { sessionId: "S-1", answer: "repeat", tried: 7 } as const;
    const { found, report } = await offered([source("search"), source("llm", true, briefings)], { session });
    expect(found).toEqual(["llm"]);
    expect(report.tried).toBe(7);
    expect(briefings[0]).toMatchObject({ resume: session, tried: 7, suspects: [near] });
  });

  it("briefs a source once, with places measured when nobody has looked before", async () => {
    const briefings: Briefing[] = [];
    await offered([source("llm", true, briefings)]);
    expect(briefings[0]).toBe(briefings[1]);
    expect(briefings[0]).toMatchObject({ suspects: [measured] });
  });
});
