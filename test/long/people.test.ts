import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { agentforge, startAgentforge } from "../support/cli.ts";
import { smallProject } from "../support/contract-project.ts";
import { startModelServer } from "../support/model-server.ts";
import type { Repository } from "../support/repository.ts";

let repository: Repository;
afterEach(() => repository.remove());

const CONTRACT = `id: house
description: One rule that nothing here can fix.
checks: [{ id: no-todo, severity: minor, message: Do it now., pattern: { regex: "TODO" } }]
`;

/** No tests and one violation, so that an attempt is quick. */
function oneRemark(): Repository {
  const project = smallProject(["all.test.js", "package.json", "zero.js", "log.js", "one.js"]);
  project.write(".agentforge/contracts/house.yaml", CONTRACT);
  return project;
}

const run = (...args: string[]) => agentforge(repository.path, args);

async function violation(check: string): Promise<string> {
  const { json } = await run("conformance", "check", "--json");
  return json.violations.find((each: { check_id: string }) => each.check_id === check).violation_id;
}

describe("escalations", () => {
  it("accept a person's guidance, which the next attempt sees, and let the daemon retry", async () => {
    repository = oneRemark();
    const id = await violation("no-todo");
    const fix = await run("agent", "fix-violation", id, "--json");
    const { escalation_id } = fix.json.escalation;
    const list = await run("escalation", "list", "--json");
    expect(list.json.escalations).toMatchObject([{ escalation_id, violation_id: id, status: "pending" }]);

    const guidance = "delete the remark, it was done last year";
    const resolved = await run("escalation", "resolve", id, "--guidance", guidance, "--json");
    expect(resolved.json).toMatchObject({ escalation_id, resolution: { guidance, retry: true } });
    const twice = await run("escalation", "resolve", escalation_id);
    expect(twice.exitCode).toBe(2);
    expect(twice.stderr).toContain("already resolved");

    let heard = "";
    const server = await startModelServer((request) => {
      heard += request.transcript;
      return { calls: [{ name: "cannot_fix", input: { reason: "not mine to delete" } }] };
    });
    try {
      const again = await agentforge(repository.path, ["agent", "fix-violation", id, "--json"], {
        AGENTFORGE_BRAIN: "vllm:scripted",
        AGENTFORGE_MODEL_URL: server.url,
      });
      expect(again.json).toMatchObject({
        status: "cannot_fix",
        escalation: { reason: "not mine to delete", violation_id: id },
      });
      expect(heard).toContain(guidance);
    } finally {
      await server.close();
    }
    const { json: rows } = await run("journal", "query", "--entity", escalation_id, "--json");
    expect(
      rows.map((row: { actor: string; action_type: string }) => `${row.actor} ${row.action_type}`),
    ).toEqual(["agent escalation.created", "human escalation.resolved", "agent guidance.given"]);
  });

  it("clear the cooldown, or hand the violation to the person for good", async () => {
    repository = oneRemark();
    const id = await violation("no-todo");
    await run("agent", "fix-violation", id);
    const outcomes = async () => {
      const { json } = await run("daemon", "--once", "--json");
      const [round] = json.rounds;
      return round.status === "worked"
        ? round.report.outcomes.map((outcome: { violation_id: string }) => outcome.violation_id)
        : round.status;
    };
    expect(await outcomes()).not.toContain(id);
    await run("escalation", "resolve", id);
    expect(await outcomes()).toContain(id);
    const over = await run("escalation", "resolve", id, "--take-over", "--reason", "mine", "--json");
    expect(over.json.resolution).toMatchObject({ retry: false, reason: "mine" });
    expect(await outcomes()).not.toContain(id);
  });

  it("show what another tool reported, which no check here can prove", async () => {
    repository = oneRemark();
    const result = {
      ruleId: "E1",
      level: "error",
      message: { text: "too wide" },
      locations: [{ physicalLocation: { artifactLocation: { uri: "loose.js" }, region: { startLine: 1 } } }],
    };
    const tool = { driver: { name: "Ruler", rules: [{ id: "E1" }] } };
    repository.write("log.sarif", JSON.stringify({ version: "2.1.0", runs: [{ tool, results: [result] }] }));
    await run("conformance", "import", join(repository.path, "log.sarif"));
    const { json, stdout } = await run("escalation", "list", "--json");
    expect(json.violations, stdout).toMatchObject([
      { check_id: "E1", why: expect.stringContaining("ruler") },
    ]);
    const [{ violation_id }] = json.violations;
    await run("escalation", "resolve", violation_id, "--take-over");
    expect((await run("escalation", "list")).stdout).toContain("There are no open escalations");
  });
});

describe("the journal", () => {
  it("can be followed from another process, and exported", async () => {
    repository = oneRemark();
    const tail = startAgentforge(repository.path, ["journal", "tail", "--follow", "--json"]);
    const seen: string[] = [];
    const heard = (async () => {
      for await (const line of tail) seen.push(JSON.parse(String(line)).action_type);
    })();
    await run("conformance", "check");
    await expect.poll(() => seen, { timeout: 60_000 }).toContain("checks.run");
    tail.kill("SIGTERM");
    await heard;
    expect((await tail).exitCode).toBe(0);

    const csv = await run("journal", "export", "--format", "csv");
    expect(csv.stdout.split("\n")).toHaveLength(1 + seen.length);
    const exported = await run("journal", "export", "--output", "all.jsonl", "--json");
    expect(exported.json).toMatchObject({ records: seen.length });
    expect(repository.read("all.jsonl").trim().split("\n")).toHaveLength(seen.length);
    const over = await run("journal", "export", "--output", "all.jsonl");
    expect(over.stderr).toContain("already exists");
  });
});
