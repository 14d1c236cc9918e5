import { describe, expect, it } from "vitest";
import type { Patch } from "../../domain/entities/patch.ts";
import type { PatchSource } from "../../domain/ports/repair.ts";
import { type BrainWork, describeBrains } from "./describe-brains.ts";

const source = (id: string, isModel = false) => ({ id, isModel }) as unknown as PatchSource;
const sources = [source("search"), source("llm", true)];
const patch = (by: string): Patch => ({ source: by, operator: "o", description: "d", cost: 1, edits: [] });
const work: BrainWork = {
  tried: 40,
  searchSeconds: 2.5,
  suspects: [1, 2, 3, 4].map((line) => ({ path: "a.js", line, score: 1, why: "ran" })),
  partly: 2,
  wasAsked: true,
};
const model = "anthropic:x";

describe("describeBrains", () => {
  it.each<[string, "llm" | "hybrid" | undefined, readonly string[], Partial<BrainWork>, readonly string[]]>([
    ["says nothing if there is only one brain", undefined, ["search"], { wasAsked: false }, []],
    [
      "says what search saved",
      "hybrid",
      ["search"],
      { wasAsked: false },
      ["search repaired it: 40 candidates in 2.5 s; the model anthropic:x was not used, so it cost nothing"],
    ],
    [
      "says what search handed over",
      "hybrid",
      ["llm"],
      {},
      [
        "the model anthropic:x repaired it",
        "search (40 candidates in 2.5 s) passed on 4 suspected lines (a.js:1, a.js:2, a.js:3 and 1 more) and 2 edits that fixed some of the tests",
      ],
    ],
    [
      "says who did which part",
      "hybrid",
      ["search", "llm"],
      { suspects: [], partly: 0 },
      [
        "search fixed some of the tests and the model anthropic:x repaired the rest",
        "search (40 candidates in 2.5 s) passed on no suspected line",
      ],
    ],
    ["names the model that worked alone", "llm", ["llm"], {}, ["the model anthropic:x repaired it"]],
    [
      "says what was handed over without success",
      "hybrid",
      [],
      { partly: 0, suspects: [] },
      ["search (40 candidates in 2.5 s) passed on no suspected line"],
    ],
  ])("%s", (_what, brain, by, changes, said) => {
    const ports = { sources, model, ...(brain && { brain }) };
    expect(describeBrains(ports, by.map(patch), { ...work, ...changes })).toEqual(said);
  });

  it("does not say that no model was used if a model wrote the test", () => {
    const testWriter = {
      account: () => ["used 2 steps"],
      write: async () => ({ status: "written", why: "" }) as const,
    };
    const [said] = describeBrains({ brain: "hybrid", model, sources, testWriter }, [patch("search")], {
      ...work,
      wasAsked: false,
    });
    expect(said).toContain("the model anthropic:x only wrote the test");
  });
});
