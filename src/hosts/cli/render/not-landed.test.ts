import { expect, it } from "vitest";
import { createPaint } from "../terminal.ts";
import { renderNotLanded } from "./not-landed.ts";

const paint = createPaint(false);
const review = { review_id: "RV-1", violation_id: null };

it("says how to clear what is in the way of a change", () => {
  const landing = { status: "conflict", paths: ["a.js"], why: "a.js: it has changed" } as const;
  expect(renderNotLanded(landing, review, paint)).toBe(
    "▲ Not landed: a.js: it has changed. Nothing was changed.\n  → Commit or stash your own changes to a.js, then approve again; or run agentforge repair again.",
  );
});

it("names no file if the repository is in the way", () => {
  const landing = {
    status: "conflict",
    paths: [],
    why: "a merge is in progress; finish or abort it first",
  } as const;
  expect(renderNotLanded(landing, { ...review, violation_id: "V-1" }, paint)).toContain(
    "→ Resolve that, then approve again; or run agentforge agent fix-violation V-1 again.",
  );
});

it("says of a change that is no longer proven that approving it again does not help", () => {
  const why = "on the current code the fix broke a.test.js > adds";
  const text = renderNotLanded({ status: "no_longer_proven", why }, review, paint);
  expect(text).toContain(`▲ Not landed: it is no longer proven, because ${why}.`);
  expect(text).toContain("agentforge review reject RV-1");
  expect(text).not.toMatch(/stash|approve again/);
});
