import { afterEach, describe, expect, it } from "vitest";
import { agentforge } from "../support/cli.ts";
import { type ModelServer, type Reply, type SeenRequest, startModelServer } from "../support/model-server.ts";
import { exampleRepository, type Repository } from "../support/repository.ts";
import { noPytest } from "../support/toolchains.ts";

let repository: Repository;
let server: ModelServer;
afterEach(async () => {
  await server.close();
  repository.remove();
});

const DIAGNOSIS = {
  issue_type: "test_failure",
  severity: "major",
  root_cause: "add subtracts",
  affected_files: [{ path: "calculator.js", line_start: 1, line_end: 3 }],
  suggested_fixes: [{ description: "use +", confidence: 0.9 }],
  confidence: 0.9,
};
const diagnosis: Reply = { calls: [{ name: "report_diagnosis", input: DIAGNOSIS }] };
const halfDiagnosis: Reply = { calls: [{ name: "report_diagnosis", input: { root_cause: "?" } }] };
const complete: Reply = {
  calls: [{ name: "complete", input: { summary: "add() subtracted; it adds now" } }],
};
const edit = (path: string, search: string, replace: string): Reply => ({
  say: "I change it.",
  calls: [{ name: "edit_file", input: { files: [{ path, changes: [{ search, replace }] }] } }],
});

/** Replies in sequence; the last one is repeated. */
async function script(...replies: readonly (Reply | ((request: SeenRequest) => Reply))[]): Promise<void> {
  let next = 0;
  server = await startModelServer((request) => {
    const reply = replies[Math.min(next, replies.length - 1)] ?? complete;
    next += 1;
    return typeof reply === "function" ? reply(request) : reply;
  });
}

/** The positions of Anthropic's cache marks change; the cached content does not depend on them. */
function withoutMarks(message: unknown): string {
  return JSON.stringify(message, (key, value) => (key === "cache_control" ? undefined : value));
}

type Provider = "anthropic" | "openai" | "vllm";

function repair(provider: Provider, ...args: string[]) {
  return withModel(provider, "repair", "--brain", "llm", "--json", ...args);
}

function withModel(provider: Provider, ...args: string[]) {
  return agentforge(repository.path, args, {
    AGENTFORGE_BRAIN: `${provider}:scripted`,
    ANTHROPIC_API_KEY: "sk-ant-scripted",
    ANTHROPIC_BASE_URL: server.url,
    OPENAI_API_KEY: "sk-scripted",
    OPENAI_BASE_URL: server.url,
    AGENTFORGE_MODEL_URL: server.url,
  });
}

