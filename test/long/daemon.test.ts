import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { openQueue } from "../../src/services/queue/index.ts";
import { openState } from "../../src/services/state/index.ts";
import { currentOwner } from "../../src/services/workspace/index.ts";
import { agentforge, startAgentforge } from "../support/cli.ts";
import { smallProject } from "../support/contract-project.ts";
import type { Repository } from "../support/repository.ts";
import { findOne } from "../support/violations.ts";

let repository: Repository;
afterEach(() => repository.remove());

describe("daemon", () => {
  it("relies on records: a restart does not forget cooldowns, nor what a person said", async () => {
    repository = smallProject();
    const once = ["daemon", "--once", "--auto", "--json"];
    const rejected = await findOne(repository.path, "strict-equality", "one.js");
    await agentforge(repository.path, ["agent", "fix-violation", rejected]);
    await agentforge(repository.path, ["agent", "reject-commit", "--reason", "it is meant so"]);

    const first = await agentforge(repository.path, once);
    expect(first.exitCode).toBe(0);
    const [round] = first.json.rounds;
    expect(round.report.outcomes.map((outcome: { status: string }) => outcome.status).sort()).toEqual([
      "cannot_fix",
      "cannot_fix",
      "landed",
      "landed",
    ]);
    expect(round.report.left).toMatchObject([{ why: expect.stringContaining("a person rejected") }]);

    const second = await agentforge(repository.path, once);
    expect(second.json.rounds).toMatchObject([{ status: "idle", open: 3 }]);
  });

  it("asks once before anything lands, unless configured otherwise", async () => {
    repository = smallProject();
    const head = repository.git("rev-parse", "HEAD");
    const first = await agentforge(repository.path, ["daemon", "--once", "--json"]);
    const statuses = first.json.rounds[0].report.outcomes.map(({ status }: { status: string }) => status);
    expect(statuses).toContain("waiting_for_review");
    expect(statuses).not.toContain("landed");
    expect(repository.git("rev-parse", "HEAD")).toBe(head);
    const waiting = (await agentforge(repository.path, ["review", "list", "--json"])).json.length;
    await agentforge(repository.path, ["daemon", "--once", "--json"]);
    expect((await agentforge(repository.path, ["review", "list", "--json"])).json).toHaveLength(waiting);
    const approved = await agentforge(repository.path, ["agent", "approve-commit", "--all", "--json"]);
    expect(approved.exitCode).toBe(0);
    expect(repository.git("rev-parse", "HEAD")).not.toBe(head);
  });

  it("pauses while tests fail", async () => {
    repository = smallProject();
    repository.write("one.js", "export function isOne(value) {\n  return value == 2;\n}\n");
    const head = repository.git("rev-parse", "HEAD");
    const paused = await agentforge(repository.path, ["daemon", "--once", "--json"]);
    expect(paused.json.rounds).toMatchObject([{ status: "paused", why: expect.stringContaining("one") }]);
    expect(repository.git("rev-parse", "HEAD")).toBe(head);
  });

  it("undoes an unfinished landing when it is stopped, and lands it the next time", async () => {
    repository = smallProject();
    await agentforge(repository.path, ["conformance", "check"]);
    const folder = join(repository.path, ".agentforge");
    const { database } = await openState({ folder, now: () => new Date().toISOString() });
    const queue = await openQueue({
      database,
      holder: JSON.stringify(await currentOwner()),
      leaseMs: 60_000,
    });
    const pending = async () => (await agentforge(repository.path, ["review", "list", "--json"])).json;
    const turn = await queue.claim("landing", { attemptLimit: null });
    const daemon = startAgentforge(repository.path, ["daemon", "--once", "--auto"]);
    while ((await pending()).length === 0) await new Promise((resolve) => setTimeout(resolve, 200));
    daemon.kill("SIGTERM");
    await daemon;
    await turn?.release();
    await database.close();
    expect(await pending()).toEqual([]);

    const { json } = await agentforge(repository.path, ["daemon", "--once", "--auto", "--json"]);
    const outcomes: { status: string }[] = json.rounds[0].report.outcomes;
    expect(outcomes.filter(({ status }) => status === "landed")).toHaveLength(3);
  });

  it("shares the work with another daemon, and stops cleanly", async () => {
    repository = smallProject();
    const daemons = [1, 2].map(() =>
      startAgentforge(repository.path, ["daemon", "--interval", "1", "--auto"]),
    );
    const isDone = () =>
      repository
        .git("log", "--format=%s")
        .split("\n")
        .filter((line) => line.startsWith("fix(V-")).length >= 3;
    while (!isDone()) await new Promise((resolve) => setTimeout(resolve, 200));
    for (const daemon of daemons) daemon.kill("SIGTERM");
    for (const ended of await Promise.all(daemons)) expect(ended.exitCode).toBe(0);
    const subjects = repository.git("log", "--format=%s").trim().split("\n");
    expect(new Set(subjects).size).toBe(subjects.length);
    expect(subjects).toHaveLength(4);
    expect(readdirSync(join(repository.path, ".agentforge/attempts"))).toEqual([]);
  });
});
