import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { agentforge } from "../support/cli.ts";
import { type ModelServer, type Reply, startModelServer } from "../support/model-server.ts";
import { exampleRepository, type Repository } from "../support/repository.ts";

let repository: Repository;
let server: ModelServer;
const config = mkdtempSync(join(tmpdir(), "agentforge-config-"));
afterEach(async () => {
  await server.close();
  repository.remove();
  rmSync(config, { recursive: true, force: true });
});

const CHANGE = {
  files: [{ path: "calculator.js", changes: [{ search: "return a - b;", replace: "return a + b;" }] }],
};

/** A repair in the style of each provider family, with its quirks and failures. */
const STEPS: readonly Reply[] = [
  { status: 503, message: "The model is overloaded.", headers: { "retry-after": "0.05" } },
  {
    think: "I look first.",
    say: "I look.",
    calls: [{ name: "functions.read_file", input: { path: "calculator.js" } }],
  },
  { streamError: "Too many requests" },
  { think: "It subtracts.", calls: [{ name: "default_api.Edit_File", input: CHANGE }] },
  { think: "Now the tests.", calls: [{ name: "run_tests", input: {} }] },
  { calls: [{ name: "complete", input: { summary: "add() subtracted; it adds now" } }] },
];

async function script(replies: readonly Reply[]): Promise<void> {
  repository = exampleRepository("calculator-js");
  let next = 0;
  server = await startModelServer(() => {
    const reply = replies[Math.min(next, replies.length - 1)] ?? {};
    next += 1;
    return reply;
  });
}

function repair(brain: string, settings = "") {
  return run(brain, ["repair", "--brain", "llm", "--json"], settings);
}

function run(brain: string, args: readonly string[], settings = "") {
  mkdirSync(join(config, "agentforge"), { recursive: true });
  writeFileSync(join(config, "agentforge/config.yaml"), settings);
  const { origin } = new URL(server.url);
  return agentforge(repository.path, args, {
    AGENTFORGE_BRAIN: brain,
    XDG_CONFIG_HOME: config,
    GEMINI_API_KEY: "AIza-scripted-key",
    GOOGLE_GEMINI_BASE_URL: origin,
    OPENAI_API_KEY: "sk-scripted",
    OPENAI_BASE_URL: server.url,
    AWS_ACCESS_KEY_ID: "AKIASCRIPTEDSCRIPTED",
    AWS_SECRET_ACCESS_KEY: "/scripted-secret-access-key",
    AWS_REGION: "us-east-1",
    AWS_ENDPOINT_URL_BEDROCK_RUNTIME: origin,
  });
}

const FAMILIES: readonly [string, string, RegExp][] = [
  ["gemini:gemini-3-pro", "thoughtSignature", /^\/v1beta\/models\/gemini-3-pro:streamGenerateContent/],
  ["openai-responses:scripted", "encrypted_content", /^\/v1\/responses$/],
  ["bedrock:us.anthropic.scripted", "signature", /^\/model\/us\.anthropic\.scripted\/converse-stream$/],
];

describe.each(FAMILIES)("%s", (brain, signature, path) => {
  it("repairs through the program, with its reasoning carried from step to step", async () => {
    await script(STEPS);
    const { json } = await repair(brain, "model:\n  effort: high\n  max_output_tokens: 9000\n");
    expect(json.status).toBe("waiting_for_review");
    expect(json.review.change.files).toMatchObject([{ path: "calculator.js" }]);
    expect(server.requests.every((request) => path.test(request.path))).toBe(true);
    const last = server.requests.at(-1)?.transcript ?? "";
    expect(last.split(`"${signature}":"signature-`).length).toBe(4);
    const { stdout } = await agentforge(repository.path, ["journal", "query", "--json"]);
    expect(stdout).not.toMatch(/AIza-scripted|sk-scripted|scripted-secret|AKIASCRIPTED/);
  });
});

describe("a provider that cannot work", () => {
  it.each<[string, Reply, RegExp]>([
    ["without credit", { status: 429, message: "quota", code: "insufficient_quota" }, /no credit left/],
    ["with a wrong key", { status: 401, message: "Incorrect API key" }, /does not accept the key/],
  ])("is called once %s", async (_what, reply, said) => {
    await script([reply]);
    const { json } = await repair("openai-responses:gpt-5");
    expect(JSON.stringify(json)).toMatch(said);
    expect(server.requests).toHaveLength(1);
  });

  it("calculates costs with the configured prices", async () => {
    await script(STEPS);
    const settings = [
      "model:",
      "  max_cost_usd: 0.001",
      "  prices:",
      "    openai-responses:scripted: { input: 4, output: 40 }",
    ].join("\n");
    const { json } = await repair("openai-responses:scripted", settings);
    expect(JSON.stringify(json)).toContain("the budget of $0.001 is spent");
  });

  it("is reported without a known price before it is called, and in doctor, with everything that is configured", async () => {
    await script([{ status: 401, message: "Incorrect API key" }]);
    const warned = await run("bedrock:us.scripted", ["repair", "--brain", "llm"]);
    expect(warned.stderr).toMatch(/^▲ the price of bedrock:us\.scripted is unknown, so max_cost_usd: 2 /m);
    const doctor = await run("bedrock:us.scripted", ["doctor", "--json"], "model:\n  effort: low\n");
    const brain = doctor.json.findings.find(({ subject }: { subject: string }) => subject === "brain");
    expect(brain.detail).toMatch(
      /^search, then bedrock:us\.scripted at 127\.0\.0\.1:\d+, effort low \(also configured: /,
    );
    expect(brain.detail).toMatch(/openai, openai-responses, gemini\); the price of .* is unknown/);
    const priced = "model:\n  prices:\n    bedrock:us.scripted: { input: 1, output: 2 }\n";
    const calm = await run("bedrock:us.scripted", ["repair", "--brain", "llm"], priced);
    expect(calm.stderr).not.toContain("is unknown");
  });
});