describe("a model repairs", () => {
  it.each([
    ["done", "fix: repair calculator.js"],
    ["\u001b[2J# [skip ci]\nCo-authored-by: Eve <eve@example.com>", "fix: [2J# (skip ci)"],
  ])("and lands when its summary is %j", async (summary, subject) => {
    repository = exampleRepository("calculator-js");
    await script(edit("calculator.js", "return a - b;", "return a + b;"), {
      calls: [{ name: "complete", input: { summary } }],
    });
    expect((await repair("anthropic")).json.status).toBe("waiting_for_review");
    expect((await agentforge(repository.path, ["review", "approve"])).exitCode).toBe(0);
    expect(repository.git("log", "-1", "--format=%s").trim()).toBe(subject);
    expect(repository.git("log", "-1", "--format=%(trailers)").trim()).toMatch(/^ExoTrace: [0-9a-f-]{36}$/);
  });

  it("calculator-js over Anthropic's protocol, through every transient failure", async () => {
    repository = exampleRepository("calculator-js");
    const before = repository.fingerprint();
    const soon = { "retry-after": "0.05" };
    await script(
      { status: 429, message: "slow down", headers: soon },
      { status: 529, message: "Overloaded", headers: soon },
      halfDiagnosis,
      diagnosis,
      { calls: [{ name: "read_file", input: { path: "calculator.js" } }] },
      { cut: "dropped" },
      { calls: [{ name: "teleport", input: {} }] },
      { calls: [{ name: "edit_file", input: '{"files": [{"path' }] },
      edit("calculator.js", "return a - b;", "return a + b;"),
      { calls: [{ name: "run_tests", input: {} }] },
      complete,
    );
    const { json } = await repair("anthropic");
    expect(json.status).toBe("waiting_for_review");
    expect(json.review).toMatchObject({
      title: "add() subtracted; it adds now",
      change: { files: [{ path: "calculator.js" }] },
      evidence: {
        still_failing: [],
        broken: [],
        notes: [
          "the model anthropic:scripted repaired it",
          expect.stringMatching(/anthropic:scripted used 8 steps/),
        ],
      },
    });
    expect(repository.fingerprint()).toBe(before);

    const told = server.requests.map((request) => request.transcript);
    expect(told.at(-1)).toContain('there is no tool \\"teleport\\"');
    expect(told.at(-1)).toContain("not a JSON object");
    expect(told.at(-1)).toContain("The report is invalid");
    expect(told.at(-1)).toContain("add subtracts");
    expect(told.at(-1), "code arrives unchanged").toContain("2\\t  return a - b;");
    const bodies = server.requests.map(({ body }) => body.messages.map(withoutMarks));
    for (const [index, messages] of bodies.slice(1).entries()) {
      const before = bodies[index] ?? [];
      expect(messages.slice(0, before.length), "what was sent is preserved byte for byte").toEqual(before);
    }
    const sessions = (await agentforge(repository.path, ["session", "list", "--json"])).json;
    expect(sessions.map((session: { brain: string }) => session.brain)).toEqual(["llm", "llm"]);
    const own = sessions.find((session: { outcome: string }) => session.outcome === "complete");
    const shown = await agentforge(repository.path, ["session", "show", own.session_id, "--json"]);
    expect(shown.json.steps).toHaveLength(8);
    const journal = await agentforge(repository.path, [
      "journal",
      "query",
      "--trace",
      own.trace_id,
      "--json",
    ]);
    const actions = journal.json.map((record: { action_type: string }) => record.action_type);
    expect(actions).toEqual(expect.arrayContaining(["failure.diagnosed", "model.answered", "tool.called"]));
    expect(JSON.stringify(journal.json)).not.toContain("sk-ant-scripted");
  });

  it.skipIf(noPytest)("calculator-py over OpenAI's protocol, after a rejected change", async () => {
    repository = exampleRepository("calculator-py");
    let retry = "";
    await script(
      edit("calculator.py", "return a - b", "return a * b"),
      { status: 400, message: "This model's maximum context length is 8192 tokens" },
      complete,
      (request) => {
        retry = request.transcript;
        return edit("calculator.py", "return a - b", "return a + b");
      },
      complete,
    );
    const { json } = await repair("openai");
    expect(json.status).toBe("waiting_for_review");
    expect(json.review.change.diff).toContain("+    return a + b");
    expect(retry).toContain("Your last change was rejected");
    expect(retry).toContain("the failing tests still fail");
    expect(retry, "the assertion of the refused change").toMatch(/assert 6 == 5/);
  });

  it("a bug that search cannot repair first", async () => {
    repository = exampleRepository("calculator-js");
    await script(complete);
    const { json } = await repair("vllm", "--brain", "hybrid");
    expect(json.status).toBe("waiting_for_review");
    expect(server.requests).toHaveLength(0);
    expect(json.review.evidence.notes).toEqual([
      expect.stringMatching(
        /^search repaired it: \d+ candidates in .* vllm:scripted was not used, so it cost nothing$/,
      ),
    ]);
  });
});

