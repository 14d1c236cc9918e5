import { afterEach, beforeEach, expect, it } from "vitest";
import { agentforgeWithoutSandbox } from "../support/cli.ts";
import { inTurn, type ModelServer, startModelServer } from "../support/model-server.ts";
import { exampleRepository, type Repository } from "../support/repository.ts";

const NO_PLACE = "this machine cannot provide an environment without user namespaces";
let repository: Repository;
let server: ModelServer;
beforeEach(async () => {
  repository = exampleRepository("calculator-js");
  server = await startModelServer(
    inTurn(
      { calls: [{ name: "run_shell", input: { command: "node -e 'console.log(1)'" } }] },
      { calls: [{ name: "cannot_fix", input: { reason: "no shell" } }] },
    ),
  );
});
afterEach(async () => {
  await server.close();
  repository.remove();
});
const model = () => ({
  AGENTFORGE_BRAIN: "anthropic:claude-sonnet-4-5",
  ANTHROPIC_API_KEY: "sk-ant-scripted",
  ANTHROPIC_BASE_URL: server.url,
});

it.for([
  ["a snippet", "node -e 'console.log(1)'", /needs a sandbox, but none works here, so nothing was run/],
  ["what the guards deny anyway", "git push --force", /not allowed/],
] as const)(
  "answers run_shell with the reason if no sandbox works: %s",
  async ([, command, why], { skip }) => {
    const input = JSON.stringify({ command });
    const given = ["tool", "run", "run_shell", "--input", input, "--json"];
    const run = await agentforgeWithoutSandbox(repository.path, given);
    if (run === null) return skip(NO_PLACE);
    expect(run.exitCode).toBe(1);
    expect(run.json.results[0].success).toBe(false);
    expect(run.json.results[0].error).toMatch(why);
  },
);

it("calls no model if no sandbox works, and says how to get one", async ({ skip }) => {
  const run = await agentforgeWithoutSandbox(repository.path, ["repair", "--brain", "llm"], model());
  if (run === null) return skip(NO_PLACE);
  expect(run.exitCode).toBe(2);
  expect(run.stderr).toMatch(/no sandbox works here, so nothing was run:.*\n.*max_user_namespaces/);
  expect(server.requests).toHaveLength(0);
});

it("tells the model in a bundled example, which runs without a sandbox, that the shell does not", async ({
  skip,
}) => {
  const run = await agentforgeWithoutSandbox(repository.path, ["demo", "--brain", "llm", "--json"], model());
  if (run === null) return skip(NO_PLACE);
  expect(server.requests[1]?.transcript).toContain("run_shell needs a sandbox, but none works here");
});
