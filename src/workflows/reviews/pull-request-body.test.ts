import { expect, it } from "vitest";
import type { Statement } from "../../domain/entities/certificate.ts";
import { pullRequestBody } from "./pull-request-body.ts";

const DIGEST = "d".repeat(64);
const MESSAGE = `fix: add adds\n\nIt subtracted.\n\n[Certificate: sha256:${DIGEST}]\n[ExoTrace: x]\n`;

function statement(over: Partial<Statement> = {}): Statement {
  return {
    format: "agentforge-certificate/1",
    title: "add adds",
    trace_id: "550e8400-e29b-41d4-a716-446655440000",
    ...{ session_id: "S-1", attempt_id: "A-1", review_id: "RV-1", violation_id: null },
    ...{ proven_on: null, reverified_on: null, uncommitted: [], diff_hash: "e".repeat(64), files: [] },
    tests: {
      ...{ framework: "node:test", before: "failed", after: "passed", flaky: [] },
      cases: [
        { id: "a", before: "failed", after: "passed" },
        { id: "b", before: "passed", after: "passed" },
      ],
      fixed: ["test/a.js > adds `two` @maintainer"],
    },
    confirmation: { tests: 2, canaries: 1, missing: null, notes: [] },
    checks: null,
    changed_lines: { total: 3, covered: 2 },
    confidence: 0.93,
    ...{ sandbox: "bubblewrap", tools: {} },
    brain: { kind: "hybrid", made_by: ["llm"], models: ["anthropic:claude-sonnet-4-5"] },
    cost: { tokens: 41_200, usd: 0.142 },
    approval: { by: "ada", actor: "human", at: "2026-01-01T00:00:00Z", land_to: "pull-request" },
    journal: null,
    ...over,
  };
}
const bodyOf = (over: Partial<Statement> = {}) =>
  pullRequestBody(MESSAGE, { digest: DIGEST, statement: statement(over) });

it("describes the change, its confidence, its proof, its cost, and how to verify it", () => {
  const body = bodyOf();
  expect(body.startsWith("It subtracted.")).toBe(true);
  for (const text of [
    "**Confidence:** 0.93",
    "**Tests:** 1 failed before; 2 pass and 0 fail with this change (`node:test`)",
    "**Fixed:** `test/a.js > adds 'two' @maintainer`",
    "**Coverage:** tests run 2 of 3 changed lines",
    "**Second run:** an independent run agrees on 2 tests; 1 planted failure was caught",
    "**Made by:** hybrid with `anthropic:claude-sonnet-4-5`",
    "**Cost:** 41,200 tokens, $0.1420",
    "**Approved:** by `ada` (human)",
    "agentforge certificate verify HEAD",
    "refs/agentforge/certificates/*",
  ])
    expect(body).toContain(text);
});

it.each<[string, Partial<Statement>, string]>([
  ["nothing measured", { changed_lines: { total: 3, covered: null } }, "**Coverage:** not measured"],
  ["no model", { cost: { tokens: 0, usd: 0 } }, "**Cost:** nothing: no model was used"],
  ["an unknown price", { cost: { tokens: 5, usd: null } }, "5 tokens, price unknown"],
  ["an old statement without models", { brain: { kind: "search", made_by: [] } }, "**Made by:** search"],
  ["no second run", { confirmation: null }, "**Second run:** none"],
  ["doubts", { doubts: ["it names\nan input"] }, "**Doubt:** `it names an input`"],
])("is honest about %s", (_, over, text) => {
  expect(bodyOf(over)).toContain(text);
});

it("lists only some of many", () => {
  const fixed = Array.from({ length: 30 }, (_, n) => `test ${n}`);
  const body = bodyOf({ tests: { ...statement().tests, fixed } });
  expect(body).toContain("**Fixed:** and 20 more");
  expect(body).not.toContain("test 29");
});
