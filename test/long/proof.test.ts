import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { agentforge } from "../support/cli.ts";
import { smallProject } from "../support/contract-project.ts";
import { exampleRepository, type Repository } from "../support/repository.ts";
import { noPytest } from "../support/toolchains.ts";

let repository: Repository;
let place: string;
afterEach(() => {
  repository.remove();
  rmSync(place, { recursive: true, force: true });
});

describe("a certificate", () => {
  it("is named by the commit, travels with it, and can be repeated elsewhere", async () => {
    repository = exampleRepository("calculator-js");
    place = mkdtempSync(join(tmpdir(), "agentforge-test-"));
    await agentforge(repository.path, ["repair", "--json"]);
    const landed = await agentforge(repository.path, ["review", "approve", "--to", "branch", "--json"]);
    const { commit, branch, certificate } = landed.json;
    const message = repository.git("log", "-1", "--format=%B", branch);
    expect(message).toContain(`[Certificate: sha256:${certificate.digest}]\n[ExoTrace: `);
    expect(certificate.statement).toMatchObject({
      tests: { before: "failed", after: "passed", fixed: ["calculator.test.js > calculator > adds"] },
      changed_lines: { total: 1, covered: 1 },
      sandbox: expect.any(String),
      tools: { agentforge: expect.any(String), node: expect.any(String), git: expect.any(String) },
      brain: { kind: "search", made_by: ["search"] },
      cost: { tokens: 0, usd: 0 },
      approval: { actor: "human", land_to: "branch" },
      journal: { seq: expect.any(Number) },
    });
    const folder = join(repository.path, ".agentforge", "fix_attempts");
    const file = readdirSync(folder).find((name) => name.endsWith(".certificate.json")) ?? "";
    expect(JSON.parse(readFileSync(join(folder, file), "utf8"))).toEqual(certificate);
    const shown = await agentforge(repository.path, ["certificate", "show", branch, "--json"]);
    expect(shown.json).toMatchObject({ digest: certificate.digest, from: "state", differences: [] });

    const clone = join(place, "clone");
    repository.git("clone", "-q", "--branch", branch, repository.path, clone);
    const alone = await agentforge(clone, ["certificate", "verify", "HEAD"]);
    expect([alone.exitCode, alone.stdout]).toEqual([2, expect.stringContaining("git fetch <remote>")]);
    const inClone = (...args: string[]) => execFileSync("git", ["-C", clone, ...args], { encoding: "utf8" });
    inClone("fetch", "-q", "origin", "refs/agentforge/certificates/*:refs/agentforge/certificates/*");
    const verified = await agentforge(clone, ["certificate", "verify", "HEAD", "--json"]);
    expect([verified.exitCode, verified.json.status]).toEqual([0, "verified"]);

    const forged = JSON.parse(inClone("cat-file", "blob", `refs/agentforge/certificates/${commit}`));
    forged.statement.tests.cases[0].before = "passed";
    const text = join(place, "forged.json");
    writeFileSync(text, JSON.stringify(forged));
    const blob = inClone("hash-object", "-w", text).trim();
    inClone("update-ref", `refs/agentforge/certificates/${commit}`, blob);
    const differs = await agentforge(clone, ["certificate", "verify", commit, "--json"]);
    expect(differs.exitCode).toBe(1);
    expect(differs.json).toMatchObject({
      status: "differs",
      differences: [{ place: "digest of the statement" }],
    });
    const none = await agentforge(clone, ["certificate", "verify", "HEAD~1"]);
    expect([none.exitCode, none.stdout]).toEqual([2, expect.stringContaining("names no certificate")]);
  }, 180_000);

  it("names the violations that a fix removed, and detects code that has changed since", async () => {
    repository = smallProject();
    place = mkdtempSync(join(tmpdir(), "agentforge-test-"));
    const checked = await agentforge(repository.path, ["conformance", "check", "--json"]);
    const { violation_id: id } = checked.json.violations.find(
      (each: { file_path: string }) => each.file_path === "one.js",
    );
    await agentforge(repository.path, ["agent", "fix-violation", id, "--json"]);
    const landed = await agentforge(repository.path, ["agent", "approve-commit", "--json"]);
    expect(landed.json.certificate.statement).toMatchObject({
      violation_id: id,
      checks: { before: 5, after: 4 },
    });
    const verified = await agentforge(repository.path, [
      "certificate",
      "verify",
      landed.json.review_id,
      "--json",
    ]);
    expect([verified.exitCode, verified.json.status]).toEqual([0, "verified"]);

    repository.write(".agentforge/contracts/house.yaml", "id: house\ndescription: softened\nchecks: []\n");
    const differs = await agentforge(repository.path, ["certificate", "verify", "HEAD", "--json"]);
    expect([differs.exitCode, differs.json.status]).not.toEqual([0, "verified"]);
  }, 180_000);
});

