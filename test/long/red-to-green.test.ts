import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { agentforge } from "../support/cli.ts";
import { type ModelServer, type Reply, startModelServer } from "../support/model-server.ts";
import { exampleRepository, type Repository } from "../support/repository.ts";

vi.setConfig({ testTimeout: 240_000 });

let repository: Repository;
let server: ModelServer | null;
beforeEach(() => {
  server = null;
  repository = exampleRepository("calculator-js");
  repository.write("calculator.js", CALCULATOR);
  repository.write("calculator.test.js", CALCULATOR_TEST);
  repository.git("commit", "-qam", "every test passes");
});
afterEach(async () => {
  await server?.close();
  repository.remove();
});

const CALCULATOR = `export function add(a, b) {
  return a + b;
}

export function subtract(a, b) {
  return a + b;
}

export function mean(values) {
  return values.reduce(add, 0) / values.length - 1;
}
`;
const CALCULATOR_TEST = `import assert from "node:assert/strict";
import { test } from "node:test";
import { add } from "./calculator.js";
test("add", () => assert.equal(add(1, 2), 3));
`;
const MEAN_TEST = `import assert from "node:assert/strict";
import { test } from "node:test";
import { mean } from "./calculator.js";
test("mean of equal values", () => assert.equal(mean([4, 4]), 4));
test("mean", () => assert.equal(mean([1, 2, 3]), 2));
`;
const ISSUE = "mean() is off by one: mean([4, 4]) should be 4";
const write = (path: string, content: string): Reply => ({
  calls: [{ name: "write_file", input: { path, content } }],
});
const complete: Reply = { calls: [{ name: "complete", input: { summary: "mean() is one too small" } }] };
const edit = (search: string, replace: string): Reply => ({
  calls: [
    { name: "edit_file", input: { files: [{ path: "calculator.js", changes: [{ search, replace }] }] } },
  ],
});

let asked = { tests: 0, repairs: 0 };

/** One list of replies for writing the test, one for the repair. */
async function script(tests: readonly Reply[], repairs: readonly Reply[]): Promise<void> {
  const next = { tests: 0, repairs: 0 };
  asked = next;
  server = await startModelServer(({ transcript }) => {
    const isTest = transcript.includes("Write a test that fails because of");
    const [list, key] = isTest ? [tests, "tests" as const] : [repairs, "repairs" as const];
    const reply = list[Math.min(next[key], list.length - 1)] ?? complete;
    next[key] += 1;
    return reply;
  });
}

const repair = (...args: string[]) =>
  agentforge(repository.path, ["repair", "--json", ...args], {
    ...(server && { AGENTFORGE_BRAIN: "vllm:scripted", AGENTFORGE_MODEL_URL: server.url }),
  });

describe("an issue that no test shows", () => {
  it("gets a test that first fails, and a fix that makes it pass", async () => {
    const before = repository.fingerprint();
    await script(
      [
        write("mean.test.js", MEAN_TEST.replace("), 4)", "), 3)").replace("), 2)", "), 1)")),
        complete,
        write("mean.test.js", MEAN_TEST.replace("./calculator.js", "./nowhere.js")),
        complete,
        write("mean.test.js", MEAN_TEST),
        complete,
      ],
      [edit(" - 1;", ";"), complete],
    );
    const { json } = await repair("--brain", "llm", "--issue", ISSUE);
    expect(json.status).toBe("waiting_for_review");
    const { change, evidence } = json.review;
    expect(change.files.map((file: { path: string }) => file.path).sort()).toEqual([
      "calculator.js",
      "mean.test.js",
    ]);
    expect(evidence.added_tests).toEqual(["mean.test.js"]);
    expect(evidence.fixed).toHaveLength(2);
    expect(evidence.tests_before).toMatchObject({ passed: 1, failed: 2 });
    expect(evidence.tests_after).toMatchObject({ passed: 3, failed: 0 });
    expect(evidence.changed_lines.total).toBe(1);
    expect(evidence.notes.join("\n")).toMatch(/added mean.test.js to show the bug: without the fix, .* fail/);
    expect(repository.fingerprint()).toBe(before);
    const told = server?.requests.map(({ transcript }) => transcript).join("\n");
    expect(told).toContain("it passes on the current code");
    expect(told).toContain("it does not run");

    const approved = await agentforge(repository.path, [
      "review",
      "approve",
      json.review.review_id,
      "--json",
    ]);
    expect(approved.exitCode).toBe(0);
    expect(repository.git("show", "--stat", "HEAD")).toMatch(/calculator.js[\s\S]*mean.test.js/);
  });

  it.each<[string, readonly Reply[], RegExp]>([
    ["changes the code", [edit(" - 1;", ";"), complete], /only new files may be added/],
    ["writes it elsewhere", [write("notes.txt", MEAN_TEST), complete], /not where node:test looks/],
  ])("is not repaired if the model %s", async (_what, replies, why) => {
    await script(replies, [complete]);
    const { json, exitCode } = await repair("--brain", "llm", "--issue", ISSUE);
    expect(exitCode).toBe(2);
    expect(json).toMatchObject({ status: "no_failing_test", why: expect.stringMatching(why) });
  });

  it("needs a test or a model, and says so", async () => {
    const { exitCode, stdout } = await agentforge(repository.path, ["repair", "--issue", ISSUE]);
    expect(exitCode).toBe(2);
    expect(stdout).toContain("no test shows what you describe");
    expect(stdout).toContain("--test-file");
    expect(stdout).toContain("--brain");
  });
});

