import { describe, expect, it } from "vitest";
import type { Violation } from "../../domain/entities/violation.ts";
import type { Standing } from "../../domain/ports/queue.ts";
import { answers, reasonToLeave } from "./schedule.ts";

const violation = { violation_id: "V-000000000001" } as Violation;
const limits = { attemptLimit: 3 };

describe("reasonToLeave", () => {
  it.each<[string, Partial<Standing> | undefined, RegExp | null]>([
    ["never tried", undefined, null],
    ["tried and failed, cooled down", { failures: 2 }, null],
    ["failed just now", { failures: 1, coolsFor: 12.3, why: "broke a test" }, /cooling down for 13 s: broke/],
    ["failed the maximum number of times", { failures: 3, why: "broke a test" }, /3 attempts failed: broke/],
    ["claimed by another process", { claimed: true }, /another process/],
  ])("%s", (_name, part, expected) => {
    const known = { key: "", failures: 0, why: null, coolsFor: 0, claimed: false };
    const reason = reasonToLeave(violation, part && { ...known, ...part }, new Map(), limits);
    if (expected === null) expect(reason).toBeNull();
    else expect(reason).toMatch(expected);
  });

  it("respects people's answers", () => {
    const answered = new Map([[violation.violation_id, "a person rejected RV-1"]]);
    expect(reasonToLeave(violation, undefined, answered, limits)).toBe("a person rejected RV-1");
  });
});

describe("answers", () => {
  const ports = (landTo: string) =>
    ({
      settings: { landTo },
      escalations: { list: async () => [] },
      reviews: {
        list: async (status: string) =>
          status === "rejected" ? [] : [{ review_id: `RV-${status}`, violation_id: `V-${status}` }],
      },
    }) as unknown as Parameters<typeof answers>[0];

  it("distinguishes a fix that waits for an answer from one that lands or has landed elsewhere", async () => {
    expect(Object.fromEntries(await answers(ports("branch")))).toEqual({
      "V-landed": "RV-landed has landed on its own branch",
      "V-approved": "RV-approved is being landed",
      "V-pending": "RV-pending is waiting for an answer",
    });
  });

  it("ignores what has landed here, because the violation is found again only if it is back", async () => {
    expect([...(await answers(ports("current-branch"))).keys()]).toEqual(["V-approved", "V-pending"]);
  });
});
