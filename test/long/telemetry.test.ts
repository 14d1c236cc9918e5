import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { agentforge } from "../support/cli.ts";
import { inTurn, type ModelServer, startModelServer } from "../support/model-server.ts";
import { exampleRepository, type Repository } from "../support/repository.ts";
import { type ReceivedSpan, startTraceReceiver, type TraceReceiver } from "../support/trace-receiver.ts";

let repository: Repository;
let receiver: TraceReceiver | null = null;
let model: ModelServer | null = null;
afterEach(async () => {
  repository.remove();
  await receiver?.close();
  await model?.close();
});

const LANGFUSE = "/api/public/otel/v1/traces";
const CLIENT = 3;

it("reports a repair by a model and its landing from another process as one trace", async () => {
  repository = exampleRepository("calculator-js");
  receiver = await startTraceReceiver();
  const diagnosis = {
    ...{ issue_type: "test_failure", severity: "major", root_cause: "add subtracts", confidence: 0.9 },
    ...{ affected_files: [], suggested_fixes: [] },
  };
  const changes = [{ search: "return a - b;", replace: "return a + b;" }];
  model = await startModelServer(
    inTurn(
      { calls: [{ name: "report_diagnosis", input: diagnosis }] },
      { calls: [{ name: "edit_file", input: { files: [{ path: "calculator.js", changes }] } }] },
      { calls: [{ name: "complete", input: { summary: "it adds now" } }] },
    ),
  );
  const env = {
    AGENTFORGE_BRAIN: "anthropic:scripted",
    ANTHROPIC_API_KEY: "sk-ant-scripted",
    ANTHROPIC_BASE_URL: model.url,
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    LANGFUSE_BASE_URL: receiver.url,
    LANGFUSE_PUBLIC_KEY: "pk-one",
    LANGFUSE_SECRET_KEY: "sk-two",
  };
  const repair = await agentforge(repository.path, ["repair", "--brain", "llm", "--json"], env);
  expect(repair.json.status).toBe("waiting_for_review");
  const { review } = repair.json;
  const trace = review.trace_id.replaceAll("-", "");
  expect(review.request.langfuse_trace_url).toBe(`${receiver.url}/trace/${trace}`);
  const approve = await agentforge(repository.path, ["review", "approve", "--json"], env);
  expect(approve.json.status).toBe("landed");

  const spans = receiver.spans["/v1/traces"] ?? [];
  expect(receiver.authorizations[LANGFUSE]).toBe(`Basic ${btoa("pk-one:sk-two")}`);
  expect(receiver.spans[LANGFUSE]?.map((span) => span.spanId).sort()).toEqual(
    spans.map((span) => span.spanId).sort(),
  );
  expect(new Set(spans.map((span) => span.traceId))).toEqual(new Set([trace]));
  const roots = spans.filter((span) => span.parentSpanId === undefined).map((span) => span.name);
  expect(roots.sort()).toEqual(["land", "repair"]);
  expect(new Set(paths(spans))).toEqual(
    new Set([
      "repair",
      "repair > baseline",
      "repair > baseline > tests.run",
      "repair > baseline > tests.run > sandbox.execute",
      "repair > brain llm",
      "repair > brain llm > tests.run",
      "repair > brain llm > tests.run > sandbox.execute",
      "repair > brain llm > chat scripted",
      "repair > brain llm > execute_tool edit_file",
      "repair > brain llm > execute_tool complete",
      "repair > settle",
      "repair > settle > tests.run",
      "repair > settle > tests.run > sandbox.execute",
      "repair > conclude",
      "repair > conclude > confirm",
      "repair > conclude > confirm > tests.run",
      "repair > conclude > confirm > tests.run > sandbox.execute",
      "repair > conclude > tests.run",
      "repair > conclude > tests.run > sandbox.execute",
      "land",
    ]),
  );
  const chats = spans.filter((span) => span.name === "chat scripted");
  const chat = chats.at(-1);
  expect(chats.map((span) => span.kind)).toEqual(chats.map(() => CLIENT));
  expect(new Set(chats.map((span) => span.attributes["gen_ai.response.id"])).size).toBe(chats.length);
  expect(JSON.stringify(spans)).not.toMatch(/gen_ai\.(?:input|output)\.messages|gen_ai\.tool\.call\./);
  expect(chat?.attributes).toMatchObject({
    "gen_ai.operation.name": "chat",
    "gen_ai.provider.name": "anthropic",
    "gen_ai.request.model": "scripted",
    "gen_ai.usage.input_tokens": expect.anything(),
    "gen_ai.usage.output_tokens": expect.anything(),
    "gen_ai.response.id": expect.stringMatching(/^msg_/),
    "gen_ai.response.model": "scripted",
    "gen_ai.response.finish_reasons": { values: [{ stringValue: "tool_use" }] },
    "gen_ai.conversation.id": expect.stringMatching(/^S-/),
  });
  expect(chat?.attributes).not.toHaveProperty("gen_ai.usage.cost");
  const tool = spans.find((span) => span.name === "execute_tool edit_file");
  expect(tool?.attributes).toMatchObject({
    "gen_ai.operation.name": "execute_tool",
    "gen_ai.tool.name": "edit_file",
    "gen_ai.tool.type": "function",
    "gen_ai.conversation.id": chat?.attributes["gen_ai.conversation.id"],
  });
  const land = spans.find((span) => span.name === "land");
  expect(land?.attributes).toMatchObject({ "agentforge.commit": approve.json.commit });
}, 120_000);