describe("if other tests fail too", () => {
  const SUBTRACT = `import assert from "node:assert/strict";
import { test } from "node:test";
import { subtract } from "./calculator.js";
test("subtract", () => assert.deepEqual([subtract(5, 2), subtract(1, 1)], [3, 0]));
test("divide is written", async () => assert.equal(typeof (await import("./divide.js")).divide, "function"));
`;
  beforeEach(() => {
    repository.write("subtract.test.js", SUBTRACT);
    repository.git("add", "-A");
    repository.git("commit", "-qm", "two tests fail");
  });

  it("the issue is the goal, and one budget covers the test and the repair", async () => {
    const dear = (reply: Reply): Reply => ({ ...reply, tokens: 300 });
    await script(
      [dear(write("mean.test.js", MEAN_TEST)), dear(complete)],
      [dear(edit(" - 1;", ";")), complete],
    );
    const configuration = join(repository.path, ".git", "configuration");
    mkdirSync(join(configuration, "agentforge"), { recursive: true });
    writeFileSync(join(configuration, "agentforge", "config.yaml"), "model: { max_tokens: 1150 }\n");
    const { json } = await agentforge(
      repository.path,
      ["repair", "--json", "--brain", "llm", "--issue", ISSUE],
      {
        AGENTFORGE_BRAIN: "vllm:scripted",
        AGENTFORGE_MODEL_URL: server?.url ?? "",
        XDG_CONFIG_HOME: configuration,
      },
    );
    expect(json.status).toBe("waiting_for_review");
    const { evidence } = json.review;
    expect(evidence.fixed.join()).not.toContain("subtract");
    expect(evidence).toMatchObject({ still_failing: [], broken: [], added_tests: ["mean.test.js"] });
    expect(evidence.tests_after).toMatchObject({ failed: 2 });
    expect(evidence.notes.join("\n")).toContain("2 tests that failed before are not part of this repair");
    expect(asked).toEqual({ tests: 2, repairs: 1 });
  });

  it("a failing test that shows it is used instead of a new one", async () => {
    const shows = "subtract.test.js > subtract";
    await script([{ calls: [{ name: "complete", input: { summary: shows } }] }], [complete]);
    const { json } = await repair("--brain", "hybrid", "--issue", "subtract() adds");
    expect(json.status).toBe("waiting_for_review");
    expect(json.review.evidence.fixed).toEqual([shows]);
    expect(json.review.evidence.added_tests).toEqual([]);
    expect(json.review.change.diff).toContain("+  return a - b;");
  });

  it("a test that a person provides is the goal", async () => {
    repository.write("mean.test.js", MEAN_TEST);
    const { json } = await repair("--test-file", "mean.test.js");
    expect(json.why ?? json.status).toBe("waiting_for_review");
    expect(json.review.evidence.fixed).toHaveLength(2);
    expect(json.review.evidence.still_failing).toEqual([]);
  });

  it("without a model and without a test, the failing tests are repaired, as without an issue", async () => {
    const { json } = await repair("--issue", ISSUE, "--test", "subtract");
    expect(json.status).toBe("waiting_for_review");
    expect(json.review.evidence.fixed).toEqual(["subtract.test.js > subtract"]);
  });

  it("the reason is the model's if it cannot be called", async () => {
    await script([{ status: 401, message: "bad key" }], [complete]);
    const { json, exitCode } = await repair("--brain", "llm", "--issue", ISSUE);
    expect(exitCode).toBe(2);
    expect(json.why).toMatch(
      /401 bad key\. The provider does not accept the key: check the environment variable/,
    );
    expect(json.hint).toContain("Without --issue, AgentForge repairs 2 tests that already fail");
  });
});

describe("a test that a person provides", () => {
  const SUBTRACT_TEST = MEAN_TEST.slice(0, MEAN_TEST.indexOf("test(")).replace("mean", "subtract");
  const handOver = async (text: string) => {
    const folder = mkdtempSync(join(tmpdir(), "agentforge-test-"));
    try {
      writeFileSync(join(folder, "subtract.test.js"), text);
      return await repair("--test-file", join(folder, "subtract.test.js"));
    } finally {
      rmSync(folder, { recursive: true });
    }
  };

  it("is repaired without a model, and is part of the change", async () => {
    const { json } = await handOver(
      `${SUBTRACT_TEST}test("subtract", () => assert.deepEqual([subtract(5, 2), subtract(1, 1)], [3, 0]));\n`,
    );
    expect(json.status).toBe("waiting_for_review");
    expect(json.review.evidence.added_tests).toEqual(["subtract.test.js"]);
    expect(json.review.change.diff).toContain("+  return a - b;");
  });

  it("must fail on the current code", async () => {
    const { json } = await handOver(`${SUBTRACT_TEST}test("sum", () => assert.equal(subtract(1, 2), 3));\n`);
    expect(json).toMatchObject({ status: "no_failing_test", why: expect.stringContaining("it passes") });
  });
});
