import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { agentforge, agentforgeAsNobody } from "../support/cli.ts";
import { exampleRepository, makeRepository, type Repository } from "../support/repository.ts";

let repository: Repository | null = null;
afterEach(() => {
  repository?.remove();
  repository = null;
});

describe("bad input gets a clear message and changes nothing", () => {
  it("not a git repository", async () => {
    const folder = mkdtempSync(join(tmpdir(), "agentforge-test-"));
    try {
      const run = await agentforge(folder, ["repair"]);
      expect(run.exitCode).toBe(2);
      expect(run.stderr).toMatch(/not .*git repository/i);
      expect(run.stderr).toMatch(/→ .*agentforge init --git/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("no tests and no framework", async () => {
    repository = makeRepository((folder) => writeFileSync(join(folder, "notes.txt"), "hello\n"));
    await expectRefusal(2, /no test framework was recognized/);
  });

  it("a framework that finds no tests", async () => {
    repository = makeRepository((folder) => {
      writeFileSync(
        join(folder, "package.json"),
        '{"name":"x","type":"module","scripts":{"test":"node --test"}}',
      );
      writeFileSync(join(folder, "x.js"), "export const x = 1;\n");
    });
    await expectRefusal(2, /no tests|no test/i);
  });

  it("tests that already pass", async () => {
    repository = exampleRepository("calculator-js");
    repository.write("calculator.js", repository.read("calculator.js").replace("a - b", "a + b"));
    await expectRefusal(0, /Nothing to repair: 4 passed/);
  });

  it("tests that cannot run", async () => {
    repository = exampleRepository("calculator-js");
    repository.write("calculator.test.js", 'import { missing } from "a-package-nobody-has";\n');
    const before = repository.fingerprint();
    const run = await agentforge(repository.path, ["repair", "--budget", "5"]);
    expect([1, 2]).toContain(run.exitCode);
    expect(run.stdout).toMatch(/Could not run|Not repaired/);
    expect(repository.fingerprint()).toBe(before);
  });

  it("an unknown test command never counts as success", async () => {
    repository = makeRepository((folder) =>
      writeFileSync(join(folder, "package.json"), '{"name":"x","scripts":{"test":"echo all good"}}'),
    );
    const run = await agentforge(repository.path, ["repair", "--json"]);
    expect(run.exitCode).toBe(2);
    expect(run.json.status).toBe("no_verdict");
  });

  it("a bug no operator can fix", async () => {
    repository = exampleRepository("calculator-js");
    repository.write(
      "calculator.js",
      repository.read("calculator.js").replace("return a - b;", 'return "unfathomable";'),
    );
    repository.write(
      "calculator.test.js",
      'import assert from "node:assert/strict";\nimport { test } from "node:test";\nimport { add } from "./calculator.js";\ntest("adds oddly", () => assert.equal(add(2, 3), "a word nobody wrote"));\n',
    );
    await expectRefusal(1, /Not repaired/, ["--budget", "20"]);
  });

  it("a broken config names the line", async () => {
    repository = exampleRepository("calculator-js");
    repository.write(".agentforge/config.yaml", "gate:\n  mode: whatever\n");
    await expectRefusal(2, /config\.yaml:2/);
  });

  it("options without a command show what to do next, as no arguments do", async () => {
    repository = exampleRepository("calculator-js");
    const alone = await agentforge(repository.path, []);
    expect(alone.stdout).toMatch(/^Next:$/m);
    expect(await agentforge(repository.path, ["--no-color", "-C", "."])).toEqual(alone);
  });

  it.each([[[]], [["repair"]], [["doctor"]]])("a folder that does not exist: %j", async (command) => {
    repository = exampleRepository("calculator-js");
    const { exitCode, stderr } = await agentforge(repository.path, ["-C", "nowhere", ...command]);
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/there is no folder .*nowhere\n.*Check the path/);
  });

  it("an unknown option, an unknown review, an unknown session", async () => {
    repository = exampleRepository("calculator-js");
    expect((await agentforge(repository.path, ["repair", "--bugdet", "3"])).exitCode).toBe(2);
    expect((await agentforge(repository.path, ["review", "show", "RV-nope"])).stderr).toContain(
      "there is no review RV-nope",
    );
    expect((await agentforge(repository.path, ["review", "show", "../../etc/passwd"])).exitCode).toBe(2);
    expect((await agentforge(repository.path, ["session", "show", "S-nope"])).stderr).toContain(
      "agentforge session list",
    );
    expect((await agentforge(repository.path, ["review", "approve"])).stderr).toContain(
      "no change is waiting",
    );
  });

  it("a folder that cannot be written", async ({ skip }) => {
    repository = exampleRepository("calculator-js");
    chmodSync(repository.path, 0o555);
    try {
      const run = await agentforgeAsNobody(repository.path, ["repair"]);
      if (run === null) return skip("this machine cannot run the program as an ordinary user");
      expect(run.exitCode).toBe(2);
      expect(run.stderr).toMatch(/\.agentforge cannot be written/);
    } finally {
      chmodSync(repository.path, 0o700);
    }
  });
});

describe("a patch may not touch the tests that judge it", () => {
  it("cannot pass by editing the test", async () => {
    repository = exampleRepository("calculator-js");
    repository.write(
      "calculator.test.js",
      'import assert from "node:assert/strict";\nimport { test } from "node:test";\ntest("is about the test alone", () => assert.equal(1 + 1, 3));\n',
    );
    await expectRefusal(1, /Not repaired/, ["--budget", "10"]);
  });
});

async function expectRefusal(exitCode: number, message: RegExp, args: readonly string[] = []): Promise<void> {
  if (!repository) throw new Error("no repository");
  const before = repository.fingerprint();
  const run = await agentforge(repository.path, ["repair", ...args]);
  expect(`${run.stdout}\n${run.stderr}`).toMatch(message);
  expect(run.exitCode).toBe(exitCode);
  expect(repository.fingerprint()).toBe(before);
}
