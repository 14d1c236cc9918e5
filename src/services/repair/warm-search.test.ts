import { afterEach, describe, expect, it, vi } from "vitest";
import { endSearches, setUp, started } from "../../../test/support/searches.ts";
import type { OfferedPatch, RepairSearchRequest, Searched } from "../../domain/ports/repair.ts";
import { operators } from "./operators/list.ts";

afterEach(endSearches);

const code = { "m.js": "export function f(x) {\n  return x - 1;\n}\n" };
const tests = {
  "m.test.js":
    'import assert from "node:assert";\nimport { test } from "node:test";\nimport { f } from "./m.js";\ntest("f", () => {\n  assert.equal(f(1), 2);\n  assert.equal(f(5), 6);\n});\n',
};

function ask(framework: string) {
  const { brain, environment, target, options } = setUp(code, tests, framework);
  const asked: string[] = [];
  const searches: Searched[] = [];
  const request: RepairSearchRequest = {
    ...{ target, environment, signal: options.signal, leftMs: () => options.budgetMs },
    async measure() {
      asked.push("measure");
      return target;
    },
    brief: () => Promise.reject(new Error("it needs no briefing")),
    watch: {
      suspects: () => void asked.push("suspects"),
      progress: () => undefined,
      searched: (found) => void searches.push(found),
    },
  };
  return { brain, environment, target, options, request, asked, searches };
}

async function firstOf(offered: AsyncIterable<OfferedPatch>): Promise<OfferedPatch | null> {
  for await (const each of offered) return each;
  return null;
}

describe("the patches of the search brain", () => {
  it("are screened when the tests run in a warm worker, without a separate coverage run", async () => {
    const { brain, request, asked, searches } = ask("node:test");
    const first = await firstOf(brain.patches(request));
    expect(first?.patch.edits[0]?.text).toContain("+");
    expect(first?.screened?.stands).toBe(true);
    expect(searches).toHaveLength(1);
    expect(asked).toEqual(["suspects"]);
  });

  it("do not need an operator that crashes, and the report names it", async () => {
    const operator = operators.find(({ meta }) => meta.id === "number-constant");
    if (operator === undefined) throw new Error("some operator changes numbers");
    const crashing = vi.spyOn(operator, "propose").mockImplementation(() => {
      throw new Error("no such child");
    });
    const { brain, request } = ask("node:test");
    const first = await firstOf(brain.patches(request));
    crashing.mockRestore();
    expect(first?.screened?.stands).toBe(true);
    expect(brain.account?.()).toEqual([expect.stringMatching(/^operator number-constant crashed at /)]);
  });

  it("come from the search that a warm-up started for the same target", async () => {
    const { brain, environment, target, options, request } = ask("node:test");
    await using warmUp = brain.warmUp?.(environment, options);
    warmUp?.expect({ ...target });
    expect((await firstOf(brain.patches(request)))?.screened).toBeDefined();
    expect(started).toHaveLength(1);
  });

  it("do not come from a search in another tree", async () => {
    const { brain, environment, target, options, request } = ask("node:test");
    await using warmUp = brain.warmUp?.(environment, options);
    warmUp?.expect(target);
    const elsewhere = { ...environment, tree: `${environment.tree}/.` };
    await firstOf(brain.patches({ ...request, environment: elsewhere }));
    expect(started).toHaveLength(2);
  });

  it("are untested, and measured first, if no warm worker supports the tests", async () => {
    const { brain, request, asked, searches } = ask("unknown");
    const first = await firstOf(brain.patches(request));
    expect(first).not.toBeNull();
    expect(first?.screened).toBeUndefined();
    expect(searches).toEqual([]);
    expect(asked).toEqual(["measure", "suspects"]);
    expect(brain.account?.()).toEqual([
      "each candidate needed a full run of the test framework, which is slow: no warm worker supports this test framework",
    ]);
  });
});
