import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { agentforge } from "../support/cli.ts";
import { exampleRepository, type Repository } from "../support/repository.ts";
import { noPytest } from "../support/toolchains.ts";

let repository: Repository;
afterEach(() => repository.remove());

const examples = [
  { name: "calculator-js", file: "calculator.js", fixed: "return a + b;", failing: 1, skip: false },
  { name: "calculator-py", file: "calculator.py", fixed: "return a + b", failing: 1, skip: noPytest },
  { name: "shopping-cart", file: "src/discount.js", fixed: "quantity >= step.from", failing: 2, skip: false },
];

describe.each(examples.filter((example) => !example.skip))("$name", ({ name, file, fixed, failing }) => {
  it("is repaired in a copy, waits for an answer, and lands from another process", async () => {
    repository = exampleRepository(name);
    const untouched = repository.fingerprint();

    const repair = await agentforge(repository.path, ["repair", "--json"]);
    expect(repair.stderr).toBe("");
    expect(repair.exitCode).toBe(0);
    expect(repair.json.status).toBe("waiting_for_review");
    const { review } = repair.json;
    expect(review.evidence.fixed).toHaveLength(failing);
    expect(review.evidence.tests_after).toMatchObject({ failed: 0, errors: 0, status: "passed" });
    expect(review.evidence.changed_lines).toEqual({ total: 1, covered: 1 });
    expect(review.change.files.map((changed: { path: string }) => changed.path)).toEqual([file]);
    expect(repository.fingerprint()).toBe(untouched);
    expect(repository.git("status", "--porcelain")).toBe("");

    const list = await agentforge(repository.path, ["review", "list", "--json"]);
    expect(list.json).toMatchObject([{ review_id: review.review_id, status: "pending" }]);

    const approve = await agentforge(repository.path, ["agent", "approve-commit", "--json"]);
    expect(approve.json).toMatchObject({ status: "landed" });
    expect(repository.read(file)).toContain(fixed);
    expect(repository.git("status", "--porcelain")).toBe("");
    expect(repository.git("rev-parse", "HEAD").trim()).toBe(approve.json.commit);
    expect(repository.git("log", "-1", "--format=%B")).toContain(`[ExoTrace: ${review.trace_id}]`);
    expect(repository.git("stash", "list")).toBe("");
    expect(leftovers(repository)).toEqual([]);
  });
});

describe("the rules of the house", () => {
  it("asks where the fix breaks a rule of the house, however sure the tests are", async () => {
    repository = exampleRepository("calculator-js");
    repository.write(
      ".agentforge/contracts/house.yaml",
      `id: house
description: Rules of a calculator.
applies_to: ["*.js"]
checks:
  - { id: no-plus, severity: minor, message: Do not add., pattern: { regex: 'a \\+ b' } }
`,
    );
    repository.git("add", "-A");
    repository.git("commit", "-qm", "a rule");
    const repaired = await agentforge(repository.path, ["repair", "--auto", "--json"]);
    expect(repaired.json).toMatchObject({
      status: "waiting_for_review",
      review: { evidence: { checks_before: 0, checks_after: 1 } },
    });
    expect(repaired.json.review.asked_because.join()).toMatch(/a new violation: no-plus in calculator\.js/);
  });
});

describe("a test that passes when it is run alone", () => {
  const leaning = `import assert from "node:assert/strict";
import test from "node:test";
test("leaves something behind", () => { globalThis.left = 1; });
test("trips over it", () => assert.equal(globalThis.left, undefined));
`;

  it("is called flaky and not repaired, and what is broken beside it is", async () => {
    repository = exampleRepository("calculator-js");
    repository.write("leaning.test.js", leaning);
    repository.git("add", "-A");
    repository.git("commit", "-qm", "a test that leans on another");
    const { json } = await agentforge(repository.path, ["repair", "--json"]);
    expect(json).toMatchObject({ status: "waiting_for_review", review: { evidence: { still_failing: [] } } });
    expect(json.review.evidence.fixed).toHaveLength(1);
    expect(json.review.evidence.notes.join()).toMatch(/flaky, not repaired: .*trips over it/);
    expect(leftovers(repository)).toEqual([]);
  });

  it("is all there is: nothing is searched for", async () => {
    repository = exampleRepository("calculator-js");
    repository.write("calculator.js", repository.read("calculator.js").replace("a - b", "a + b"));
    repository.write("leaning.test.js", leaning);
    const { json } = await agentforge(repository.path, ["repair", "--json"]);
    expect(json).toMatchObject({ status: "only_flaky" });
    expect(leftovers(repository)).toEqual([]);
  });
});

describe.skipIf(noPytest)("a failure that has nothing to do with the bug (skipped without pytest)", () => {
  it("does not keep the rest from being repaired, and is never landed without asking", async () => {
    repository = exampleRepository("calculator-py");
    repository.write(
      "test_elsewhere.py",
      'def test_elsewhere():\n    assert open("/nothing/is/here").read() == ""\n',
    );
    repository.git("add", "-A");
    repository.git("commit", "-qm", "a test that fails for reasons of its own");
    const repaired = await agentforge(repository.path, ["repair", "--auto", "--json"]);
    expect(repaired.json.status).toBe("waiting_for_review");
    const { review } = repaired.json;
    expect(review.evidence.fixed).toHaveLength(1);
    expect(review.evidence.still_failing).toEqual(["test_elsewhere.py::test_elsewhere"]);
    expect(review.asked_because.join()).toMatch(/1 test still fails/);
    expect(review.commit_message).toMatch(/still fail:\n- test_elsewhere\.py::test_elsewhere/);
  });
});

