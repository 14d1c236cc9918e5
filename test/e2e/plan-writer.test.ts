import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openPlanWriter } from "../../src/app/brains/brains.ts";
import { type App, openApp, readEnvironment } from "../../src/app.ts";
import type { Plan } from "../../src/domain/entities/plan.ts";
import { inTurn, type ModelServer, type Reply, startModelServer } from "../support/model-server.ts";
import { exampleRepository, type Repository } from "../support/repository.ts";

let repository: Repository;
let server: ModelServer;
let app: App;
let before: string;
beforeEach(() => {
  repository = exampleRepository("calculator-js");
  before = repository.fingerprint();
});
afterEach(async () => {
  expect(repository.fingerprint()).toBe(before);
  await app.close();
  await server.close();
  repository.remove();
});

const draft = {
  goal: "add() adds.",
  reasoning: "The sign is wrong.",
  steps: ["Change the sign in add()", "Run the tests"],
  files_touched: ["calculator.js"],
  risks: [],
  actions: [
    {
      name: "edit_file",
      parameters: {
        files: [{ path: "calculator.js", changes: [{ search: "a - b", replace: "a + b" }] }],
      },
    },
    { name: "run_tests", parameters: {} },
  ],
};
const submit = (changes: object = {}): Reply => ({
  calls: [{ name: "submit_plan", input: { ...draft, ...changes } }],
});
const read: Reply = { calls: [{ name: "read_file", input: { path: "calculator.js" } }] };

async function write(revise: { plan: Plan; comments: string } | null, ...replies: Reply[]) {
  server = await startModelServer(inTurn(...replies));
  const environment = readEnvironment({
    ...process.env,
    AGENTFORGE_BRAIN: "vllm:scripted",
    AGENTFORGE_MODEL_URL: server.url,
  });
  app = await openApp({ cwd: repository.path, environment, unsafe: false });
  const request = {
    requestId: "REQ-1",
    traceId: app.ports.newTraceId(),
    text: "Addition is wrong. Fix it.",
    revise,
  };
  const options = { signal: new AbortController().signal, say: () => undefined };
  const writer = openPlanWriter(app);
  if (!writer) throw new Error("a model is configured, so there is a writer");
  return writer.write(request, options);
}

const told = () => server.requests.at(-1)?.transcript ?? "";

describe("the plan writer", () => {
  it("reads, and submits a plan for a person to review", async () => {
    const writing = await write(null, read, submit());
    expect(writing).toMatchObject({
      status: "written",
      plan: { request_id: "REQ-1", status: "review", revision: 1, ...draft },
      account: [expect.stringMatching(/vllm:scripted used 2 steps, 240 tokens/)],
    });
    expect(server.requests[0]?.transcript).toMatch(
      /<untrusted source=.*# Files \(\d+\)\\+n\.\/ .*calculator\.js/,
    );
    const session = await app.ports.sessions.get(writing.sessionId);
    expect(session).toMatchObject({ status: "completed", outcome: "planned" });
    const tools = server.requests[0]?.body.tools.map(
      (tool: { function: { name: string } }) => tool.function.name,
    );
    expect(tools).toContain("read_file");
    expect(tools).not.toContain("write_file");
  });

  it("sees what was said about an earlier plan", async () => {
    const first = await write(null, submit());
    await app.close();
    await server.close();
    if (first.status !== "written") throw new Error(first.why);
    const again = await write({ plan: first.plan, comments: "Add a test, please." }, submit());
    expect(again).toMatchObject({ status: "written", plan: { revision: 2 } });
    expect(told()).toContain("Add a test, please.");
    expect(told()).toContain("earlier plan");
  });

  const edit = (path: string, search: string) => ({
    name: "edit_file",
    parameters: { files: [{ path, changes: [{ search, replace: "x" }] }] },
  });
  it.each<[string, object, RegExp]>([
    ["lacks a field", { goal: undefined }, /goal/],
    ["has no actions", { actions: [] }, /actions/],
    [
      "names a tool a plan may not use",
      { actions: [{ name: "git_commit", parameters: {} }] },
      /not a tool for plans/,
    ],
    ["has invalid parameters", { actions: [{ name: "write_file", parameters: {} }] }, /bad parameters/],
    [
      "edits text that does not exist",
      { actions: [edit("calculator.js", "no such line")] },
      /fails on a copy/,
    ],
    ["leaves the repository", { actions: [edit("../x", "a")] }, /fails on a copy/],
    ["touches git's own files", { actions: [edit(".git/config", "a")] }, /fails on a copy/],
    ["hides a file it touches", { files_touched: [] }, /files_touched lacks calculator.js/],
  ])("sends a plan back once if it %s", async (_what, changes, why) => {
    expect(await write(null, submit(changes), submit())).toMatchObject({ status: "written" });
    expect(told()).toMatch(why);
  });

  it("accepts no second invalid plan, and says why", async () => {
    const writing = await write(null, submit({ steps: [] }), submit({ actions: [] }), submit());
    expect(writing).toMatchObject({
      status: "not_written",
      why: expect.stringMatching(/is invalid.*actions/s),
    });
    expect(server.requests).toHaveLength(2);
  });

  it("changes nothing, even if the model tries", async () => {
    const writing = await write(
      null,
      { calls: [{ name: "write_file", input: { path: "calculator.js", content: "" } }] },
      { calls: [{ name: "run_tests", input: {} }] },
      { calls: [{ name: "decline_plan", input: { reason: "which addition?" } }] },
    );
    expect(writing).toMatchObject({ status: "not_written", why: "which addition?" });
    expect(told()).toContain("you may only read");
  });

  it("does not exist without a model", async () => {
    server = await startModelServer(inTurn(read));
    const { AGENTFORGE_BRAIN: _none, ...variables } = process.env;
    app = await openApp({ cwd: repository.path, environment: readEnvironment(variables), unsafe: false });
    expect(openPlanWriter(app)).toBeNull();
  });
});
