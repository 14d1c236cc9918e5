import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { AgentAction, Session, StepResult } from "../src/domain/entities/session.ts";
import { openSessions } from "../src/services/sessions/index.ts";
import { openState } from "../src/services/state/index.ts";
import { meetsBar } from "./bar.ts";
import { median } from "./median.ts";

/**
 * Do 10,000 steps of a model (its decision, then the whole step) append as fast as the first ones? Prints the cost
 * along the way; fails if the last hundred cost more than 1.5 times the first, unless a new session costs as much at
 * the same moment.
 */
const { values } = parseArgs({ options: { steps: { type: "string", default: "10000" } } });
const steps = Number(values.steps);
const HUNDRED = 100;
const ALLOWED_RATIO = 1.5;

const folder = mkdtempSync(join(tmpdir(), "agentforge-bench-"));
const now = () => new Date().toISOString();
const state = await openState({ folder, now });
const sessions = await openSessions({ ...state, now });
try {
  await begin("warm-up");
  await timeSteps("warm-up", 3 * HUNDRED);
  await begin("measured");
  const times = await timeSteps("measured", steps);

  for (let start = 0; start < steps; start += Math.max(HUNDRED, Math.floor(steps / 10))) {
    console.log(`steps ${start + 1}-${start + HUNDRED}: ${show(times.slice(start, start + HUNDRED))}`);
  }
  const first = median(times.slice(0, HUNDRED));
  const last = median(times.slice(-HUNDRED));
  await begin("fresh");
  const pairs = await timePairs("fresh", "measured");
  const side = median(pairs.long) / median(pairs.short);
  const history = performance.now();
  const count = (await sessions.history("measured")).length;
  console.log(`steps ${steps - HUNDRED + 1}-${steps}: ${show(times.slice(-HUNDRED))}`);
  console.log(`read back ${count} steps in ${(performance.now() - history).toFixed(0)} ms`);
  const size = statSync(join(folder, "sessions/measured/step_history.yaml")).size;
  console.log(`step_history.yaml ${(size / 1e6).toFixed(1)} MB`);
  console.log(`last hundred / first hundred: ${(last / first).toFixed(2)} (at most ${ALLOWED_RATIO})`);
  console.log(`after ${steps} steps / in a new session, side by side: ${side.toFixed(2)}`);
  const slower = last / first > ALLOWED_RATIO && side > ALLOWED_RATIO;
  if (count !== steps + HUNDRED) throw new Error(`${count} of ${steps + HUNDRED} steps were read back`);
  meetsBar(!slower);
} finally {
  await state.database.close();
  rmSync(folder, { recursive: true });
}

async function begin(session_id: string): Promise<void> {
  await sessions.begin(
    Session.parse({
      session_id,
      trace_id: crypto.randomUUID(),
      brain: "search",
      task_description: "measure",
      status: "running",
      started_at: now(),
      owner: String(process.pid),
    }),
  );
}

async function timeSteps(session: string, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let n = 1; n <= count; n += 1) {
    const start = performance.now();
    const taken = step(n);
    await sessions.noteUnderWay(session, { action: AgentAction.parse(taken.action), results: [] });
    await sessions.appendStep(session, taken);
    times.push(performance.now() - start);
  }
  return times;
}

/** Alternates, so that other load affects both equally. */
async function timePairs(short: string, long: string): Promise<{ short: number[]; long: number[] }> {
  const times = { short: [] as number[], long: [] as number[] };
  for (let n = 1; n <= HUNDRED; n += 1) {
    times.short.push(...(await timeSteps(short, 1)));
    times.long.push(...(await timeSteps(long, 1)));
  }
  return times;
}

function step(n: number): StepResult {
  const parameters = { path: "src/calculator.js", line: n };
  return StepResult.parse({
    success: true,
    action: {
      action_type: "tool_call",
      reasoning: "look at it",
      tool_calls: [{ name: "read_file", parameters }],
    },
    tool_results: [{ tool_name: "read_file", success: true, output: "line of code\n".repeat(20) }],
    tokens_used: n,
    duration_seconds: 0.1,
  });
}

function show(times: readonly number[]): string {
  const total = times.reduce((sum, time) => sum + time, 0);
  return `median ${median(times).toFixed(2)} ms, total ${total.toFixed(0)} ms`;
}
