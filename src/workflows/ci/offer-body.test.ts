import { expect, it } from "vitest";
import { sampleReview } from "../../../test/support/samples.ts";
import { offerBody, offerNote } from "./offer-body.ts";

it("states what is proven, and that nobody has approved it", () => {
  const review = sampleReview("RV-1");
  const body = offerBody({ ...review, asked_because: ["@team: a `tick` | closes #1\n# Heading"] });
  expect(body).toContain("Nobody has approved it yet");
  expect(body).toMatch(/\*\*Tests:\*\* \d+ failed before; \d+ pass and \d+ fail with this change/);
  expect(body).toContain("**Look at:** `@team: a 'tick' | closes #1 # Heading`");
  expect(offerNote(review)).toMatch(/Proven by AgentForge: .*confidence \d\.\d\d\.$/);
});
