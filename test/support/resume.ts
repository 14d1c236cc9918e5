import { existsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { agentforge, startAgentforge } from "./cli.ts";
import { type ModelServer, type Reply, type SeenRequest, startModelServer } from "./model-server.ts";
import { exampleRepository, type Repository } from "./repository.ts";

/**
 * A repair in which the model's first change is wrong. Its answer depends only on what it was told, so it may
 * be asked again.
 */
function answerStep(request: SeenRequest): Reply {
  const said = request.body.messages.filter(({ role }: { role: string }) => role === "assistant").length;
  return STEPS[Math.min(said, STEPS.length - 1)] ?? {};
}

const call = (name: string, input: unknown): Reply => ({ say: `I call ${name}.`, calls: [{ name, input }] });
const edit = (search: string, replace: string) => ({
  name: "edit_file",
  input: { files: [{ path: "calculator.js", changes: [{ search, replace }] }] },
});
const DIAGNOSIS = {
  issue_type: "test_failure",
  severity: "major",
  root_cause: "add subtracts",
  affected_files: [{ path: "calculator.js", line_start: 1, line_end: 3 }],
  suggested_fixes: [],
  confidence: 0.9,
};
const STEPS: readonly Reply[] = [
  call("report_diagnosis", DIAGNOSIS),
  call("read_file", { path: "calculator.js" }),
  { calls: [edit("return a - b;", "return a * b;"), { name: "run_tests", input: {} }] },
  call("complete", { summary: "it multiplies now" }),
  {
    calls: [
      { name: "search_code", input: { query: "return a" } },
      { name: "write_file", input: { path: "scratch.js", content: "export {};\n" } },
      edit("return a - b;", "return a + b; // ADDED"),
    ],
  },
  { say: "Let me think." },
  { calls: [edit("return a + b; // ADDED", "return a + b;"), { name: "run_tests", input: {} }] },
  call("write_file", { path: "scratch.js", content: null }),
  call("complete", { summary: "add() subtracted; it adds now" }),
];

export interface Rig {
  readonly repository: Repository;
  readonly server: ModelServer;
  readonly env: Record<string, string>;
  /** Called with the number of every request before it is answered. */
  onRequest: (number: number) => void;
  close(): Promise<void>;
}

export async function openRig(answer: (request: SeenRequest) => Reply = answerStep): Promise<Rig> {
  const repository = exampleRepository("calculator-js");
  const server = await startModelServer((request, number) => {
    rig.onRequest(number);
    return answer(request);
  });
  const rig: Rig = {
    repository,
    server,
    env: {
      AGENTFORGE_BRAIN: "anthropic:scripted",
      ANTHROPIC_API_KEY: "sk-ant-scripted",
      ANTHROPIC_BASE_URL: server.url,
    },
    onRequest: () => undefined,
    async close() {
      await server.close();
      repository.remove();
    },
  };
  return rig;
}

export const REPAIR = ["repair", "--brain", "llm", "--json"];
export const RESUME = ["session", "resume", "--json"];

/** Runs the program and kills it with SIGKILL when `when` resolves; true if it was still working. */
export async function runAndKill(
  rig: Rig,
  args: readonly string[],
  when: Promise<unknown>,
): Promise<boolean> {
  const child = startAgentforge(rig.repository.path, args, rig.env);
  await Promise.race([when, child]);
  child.kill("SIGKILL");
  return (await child).signal === "SIGKILL";
}

/** The model's own session: its steps, and whether it is complete. */
export async function ownSession(rig: Rig) {
  const sessions = (await agentforge(rig.repository.path, ["session", "list", "--json"])).json;
  const own = sessions.filter((each: { task_description: string }) =>
    each.task_description.startsWith("make these tests pass"),
  );
  const id = own[0]?.session_id;
  const shown = id && (await agentforge(rig.repository.path, ["session", "show", id, "--json"])).json;
  return { sessions, own, steps: shown?.steps ?? [], underWay: shown?.under_way ?? null };
}

/** Every decision with its results, without times and paths. */
export function storyOf(steps: readonly { action: unknown; tool_results: unknown }[]): string[] {
  return steps.map(({ action, tool_results }) => {
    const { reasoning, tool_calls } = action as { reasoning: string; tool_calls: unknown };
    const results = (tool_results as { success: boolean; tool_name: string }[]).map(
      ({ success, tool_name }) => `${tool_name} ${success}`,
    );
    return JSON.stringify([reasoning, tool_calls, results]);
  });
}

/** Waits until a call is recorded as being made. */
export async function untilUnderWay(rig: Rig, tool: string): Promise<void> {
  await untilRecorded(rig, "SELECT data FROM session_under_way", `"name":"${tool}"`);
}

/** Waits until the search has recorded a patch that it accepted. */
export async function untilAccepted(rig: Rig): Promise<void> {
  await untilRecorded(rig, "SELECT data FROM session_steps", '"kept":{"patch":');
}

async function untilRecorded(rig: Rig, query: string, text: string): Promise<void> {
  const file = join(rig.repository.path, ".agentforge", "journal.db");
  for (let wait = 0; wait < 1200; wait += 1) {
    if (existsSync(file) && readRows(file, query).includes(text)) return;
    await sleep(25);
  }
  throw new Error(`${text} was never recorded`);
}

function readRows(file: string, query: string): string {
  try {
    using database = new DatabaseSync(file, { readOnly: true });
    return JSON.stringify(database.prepare(query).all()).replaceAll("\\", "");
  } catch {
    return "";
  }
}
