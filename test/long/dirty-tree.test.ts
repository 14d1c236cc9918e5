import { afterEach, describe, expect, it } from "vitest";
import { agentforge } from "../support/cli.ts";
import { exampleRepository, type Repository } from "../support/repository.ts";

let repository: Repository;
afterEach(() => repository.remove());

describe("a dirty tree", () => {
  it("leaves the user's other work unchanged", async () => {
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

  it("commits only the fix if the user edited other places in the file", async () => {
    repository = exampleRepository("calculator-js");
    const mine = "// mine\n";
    repository.write("calculator.js", `${repository.read("calculator.js")}${mine}`);
    const repair = await agentforge(repository.path, ["repair", "--json"]);
    expect(repair.json.review.evidence.notes).toContainEqual(
      expect.stringContaining("calculator.js also has your uncommitted changes"),
    );
    const approve = await agentforge(repository.path, ["review", "approve", "--json"]);
    expect(approve.json.status).toBe("landed");
    expect(repository.git("diff", "--numstat").trim()).toBe("1\t0\tcalculator.js");
    expect(repository.read("calculator.js").endsWith(mine)).toBe(true);
    expect(repository.git("show", "HEAD:calculator.js")).not.toContain(mine);
    const verified = await agentforge(repository.path, ["certificate", "verify", "HEAD", "--json"]);
    expect(verified.json.status).toBe("verified");
    expect((await agentforge(repository.path, ["rollback", approve.json.review_id])).exitCode).toBe(0);
    expect(repository.git("diff", "--numstat").trim()).toBe("1\t0\tcalculator.js");
    expect(repository.git("diff", "HEAD~2", "HEAD")).toBe("");
  });

  it("does not land over the user's own edit to the same lines", async () => {
    repository = exampleRepository("calculator-js");
    await agentforge(repository.path, ["repair", "--json"]);
    repository.write("calculator.js", repository.read("calculator.js").replace("a - b;", "a - b; // mine"));
    const dirty = repository.fingerprint();
    const approve = await agentforge(repository.path, ["review", "approve"]);
    expect(approve.exitCode).toBe(1);
    expect(approve.stdout).toContain("calculator.js");
    expect(repository.fingerprint()).toBe(dirty);

    repository.git("checkout", "-q", "calculator.js");
    expect((await agentforge(repository.path, ["review", "approve"])).exitCode).toBe(0);
  });

  it("lands next to an edit to other lines made after the review, and says what was not tested", async () => {
    repository = exampleRepository("calculator-js");
    await agentforge(repository.path, ["repair", "--json"]);
    repository.write("calculator.js", `${repository.read("calculator.js")}// mine\n`);
    const approve = await agentforge(repository.path, ["review", "approve"]);
    expect(approve.exitCode).toBe(0);
    expect(approve.stdout).toContain("calculator.js has edits that you made");
    const committed = repository.git("show", "HEAD:calculator.js");
    expect(committed).toContain("a + b;");
    expect(committed).not.toContain("// mine");
    expect(repository.read("calculator.js")).toBe(`${committed}// mine\n`);
  });
});

async function repairAndApprove(target: Repository): Promise<string> {
  await agentforge(target.path, ["repair", "--json"]);
  return (await agentforge(target.path, ["review", "approve", "--json"])).json.status;
}
