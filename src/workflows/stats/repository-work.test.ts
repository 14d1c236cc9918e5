import { expect, it } from "vitest";
import { readStats } from "./read-stats.ts";
import { type RepositoryWorkPorts, repositoryWork } from "./repository-work.ts";

const at = (minute: number) => new Date(Date.UTC(2026, 10, 16, 8, minute)).toISOString();
const session = (id: string, brain: string, status: string, about = "repair") => ({
  ...{ session_id: id, trace_id: `trace ${id}`, brain, status, task_description: about },
  ...{ started_at: at(0), ended_at: at(5) },
});
const review = (id: string, status: string, decision: object | null) => ({
  ...{ review_id: `RV-${id}`, session_id: id, trace_id: `trace ${id}`, violation_id: null, status },
  ...{ created_at: at(2), decision },
});
const decision = (answer: string, actor = "human") => ({ answer, actor, by: "ada", at: at(4) });

const ports = {
  sessions: {
    list: async () => [
      session("1", "search", "completed"),
      session("2", "llm", "completed", "fix V-0123456789ab: no console"),
      session("3", "llm", "failed"),
      session("4", "llm", "running"),
    ],
  },
  reviews: {
    summaries: async () => [
      review("1", "landed", decision("approve", "system")),
      review("2", "changes_requested", decision("request_changes")),
      review("3", "withdrawn", null),
    ],
  },
  escalations: {
    list: async () => [
      { trace_id: "trace 3", violation_id: null, created_at: at(3), resolution: { by: "bob", at: at(6) } },
      { trace_id: null, violation_id: null, created_at: at(3), resolution: { by: "agentforge", at: at(6) } },
    ],
  },
  conformance: { violation: async () => ({ contract_id: "style", check_id: "no-console" }) },
  journal: {
    modelSpending: async () => [{ traceId: "trace 2", day: "2026-11-16", tokens: 10, usd: 0.5 }],
  },
} as unknown as RepositoryWorkPorts;

it("counts changes that the gate let through as fixed and not as asked, and ignores replaced ones", async () => {
  const { rows } = await readStats(ports, "shop", { by: "brain", since: null });
  expect(rows.map((row) => [row.name, row.runs, row.proven, row.asked, row.fixed, row.rejected])).toEqual([
    ["llm", 2, 2, 1, 0, 1],
    ["search", 1, 1, 0, 1, 0],
    ["none", 0, 0, 0, 0, 0],
  ]);
  expect(rows[0]).toMatchObject({ tokens: 10, usd: 0.5, escalated: 1, human_minutes: 5 });
});

it("finds the rule of a run in its review, its escalation or its task", async () => {
  const rules = (await repositoryWork(ports, "shop")).map(({ kind, rule }) => `${kind} ${rule}`);
  expect(rules).toContain("ran style/no-console");
  expect(rules).toContain("spent style/no-console");
  expect(rules).toContain("fixed failing tests");
});

it("rejects an invalid time", async () => {
  const refused = readStats(ports, "shop", { by: "week", since: "yesterday" });
  await expect(refused).rejects.toMatchObject({ code: "bad_input" });
});