describe("review modify", () => {
  it("proves a person's version, keeps the previous one, and rejects one that fails", async () => {
    repository = exampleRepository("calculator-js");
    place = mkdtempSync(join(tmpdir(), "agentforge-test-"));
    const repair = await agentforge(repository.path, ["repair", "--json"]);
    const { review_id: id, change } = repair.json.review;
    const modify = (...args: string[]) =>
      agentforge(repository.path, ["review", "modify", id, ...args], { AGENTFORGE_USER: "ada" });
    const patch = (name: string, line: string) => {
      const file = join(place, name);
      writeFileSync(file, change.diff.replace("+  return a + b;", `+  ${line}`));
      return file;
    };

    const exported = await modify("--json");
    expect(exported.json).toMatchObject({ status: "exported", path: expect.stringMatching(/\.patch$/) });
    expect((await modify("--from", exported.json.path, "--json")).json.status).toBe("unchanged");
    const broken = await modify("--from", patch("broken.patch", "return a * b;"));
    expect([broken.exitCode, broken.stdout]).toEqual([1, expect.stringContaining("still fail")]);
    writeFileSync(join(place, "none.patch"), "nothing\n");
    expect((await modify("--from", join(place, "none.patch"))).stderr).toContain("the patch does not apply");
    const pending = await agentforge(repository.path, ["review", "show", id, "--json"]);
    expect(pending.json).toMatchObject({
      status: "pending",
      modifications: [],
      change: { diff_hash: change.diff_hash },
    });

    const good = await modify(
      "--from",
      patch("good.patch", "// sum\n+  return b + a;"),
      "--reason",
      "say why",
      "--json",
    );
    expect(good.json.status).toBe("modified");
    const { review } = good.json;
    expect(review.modifications).toMatchObject([
      {
        by: "ada",
        reason: "say why",
        previous_diff_hash: change.diff_hash,
        diff_hash: review.change.diff_hash,
      },
    ]);
    expect(review.evidence.alternatives[0]).toMatchObject({ diff: change.diff });

    const tree = await modify("--tree", "--json");
    const edited = join(tree.json.path, "calculator.js");
    writeFileSync(edited, readFileSync(edited, "utf8").replace("// sum", "// the sum"));
    const done = await modify("--done", "--json");
    expect(done.json.review.modifications).toHaveLength(2);
    expect(repository.git("status", "--porcelain")).toBe("");

    const landed = await agentforge(repository.path, ["review", "approve", "--json"]);
    expect(landed.json.certificate.statement.diff_hash).toBe(done.json.review.change.diff_hash);
    expect(repository.read("calculator.js")).toContain("// the sum\n  return b + a;");
    expect(landed.json.certificate.statement.brain.made_by).toEqual(["search", "ada"]);
    const journal = await agentforge(repository.path, ["journal", "verify", "--json"]);
    expect(journal.json).toMatchObject({ status: "intact", findings: [] });
    expect(readdirSync(join(repository.path, ".agentforge", "desks"))).toEqual([]);
  }, 180_000);
});

describe("a change that was proven on older code", () => {
  it("does not land if it breaks a test that was committed since", async () => {
    repository = exampleRepository("calculator-js");
    place = mkdtempSync(join(tmpdir(), "agentforge-test-"));
    await agentforge(repository.path, ["repair", "--json"]);
    repository.write(
      "difference.test.js",
      'import assert from "node:assert";\nimport { it } from "node:test";\nimport { add } from "./calculator.js";\nit("differs", () => assert.equal(add(5, 3), 2));\n',
    );
    repository.git("add", "-A");
    repository.git("commit", "-qm", "test what it does today");
    const head = repository.git("rev-parse", "HEAD");
    const approved = await agentforge(repository.path, ["review", "approve", "--json"]);
    expect(approved.exitCode).toBe(1);
    expect(approved.json).toMatchObject({
      status: "no_longer_proven",
      why: expect.stringContaining("broke difference.test.js > differs"),
    });
    expect(repository.git("rev-parse", "HEAD")).toBe(head);
  });
});

describe("a fix in a function that no test calls", () => {
  it.skipIf(noPytest)("waits for a person, even if its line has no code of its own", async () => {
    repository = smallProject();
    place = mkdtempSync(join(tmpdir(), "agentforge-test-"));
    repository.write(
      "labels.py",
      'def labels():\n    return [\n        "small",\n        "colour",\n    ]\n',
    );
    repository.write("test_labels.py", "import labels\n\n\ndef test_loads():\n    assert labels\n");
    repository.write(
      ".agentforge/contracts/words.yaml",
      `id: words
description: American words.
applies_to: ["*.py"]
checks:
  - id: color
    severity: minor
    message: Write color.
    ast: { language: python, pattern: '"colour"', rewrite: '"color"' }
`,
    );
    repository.git("add", "-A");
    repository.git("commit", "-qm", "labels");
    await agentforge(repository.path, ["conformance", "check", "--json"]);
    const fixed = await agentforge(repository.path, [
      "agent",
      "fix-violations",
      "--check",
      "words/color",
      "--auto",
      "--json",
    ]);
    expect(fixed.json).toMatchObject({ waiting: 1, fixed: 0 });
    const [{ review_id: id }] = fixed.json.outcomes;
    const { stdout } = await agentforge(repository.path, ["review", "show", id]);
    expect(stdout).toContain("no test runs the changed lines");
    expect(repository.read("labels.py")).toContain("colour");
  });
});
