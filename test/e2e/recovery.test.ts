import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openApp, readEnvironment } from "../../src/app.ts";
import { agentforge } from "../support/cli.ts";
import { makeRepository, type Repository } from "../support/repository.ts";

let repository: Repository;
beforeEach(async () => {
  repository = makeRepository((folder) => writeFileSync(join(folder, "one.js"), "export const one = 1;\n"));
  await inApp(({ sessions, newTraceId }) =>
    sessions.begin({
      ...{ session_id: "S-1", trace_id: newTraceId(), attempt_id: null, brain: "search" },
      ...{ task_description: "make the failing tests pass", status: "running", outcome: null },
      ...{ started_at: "2026-01-01T00:00:00Z", ended_at: null },
      owner: JSON.stringify({ pid: 1, started: "0", boot: "another", namespace: null }),
    }),
  );
});
afterEach(() => repository.remove());

type Ports = Awaited<ReturnType<typeof openApp>>["ports"];

async function inApp<T>(work: (ports: Ports) => Promise<T>): Promise<T> {
  const app = await openApp({ cwd: repository.path, environment: readEnvironment(), unsafe: "if_needed" });
  try {
    return await work(app.ports);
  } finally {
    await app.close();
  }
}

const statusNow = () => inApp(async ({ sessions }) => (await sessions.get("S-1"))?.status);

describe("after a kill", () => {
  it.each<[name: string, args: string[], shows: RegExp]>([
    ["the suggestions", [], /agentforge session resume/],
    ["session show", ["session", "show", "S-1"], /S-1 {2}interrupted/],
    ["stats", ["stats"], /./],
    ["tool run", ["tool", "run", "read_file", "--input", '{"path":"one.js"}'], /one = 1/],
    ["mcp", ["mcp"], /^/],
  ])("%s finds the interrupted run", async (_name, args, shows) => {
    const run = await agentforge(repository.path, args);
    expect(run.stdout).toMatch(shows);
    expect(await statusNow()).toBe("interrupted");
  });

  it.each([
    ["journal verify", ["journal", "verify"]],
    ["journal query", ["journal", "query"]],
    ["state check", ["state", "check"]],
    ["doctor", ["doctor"]],
  ])("%s reports what is there and changes nothing", async (_name, args) => {
    await agentforge(repository.path, args);
    expect(await statusNow()).toBe("running");
  });
});
