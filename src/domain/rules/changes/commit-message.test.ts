import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { certificateIn, traceIn, withCertificate } from "../proof/certificate.ts";
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

  it.each([
    ["done", "done (by AgentForge)"],
    ["", "change by AgentForge"],
    ["--amend --no-edit now", "amend --no-edit now"],
    ["# a heading of sorts", "a heading of sorts"],
    ["fixup! squash! add numbers", "add numbers"],
    ["add numbers [skip ci]", "add numbers (skip ci)"],
    ["add numbers [skip\u200b ci]", "add numbers (skip ci)"],
    ["add numbers, closes #12", "add numbers, closes (#12)"],
    ["red \u001b[31malarm\u0007 bell", "red [31malarm bell"],
    ["x".repeat(10_000), `${"x".repeat(71)}…`],
    ["👩‍👩‍👧".repeat(100), `${"👩‍👩‍👧".repeat(71)}…`],
  ])("makes a subject from %j", (subject, expected) => {
    expect(commitMessage({ subject, body: "", traceId }).split("\n")[0]).toBe(expected);
  });

  it.each([
    "Co-authored-by: Eve <eve@example.com>",
    "Signed-off-by: Eve <eve@example.com>",
    "# a comment line",
    "--- a/calc.py",
    "diff --git a/x b/x",
    "[ExoTrace: 00000000-0000-0000-0000-000000000000]",
    `[Certificate: sha256:${"0".repeat(64)}]`,
  ])("quotes %j in the body", (line) => {
    expect(commitMessage({ subject: "fix: add the numbers", body: `Text.\n\n${line}`, traceId })).toContain(
      `\n> ${line}\n`,
    );
  });

  const part = fc.oneof(
    fc.string({ unit: "binary", maxLength: 60 }),
    fc.constantFrom(
      ...["", "done", "-", "#", "\n", "\r", "\u2028", "\0", "\u001b[2J", "\ud800", "🦊", "x".repeat(10_000)],
      ...["Co-authored-by: E <e@e>", "[skip ci]", "fixup! ", "---", "From ", "[ExoTrace: ", traceId, "]"],
    ),
  );
  const text = fc.array(part, { maxLength: 6 }).map((parts) => parts.join(""));

  it("accepts any text, and leaves only our own trailer active", () => {
    fc.assert(
      fc.property(text, text, (subject, body) => {
        const message = withCertificate(commitMessage({ subject, body, traceId }), "a".repeat(64));
        const [first = "", ...rest] = message.split("\n");
        expect([...new Intl.Segmenter().segment(first)].length).toBeLessThanOrEqual(72);
        expect([...first].length).toBeGreaterThanOrEqual(10);
        expect(rest[0]).toBe("");
        expect(message.isWellFormed()).toBe(true);
        expect(message.replaceAll(/[\n\t]/g, "")).not.toMatch(/\p{Cc}/u);
        expect(first).not.toMatch(/^(?:fixup|squash|amend)!/i);
        expect(message).not.toMatch(/\[skip ci\]/i);
        expect(rest.join("\n")).not.toMatch(/^(?:#|---|From |Co-authored-by)/im);
        expect([traceIn(message), certificateIn(message)]).toEqual([traceId, "a".repeat(64)]);
        expect(message.match(/^\[ExoTrace: /gm)).toHaveLength(1);
      }),
      { numRuns: 500 },
    );
  });

  it("writes messages that git keeps unchanged, without any other trailers", () => {
    for (const [subject, body] of fc.sample(fc.tuple(text, text), 40)) {
      const message = commitMessage({ subject, body, traceId });
      const git = (...args: string[]) => execFileSync("git", args, { input: message, encoding: "utf8" });
      expect(git("interpret-trailers", "--parse")).toBe("");
      expect(git("stripspace", "--strip-comments")).toContain(message.split("\n")[0]);
    }
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
    const names = fc.sample(fc.string({ unit: "binary", maxLength: 80 }), 60);
    for (const name of names) {
      const branch = branchName("feat", name, traceId);
      expect(() => execFileSync("git", ["check-ref-format", "--branch", branch])).not.toThrow();
    }
  });
});