it("sends prompts and answers only on request, redacted, with their cost", async () => {
  repository = exampleRepository("calculator-js");
  receiver = await startTraceReceiver();
  const secret = "hunter2-of-the-operator";
  model = await startModelServer(
    inTurn(
      { say: "no idea" },
      { say: "no idea" },
      { say: `I read ${secret}.`, calls: [{ name: "read_file", input: { path: "calculator.js" } }] },
      { calls: [{ name: "cannot_fix", input: { reason: "not for me" } }] },
    ),
  );
  const run = await agentforge(repository.path, ["repair", "--brain", "llm", "--json"], {
    AGENTFORGE_BRAIN: "anthropic:claude-sonnet-4-5",
    ANTHROPIC_API_KEY: secret,
    ANTHROPIC_BASE_URL: model.url,
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: "SPAN_ONLY",
  });
  expect(run.json.status).toBe("not_repaired");
  const spans = receiver.spans["/v1/traces"] ?? [];
  const chats = spans.filter((span) => span.name === "chat claude-sonnet-4-5");
  const texts = (name: string) => chats.map((span) => String(span.attributes[name]));
  const [prompt] = texts("gen_ai.input.messages").map((text) => JSON.parse(text));
  expect(prompt[0].role).toBe("system");
  expect(JSON.stringify(prompt)).toContain("calculator");
  const answers = texts("gen_ai.output.messages").map((text) => JSON.parse(text)[0]);
  const reading = answers.find((answer) => JSON.stringify(answer).includes("read_file"));
  expect(reading.parts.map((part: { type: string }) => part.type)).toEqual(["text", "tool_call"]);
  expect(reading.finish_reason).toBe("tool_use");
  const read = spans.find((span) => span.name === "execute_tool read_file");
  expect(JSON.parse(String(read?.attributes["gen_ai.tool.call.arguments"]))).toEqual({
    path: "calculator.js",
  });
  expect(String(read?.attributes["gen_ai.tool.call.result"])).toContain("return a - b;");
  for (const chat of chats) expect(Number(chat.attributes["gen_ai.usage.cost"])).toBeGreaterThan(0);
  expect(JSON.stringify(spans)).not.toContain(secret);
}, 120_000);

describe("OpenTelemetry", () => {
  const loaded = async (env: Record<string, string>) => {
    const list = join(repository.path, ".git", "loaded.txt");
    const hooks = `import { registerHooks } from "node:module"; import { appendFileSync } from "node:fs";
      registerHooks({ load(url, context, next) { appendFileSync(${JSON.stringify(list)}, url + "\\n"); return next(url, context); } });`;
    const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(hooks)}`;
    const run = await agentforge(repository.path, ["review", "list"], { ...env, NODE_OPTIONS });
    expect(run.exitCode).toBe(0);
    const files = readFileSync(list, "utf8")
      .split("\n")
      .filter((url) => url.startsWith("file:"));
    // As a separate package, or bundled into one of our files.
    const isTheirs = (url: string) =>
      url.includes("@opentelemetry/") ||
      /from "@opentelemetry\/|node_modules\/@opentelemetry\//.test(readFileSync(new URL(url), "utf8"));
    return files.filter(isTheirs);
  };

  it("is not loaded unless it is configured", async () => {
    repository = exampleRepository("calculator-js");
    expect(await loaded({})).toEqual([]);
    expect(
      await loaded({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9", OTEL_SDK_DISABLED: "true" }),
    ).toEqual([]);
    expect(await loaded({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9" })).not.toEqual([]);
  }, 60_000);
});

/** Each span with its ancestors: `repair > settle > tests.run`. */
function paths(spans: readonly ReceivedSpan[]): string[] {
  const byId = new Map(spans.map((span) => [span.spanId, span]));
  const pathOf = (span: ReceivedSpan): string => {
    const parent = byId.get(span.parentSpanId ?? "");
    return parent === undefined ? span.name : `${pathOf(parent)} > ${span.name}`;
  };
  return spans.map(pathOf);
}
