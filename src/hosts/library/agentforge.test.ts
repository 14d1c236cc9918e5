import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { makeRepository, type Repository } from "../../../test/support/repository.ts";
import { openApp, readEnvironment } from "../../app.ts";
import { openAgentForge } from "./index.ts";

let repository: Repository | null = null;
afterEach(() => repository?.remove());

it("records what an interrupted process left behind, once", async () => {
  repository = makeRepository(() => {}, false);
  const app = await openApp({ cwd: repository.path, environment: readEnvironment({}), unsafe: true });
  await app.ports.sessions.begin({
    session_id: "S-3",
    trace_id: app.ports.newTraceId(),
    attempt_id: null,
    brain: "search",
    task_description: "make the tests pass",
    status: "running",
    started_at: "2026-01-01T00:00:00Z",
    ended_at: null,
    owner: JSON.stringify({ pid: 1, started: "0", boot: "another", namespace: null }),
    outcome: null,
  });
  await app.close();
  const options = { directory: repository.path, variables: {}, unsafeNoSandbox: true };
  for (let opened = 0; opened < 2; opened += 1) {
    await using forge = await openAgentForge(options);
    const records = await forge.journal.query({ actionType: "session.interrupted" });
    expect(records.map((record) => record.entity_id)).toEqual(["S-3"]);
    await expect(forge.reviews.get("RV-none")).rejects.toMatchObject({ code: "not_found" });
  }
});

it("rejects a folder that is in no repository", async () => {
  const folder = mkdtempSync(join(tmpdir(), "agentforge-nowhere-"));
  await expect(openAgentForge({ directory: folder })).rejects.toMatchObject({ code: "not_a_repository" });
  rmSync(folder, { recursive: true });
});
