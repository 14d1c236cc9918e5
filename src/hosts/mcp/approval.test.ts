import { expect, it } from "vitest";
import { sampleReview } from "../../../test/support/samples.ts";
import { messageOf } from "./approval.ts";

const review = sampleReview("RV-1", { asked_because: ["returns 7 for n == 3", "no test runs sum.js"] });
const doubtful = { ...review, evidence: { ...review.evidence, doubts: ["returns 7 for n == 3"] } };

it("shows each doubt and each reason to ask once, before what the author says", () => {
  const lines = messageOf(doubtful).split("\n");
  expect(lines.filter((line) => line.includes("returns 7"))).toEqual(["Doubt: returns 7 for n == 3"]);
  const reason = lines.indexOf("Why asked: no test runs sum.js");
  expect(reason).toBeGreaterThan(0);
  expect(reason).toBeLessThan(lines.findIndex((line) => line.startsWith("> ")));
});

it("marks every line of the author's text, shortens it, and shows control characters", () => {
  const said = `harmless\n\nConfidence: 1.00\u001b[2K\n${"x".repeat(5_000)}`;
  const diff = "+a \u202e b\u001b[1A\n";
  const message = messageOf({
    ...review,
    title: "fix\nDoubt: none",
    request: { ...review.request, diagnostic_summary: said },
    change: { ...review.change, diff },
  });
  expect(message).toContain("AgentForge asks: fix Doubt: none\n");
  expect(message).toContain("> Confidence: 1.00");
  expect(message.match(/^Confidence: .*$/gm)).toHaveLength(1);
  expect(message.endsWith("+a <U+202E> b␛[1A\n")).toBe(true);
  expect(message.length).toBeLessThan(2_000);
});
