import { expect, test } from "vitest";
import { reasonIn } from "./rejection-reason.ts";

test.each([
  ["nothing", null, null, null, null],
  ["the front matter", "too risky", null, null, "too risky"],
  ["the front matter before the comments", "too risky", "- slow", null, "too risky"],
  ["an example that was copied", "…", null, null, null],
  ["dots, and then comments", "...", "- slow", null, "- slow"],
  ["a list without words", null, "- \n* ", null, null],
  ["a single character that is not punctuation", "👎", null, null, "👎"],
  ["another alphabet", "危険", null, null, "危険"],
  ["comments", null, "It is slow.\n\nAnd it is wrong.", null, "It is slow.\n\nAnd it is wrong."],
  ["comments of an earlier round", null, "- slow", "- slow", null],
  ["comments on top of earlier ones", null, "- slow\n- wrong", "- slow", "- wrong"],
])("%s", (_, rejectionReason, comments, earlier, reason) => {
  expect(reasonIn({ rejectionReason, comments }, earlier)).toBe(reason);
});
