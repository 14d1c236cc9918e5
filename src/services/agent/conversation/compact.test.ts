import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ModelMessage } from "../../../domain/ports/model.ts";
import { compact, estimateTokens } from "./compact.ts";

const turn = (number: number, name: string, text: string): ModelMessage[] => [
  {
    role: "assistant",
    text: `step ${number}`,
    calls: [{ id: `c${number}`, name, parameters: {}, written: `{"n":${number}}` }],
  },
  { role: "tool", results: [{ id: `c${number}`, name, text, failed: false }] },
];
const head: ModelMessage[] = [
  { role: "system", text: "the rules" },
  { role: "user", text: "the task and its evidence" },
];
const long = "x".repeat(30_000);

describe("compact", () => {
  const messages = [
    ...head,
    ...turn(1, "read_file", long),
    ...turn(2, "run_tests", `1 failed: adds. ${long}`),
    ...Array.from({ length: 10 }, (_, index) => turn(index + 3, "read_file", long)).flat(),
  ];

  it.each([1, 2, 3] as const)("keeps task, evidence and open failures at severity %i", (severity) => {
    const shorter = compact(messages, severity);
    expect(shorter.slice(0, 2)).toEqual(head);
    expect(JSON.stringify(shorter)).toContain("1 failed: adds");
    expect(JSON.stringify(shorter.at(-1))).toContain("c12");
    expect(estimateTokens(shorter)).toBeLessThan(estimateTokens(messages));
  });

  it("frees more space with each severity", () => {
    const sizes = ([1, 2, 3] as const).map((severity) => estimateTokens(compact(messages, severity)));
    expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
    expect(sizes[2]).toBeLessThan(5000);
  });

  it("can be repeated without losing the task", () => {
    const twice = compact([...compact(messages, 2), ...turn(20, "read_file", long), ...turn(21, "x", "")], 2);
    expect(twice.slice(0, 2)).toEqual(head);
    expect(JSON.stringify(twice)).toContain("1 failed: adds");
  });

  it("never separates a result from its call", () => {
    const severities = fc.constantFrom(1, 2, 3) as fc.Arbitrary<1 | 2 | 3>;
    fc.assert(
      fc.property(fc.nat(15), severities, (turns, severity) => {
        const given = [...head, ...Array.from({ length: turns }, (_, n) => turn(n, "t", "ok")).flat()];
        const shorter = compact(given, severity);
        const calls = shorter.flatMap((each) =>
          each.role === "assistant" ? each.calls.map((call) => call.id) : [],
        );
        const results = shorter.flatMap((each) =>
          each.role === "tool" ? each.results.map(({ id }) => id) : [],
        );
        expect(results).toEqual(calls);
      }),
    );
  });
});