describe("hybrid", () => {
  it("continues with the model where search stops, and tells it what search learned", async () => {
    repository = exampleRepository("calculator-js");
    repository.write(".agentforge/config.yaml", "model:\n  search_seconds: 3\n");
    repository.write(
      "calculator.js",
      `${repository.read("calculator.js").replace("a - b", "a + b")}${BROKEN_ROMAN}`,
    );
    repository.write("roman.test.js", ROMAN_TEST);
    await script(
      edit("calculator.js", '  return "";', ROMAN),
      { calls: [{ name: "run_tests", input: {} }] },
      complete,
    );
    const { json } = await repair("anthropic", "--brain", "hybrid");
    expect(json.status).toBe("waiting_for_review");
    expect(json.review.evidence.notes).toEqual([
      "the model anthropic:scripted repaired it",
      expect.stringMatching(
        /^search \(\d+ candidates in .*\) passed on \d+ suspected lines \(calculator.js:\d+/,
      ),
      expect.stringMatching(/anthropic:scripted used 3 steps, [\d,]+ tokens, price unknown/),
      expect.stringContaining("calculator.js also has your uncommitted changes"),
    ]);
    expect(server.requests[0]?.transcript).toMatch(/What a search learned.*\d+ small edits were tried/);
    const story = await agentforge(repository.path, [
      "journal",
      "query",
      "--action",
      "candidates.tried",
      "--json",
    ]);
    expect(story.json).toMatchObject([{ agent_id: "hybrid", metadata: { status: "found", brain: ["llm"] } }]);
  });
});

const BROKEN_ROMAN = '\nexport function roman(number) {\n  return "";\n}\n';
const ROMAN = `  const signs = [["X", 10], ["IX", 9], ["V", 5], ["IV", 4], ["I", 1]];
  let left = number;
  let text = "";
  for (const [sign, value] of signs) {
    while (left >= value) {
      text += sign;
      left -= value;
    }
  }
  return text;`;
const ROMAN_TEST = `import assert from "node:assert/strict";
import { test } from "node:test";
import { roman } from "./calculator.js";
test("roman", () => assert.deepEqual([1, 4, 8, 9, 14, 23].map(roman), ["I", "IV", "VIII", "IX", "XIV", "XXIII"]));
`;

describe("a model fixes a violation", () => {
  it("that no rewrite and no linter can, after one attempt that did not remove it", async () => {
    repository = exampleRepository("calculator-js");
    repository.write(
      "calculator.js",
      `${repository.read("calculator.js").replace("a - b", "a + b")}\n// FIXME tidy up\n`,
    );
    repository.write(
      ".agentforge/contracts/words.yaml",
      "id: words\ndescription: no notes to self\napplies_to: ['**/*.js']\nchecks:\n  - id: no-fixme\n    severity: minor\n    message: a note to self\n    pattern: { regex: FIXME }\n",
    );
    repository.git("add", "-A");
    repository.git("commit", "-qm", "a contract");
    await script(
      edit("calculator.js", "FIXME tidy up", "FIXME tidy up later"),
      complete,
      edit("calculator.js", "// FIXME tidy up\n", ""),
      {
        calls: [
          { name: "run_full_check", input: {} },
          { name: "run_tests", input: {} },
        ],
      },
      complete,
    );
    const found = await agentforge(repository.path, ["conformance", "check", "--json"]);
    const id = found.json.violations?.[0]?.violation_id;
    const { json } = await withModel("openai", "agent", "fix-violation", id, "--brain", "llm", "--json");
    expect(json.status).toBe("waiting_for_review");
    expect(json.review.change.diff).toContain("-// FIXME tidy up");
    const last = server.requests.at(-1)?.transcript;
    expect(last).toContain("You fix one violation");
    expect(last).toContain("Your last change was rejected");
  });
});

describe("a recorded session", () => {
  it("replays without a difference, and notices a change in the code", async () => {
    repository = exampleRepository("calculator-js");
    await script(
      diagnosis,
      edit("calculator.js", "return a - b;", "return a * b;"),
      { calls: [{ name: "run_tests", input: {} }] },
      complete,
      edit("calculator.js", "return a - b;", "return a + b;"),
      {
        calls: [
          { name: "edit_file", input: "{oops" },
          { name: "run_tests", input: {} },
        ],
      },
      complete,
    );
    expect((await repair("anthropic")).json.status).toBe("waiting_for_review");
    const asked = server.requests.length;
    const sessions = (await agentforge(repository.path, ["session", "list", "--json"])).json;
    const { session_id: id } = sessions.find(({ outcome }: { outcome: string }) => outcome === "complete");
    const replay = await agentforge(repository.path, ["session", "replay", id, "--json"]);
    expect(replay.json).toMatchObject({ status: "same" });
    expect(
      replay.json.calls.map(({ tool, status }: { tool: string; status: string }) => `${tool} ${status}`),
    ).toEqual([
      ...["report_diagnosis skipped", "edit_file same", "run_tests same", "complete same"],
      ...["edit_file same", "edit_file skipped", "run_tests same", "complete same"],
    ]);
    expect(server.requests).toHaveLength(asked);

    repository.write("calculator.js", `${repository.read("calculator.js")}// more\n`);
    const stale = await agentforge(repository.path, ["session", "replay", id, "--json"]);
    expect(stale.json.error).toMatchObject({ code: "stale", hint: expect.stringContaining("commit") });
  });
});

describe("a model that does not help", () => {
  let tick = 0;
  it.each<[string, readonly Reply[] | (() => Reply), RegExp]>([
    ["refuses", [{ refuse: "I will not." }], /the model refused: I will not.*--issue/],
    [
      "has a wrong key",
      [{ status: 401, message: "bad key" }],
      /401 bad key\. The provider does not accept the key: check the environment variable/,
    ],
    ["goes around in circles", [{ calls: [{ name: "git_status", input: {} }] }], /the same step 4 times/],
    ["only talks", [{ say: "Let me think." }], /no tool 3 times/],
    [
      "never reads an error",
      [{ calls: [{ name: "teleport", input: {} }] }],
      /the same step 4 times|every call/,
    ],
    ["gives up", [{ calls: [{ name: "cannot_fix", input: { reason: "no way" } }] }], /cannot_fix: no way/],
    [
      "edits forever",
      () => {
        tick += 1;
        const input = { path: "notes.js", content: `export const tick = ${tick};\n` };
        return { calls: [{ name: "write_file", input }], tokens: 300_000 };
      },
      /budget of 1000000 tokens.*model\.max_tokens/,
    ],
    [
      "never fits",
      [{ status: 400, message: "prompt is too long" }],
      /prompt is too long.*model\.context_tokens/,
    ],
  ])("%s", async (_what, replies, why) => {
    repository = exampleRepository("calculator-js");
    const before = repository.fingerprint();
    await script(...(typeof replies === "function" ? [replies] : replies));
    const { json, exitCode } = await repair("vllm");
    expect(exitCode).toBe(1);
    expect(json.status).toBe("not_repaired");
    expect(json.why).toMatch(why);
    expect(json.why).not.toContain("no operator");
    expect(json.search.notes.join("\n")).toMatch(/it gave up/);
    expect(repository.fingerprint()).toBe(before);
  });

  it("is stopped by the time limit, together with what it waits for", async () => {
    repository = exampleRepository("calculator-js");
    await script({ hang: true });
    const { json } = await repair("anthropic", "--budget", "6");
    expect(json.status).toBe("not_repaired");
    expect(json.why).toMatch(/budget of 6 s \(--budget\) is spent; use a larger --budget/);
  });
});
