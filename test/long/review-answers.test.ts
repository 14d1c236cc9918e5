import { afterEach, describe, expect, it } from "vitest";
import { agentforge } from "../support/cli.ts";
import { smallProject } from "../support/contract-project.ts";
import { exampleRepository, type Repository } from "../support/repository.ts";
import { findOne } from "../support/violations.ts";

let repository: Repository;
afterEach(() => repository.remove());

describe("an answer", () => {
  it("proves the change again if the code has changed", async () => {
    repository = exampleRepository("calculator-js");
    await agentforge(repository.path, ["repair", "--json"]);
    repository.write("other.js", "export const other = 1;\n");
    repository.git("add", "-A");
    repository.git("commit", "-qm", "meanwhile");
    const approve = await agentforge(repository.path, ["review", "approve", "--json"]);
    expect(approve.json).toMatchObject({ status: "landed", reverified: true });
  });

  it("counts once", async () => {
    repository = exampleRepository("calculator-js");
    const repair = await agentforge(repository.path, ["repair", "--json"]);
    const id = repair.json.review.review_id;
    expect((await agentforge(repository.path, ["review", "approve", id])).exitCode).toBe(0);
    const head = repository.git("rev-parse", "HEAD");
    const again = await agentforge(repository.path, ["review", "approve", id]);
    expect(again.exitCode).toBe(2);
    expect(again.stderr).toContain("already landed");
    expect(repository.git("rev-parse", "HEAD")).toBe(head);
  });

  it("is requested once, no matter how often the same fix is found", async () => {
    repository = exampleRepository("calculator-js");
    const first = await agentforge(repository.path, ["repair", "--json"]);
    const second = await agentforge(repository.path, ["repair", "--json"]);
    const list = await agentforge(repository.path, ["review", "list", "--all", "--json"]);
    expect(list.json).toMatchObject([
      { review_id: second.json.review.review_id, status: "pending" },
      { review_id: first.json.review.review_id, status: "withdrawn" },
    ]);
  });

  it.each([
    ["agent", "approve-commit", "--json"],
    ["agent", "approve-commit", "--all", "--json"],
  ])(
    "a change that a person made in the meantime does not block the others: %s %s %s",
    async (...command) => {
      repository = smallProject();
      for (const [check, file] of [
        ["strict-equality", "one.js"],
        ["no-console-log", "zero.js"],
      ] as const) {
        const id = await findOne(repository.path, check, file);
        const fix = await agentforge(repository.path, ["agent", "fix-violation", id, "--json"]);
        expect(fix.json.status).toBe("waiting_for_review");
      }
      repository.write("one.js", repository.read("one.js").replace("==", "==="));
      repository.git("commit", "-qam", "by hand");
      const approve = await agentforge(repository.path, command);
      expect(JSON.stringify(approve.json), approve.stderr).toContain('"landed"');
      expect(repository.read("zero.js")).toContain('log("asked", value)');
    },
  );

  it("can be no, with a reason", async () => {
    repository = exampleRepository("calculator-js");
    await agentforge(repository.path, ["repair", "--json"]);
    const before = repository.fingerprint();
    const reject = await agentforge(repository.path, ["review", "reject", "--reason", "not like this"]);
    expect(reject.exitCode).toBe(0);
    expect(repository.fingerprint()).toBe(before);
    const journal = await agentforge(repository.path, ["journal", "query", "--actor", "human", "--json"]);
    expect(journal.json).toMatchObject([
      { action_type: "review.rejected", metadata: { reason: "not like this" } },
    ]);
  });

  it("can be withdrawn", async () => {
    repository = exampleRepository("calculator-js");
    const broken = repository.read("calculator.js");
    const repair = await agentforge(repository.path, ["repair", "--auto", "--json"]);
    expect(repair.json.status).toBe("landed");
    const rollback = await agentforge(repository.path, ["rollback", repair.json.review.review_id, "--json"]);
    expect(rollback.json.status).toBe("restored");
    expect(repository.read("calculator.js")).toBe(broken);
    expect(repository.git("status", "--porcelain")).toBe("");
    const twice = await agentforge(repository.path, ["rollback", repair.json.review.review_id, "--json"]);
    expect(twice.json.status).toBe("already_restored");
  });
});
