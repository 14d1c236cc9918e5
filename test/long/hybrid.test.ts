import { describe, expect, it, vi } from "vitest";
import { HYBRID_CASES, playHybrid } from "../support/hybrid.ts";

vi.setConfig({ testTimeout: 240_000 });

/** One for each way in which a model goes about it; `npm run battery:hybrid` plays all twenty. */
const SOME = HYBRID_CASES.slice(0, 4);

describe("search repairs a part and a model the rest", () => {
  it.each(SOME.map((each) => [each.title, each] as const))("%s", async (_title, given) => {
    const { run, told } = await playHybrid(given);
    expect(run.json.why ?? run.json.status).toBe("waiting_for_review");
    const { evidence, change } = run.json.review;
    expect(evidence).toMatchObject({ still_failing: [], broken: [] });
    expect(evidence.fixed).toHaveLength(2);
    expect(evidence.notes.join("\n")).toContain(
      "search fixed a part and the model vllm:scripted repaired the rest",
    );
    expect(told).toContain("the copy you work in holds the changes named below");
    const paths = given.together ? [given.rest.name] : [given.part.name, given.rest.name];
    expect(change.files.map((file: { path: string }) => file.path).sort()).toEqual(
      paths.map((name) => `${name}.js`).sort(),
    );
  });
});
