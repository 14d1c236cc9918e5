import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { branchName, commitMessage } from "./commit-message.ts";

const traceId = "550e8400-e29b-41d4-a716-446655440000";

describe("commitMessage", () => {
  it("ends with the trailer", () => {
    const message = commitMessage({ subject: "fix: add the numbers", body: "Because.", traceId });
    expect(message).toBe(`fix: add the numbers\n\nBecause.\n\n[ExoTrace: ${traceId}]\n`);
  });

  it("folds a subject of several lines into one", () => {
    expect(commitMessage({ subject: "fix: a\nlong one", body: "", traceId }).split("\n")[0]).toBe(
      "fix: a long one",
    );
  });

  it("refuses a subject that says nothing", () => {
    expect(() => commitMessage({ subject: "fix", body: "", traceId })).toThrow(/shorter than 10/);
  });
});

describe("branchName", () => {
  it.each([
    ["V-4734938a9485", "fix/V-4734938a9485-550e8400"],
    ["../../etc; rm -rf", "fix/etc-rm-rf-550e8400"],
    ["a..b", "fix/a.b-550e8400"],
    ["naïve café", "fix/naive-cafe-550e8400"],
    ["", "fix/task-550e8400"],
  ])("%s becomes %s", (name, expected) => {
    expect(branchName("fix", name, traceId)).toBe(expected);
  });

  it("is always a name git accepts", () => {
    const names = fc.sample(fc.string({ unit: "grapheme", maxLength: 80 }), 60);
    for (const name of names) {
      const branch = branchName("feat", name, traceId);
      expect(() => execFileSync("git", ["check-ref-format", "--branch", branch])).not.toThrow();
    }
  });
});
