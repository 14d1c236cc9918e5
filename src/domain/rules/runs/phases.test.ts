import { describe, expect, it } from "vitest";
import { FixPhase } from "../../entities/fix-attempt.ts";
import { isFinal, mayFollow } from "./phases.ts";

describe("phases", () => {
  it("walks from analyze to complete", () => {
    const walk = ["analyze", "plan", "implement", "verify", "commit", "complete"] as const;
    walk.slice(1).forEach((phase, index) => {
      expect(mayFollow(walk[index] ?? "failed", phase)).toBe(true);
    });
  });

  it("can fail from any phase that is not final, and never leaves a final phase", () => {
    for (const phase of FixPhase.options) {
      expect(mayFollow(phase, "failed")).toBe(!isFinal(phase));
      if (isFinal(phase)) for (const next of FixPhase.options) expect(mayFollow(phase, next)).toBe(false);
    }
  });

  it("goes back from verify to implement, and nowhere else", () => {
    expect(mayFollow("verify", "implement")).toBe(true);
    expect(mayFollow("commit", "implement")).toBe(false);
  });
});
