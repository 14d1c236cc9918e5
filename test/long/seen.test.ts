import { afterEach, expect, it } from "vitest";
import { agentforge } from "../support/cli.ts";
import { type ModelServer, type Reply, startModelServer } from "../support/model-server.ts";
import { exampleRepository, type Repository } from "../support/repository.ts";

let repository: Repository;
let server: ModelServer;
afterEach(async () => {
  await server.close();
  repository.remove();
});

const REPLIES: readonly Reply[] = [
  { say: "First I\nread \u001b[2Jit.", calls: [{ name: "read_file", input: { path: "calculator.js" } }] },
  { status: 529, message: "overloaded", headers: { "retry-after": "0.05" } },
  {
    say: "I change it.",
    calls: [
      {
        name: "edit_file",
        input: {
          files: [
            { path: "calculator.js", changes: [{ search: "return a - b;", replace: "return a + b;" }] },
          ],
        },
      },
    ],
  },
  { say: "I think about it." },
  { calls: [{ name: "complete", input: { summary: "add() adds now" } }] },
];

it("shows each call while the model works, afterwards with parameters and results, and in the certificate", async () => {
  repository = exampleRepository("calculator-js");
  let next = 0;
  server = await startModelServer(() => {
    next += 1;
    return REPLIES[Math.min(next, REPLIES.length) - 1] ?? { say: "" };
  });
  const environment = {
    AGENTFORGE_BRAIN: "anthropic:claude-sonnet-4-5",
    ANTHROPIC_API_KEY: "sk-ant-scripted",
    ANTHROPIC_BASE_URL: server.url,
  };
  const run = await agentforge(repository.path, ["repair", "--brain", "llm"], environment);
  expect(run.exitCode).toBe(0);

  const about = run.stderr.split("\n").filter((line) => line.startsWith("anthropic:claude-sonnet-4-5: "));
  const used = String.raw`\(\d+ steps?, [\d,]+ tokens, \$\d+\.\d+, \d+ s\)$`;
  const calls = [
    new RegExp(String.raw`read_file calculator\.js — First I read \[2Jit\. ${used}`),
    new RegExp(`overloaded.*waiting 1 s ${used}`),
    new RegExp(String.raw`edit_file calculator\.js — I change it\. ${used}`),
    new RegExp(String.raw`: I think about it\. ${used}`),
    new RegExp(String.raw`complete add\(\) adds now ${used}`),
  ];
  for (const call of calls) expect(about.filter((line) => call.test(line))).toHaveLength(1);
  expect(about.length).toBeLessThanOrEqual(calls.length + 2);
  expect(run.stderr).not.toContain("\u001b");

  const { json } = await agentforge(repository.path, ["session", "list", "--json"]);
  const own = json.find((session: { brain: string }) => session.brain === "llm").session_id;
  const shown = (await agentforge(repository.path, ["session", "show", own])).stdout;
  expect(shown).toContain("▸ edit_file calculator.js");
  expect(shown).toContain("replace: return a + b;");
  expect(shown).toContain("I change it.");
  expect(shown).not.toContain("\u001b");
  const whole = (await agentforge(repository.path, ["session", "show", own, "--full"])).stdout;
  expect(whole.length).toBeGreaterThanOrEqual(shown.length);
  expect(whole).not.toContain("--full shows them");

  const approved = await agentforge(repository.path, ["review", "approve", "--json"]);
  expect(approved.json.status).toBe("landed");
  const certificate = await agentforge(repository.path, ["certificate", "show", "HEAD", "--json"]);
  expect(JSON.stringify(certificate.json)).toContain('"models":["anthropic:claude-sonnet-4-5"]');
  const verified = await agentforge(repository.path, ["certificate", "verify", "HEAD"]);
  expect(verified.exitCode).toBe(0);
  const printed = await agentforge(repository.path, ["certificate", "show", "HEAD"]);
  expect(printed.stdout).toMatch(/Model\s+anthropic:claude-sonnet-4-5/);
});