describe("a dirty tree", () => {
  it("keeps everything else of the user's exactly as it was", async () => {
    repository = exampleRepository("calculator-js");
    repository.write("notes.txt", "untracked\n");
    repository.write("staged.txt", "staged\n");
    repository.git("add", "staged.txt");
    repository.write("package.json", `${repository.read("package.json")}\n`);
    const before = repository.git("status", "--porcelain");

    await agentforge(repository.path, ["repair", "--json"]);
    expect(repository.git("status", "--porcelain")).toBe(before);
    const approve = await agentforge(repository.path, ["review", "approve", "--json"]);
    expect(approve.json.status).toBe("landed");
    expect(repository.git("status", "--porcelain")).toBe(before);
    expect(repository.git("show", "--name-only", "--format=", "HEAD").trim()).toBe("calculator.js");
    expect(repository.git("diff", "--cached", "--name-only").trim()).toBe("staged.txt");
  });

  it("repairs against a failing test that is not committed yet", async () => {
    repository = exampleRepository("calculator-js");
    const approved = await repairAndApprove(repository);
    expect(approved).toBe("landed");
    repository.write("calculator.js", repository.read("calculator.js").replace("a * b", "a + b"));
    repository.git("commit", "-qam", "break multiply");
    repository.write(
      "extra.test.js",
      'import assert from "node:assert/strict";\nimport { test } from "node:test";\nimport { multiply } from "./calculator.js";\ntest("squares", () => assert.equal(multiply(5, 5), 25));\n',
    );
    const repair = await agentforge(repository.path, ["repair", "--json"]);
    expect(repair.json.status).toBe("waiting_for_review");
    expect(repair.json.review.evidence.fixed).toHaveLength(2);
  });

  it("does not land over the user's own edit of the same file", async () => {
    repository = exampleRepository("calculator-js");
    await agentforge(repository.path, ["repair", "--json"]);
    repository.write("calculator.js", `${repository.read("calculator.js")}// mine\n`);
    const dirty = repository.fingerprint();
    const approve = await agentforge(repository.path, ["review", "approve"]);
    expect(approve.exitCode).toBe(1);
    expect(approve.stdout).toContain("calculator.js");
    expect(repository.fingerprint()).toBe(dirty);

    repository.git("checkout", "-q", "calculator.js");
    expect((await agentforge(repository.path, ["review", "approve"])).exitCode).toBe(0);
  });
});

describe("answers", () => {
  it("proves the change again when the code moved on", async () => {
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

  it("are asked for once, however often the same fix is found", async () => {
    repository = exampleRepository("calculator-js");
    const first = await agentforge(repository.path, ["repair", "--json"]);
    const second = await agentforge(repository.path, ["repair", "--json"]);
    const list = await agentforge(repository.path, ["review", "list", "--all", "--json"]);
    expect(list.json).toMatchObject([
      { review_id: second.json.review.review_id, status: "pending" },
      { review_id: first.json.review.review_id, status: "withdrawn" },
    ]);
  });

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

  it("can be taken back", async () => {
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

describe("the record", () => {
  it("tells the whole story under one trace", async () => {
    repository = exampleRepository("calculator-js");
    const { json } = await agentforge(repository.path, ["repair", "--auto", "--json"]);
    const trace = await agentforge(repository.path, [
      "journal",
      "query",
      "--trace",
      json.review.trace_id,
      "--json",
    ]);
    expect(trace.json.map((record: { action_type: string }) => record.action_type)).toEqual([
      "session.started",
      "tests.run",
      "change.kept",
      "candidates.tried",
      "change.verified",
      "review.opened",
      "review.approved",
      "review.landed",
      "session.completed",
    ]);
    const sessions = await agentforge(repository.path, ["session", "list", "--json"]);
    expect(sessions.json).toMatchObject([{ status: "completed", outcome: "landed" }]);
    const shown = await agentforge(repository.path, [
      "session",
      "show",
      sessions.json[0].session_id,
      "--json",
    ]);
    expect(shown.json.steps).toHaveLength(4);
  });

  it("dry run keeps nothing", async () => {
    repository = exampleRepository("calculator-js");
    const before = repository.fingerprint();
    const dry = await agentforge(repository.path, ["repair", "--dry-run"]);
    expect(dry.exitCode).toBe(0);
    expect(dry.stdout).toContain("return a + b;");
    expect(repository.fingerprint()).toBe(before);
    expect((await agentforge(repository.path, ["review", "list", "--json"])).json).toEqual([]);
  });
});

async function repairAndApprove(target: Repository): Promise<string> {
  await agentforge(target.path, ["repair", "--json"]);
  return (await agentforge(target.path, ["review", "approve", "--json"])).json.status;
}

function leftovers(target: Repository): string[] {
  return ["attempts", "scratch", "tmp"].flatMap((name) => {
    const folder = join(target.path, ".agentforge", name);
    return existsSync(folder) ? readdirSync(folder) : [];
  });
}
