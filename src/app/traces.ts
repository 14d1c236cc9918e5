import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { type AppOptions, loadHarnessOf, openApp } from "../app.ts";
import { AgentForgeError } from "../domain/errors.ts";
import {
  analyzeTrace,
  type Comparison,
  compareTraces,
  type HarnessSettings,
  readRecords,
  type TracedRun,
  type TraceReport,
} from "../services/guardrails/index.ts";
import { findRepository } from "../services/workspace/index.ts";
import { readSession } from "./traces/recorded-session.ts";
import { readRecording } from "./traces/transcripts.ts";

export { traceHtml, traceText } from "../services/guardrails/index.ts";

export interface TraceRequest {
  /** A session of hooks or AgentForge, or a file: a trace or a transcript of a client. Default: the newest. */
  readonly session?: string;
  /** An earlier one to compare with. */
  readonly against?: string;
}

export interface TraceAnalysis {
  readonly report: TraceReport;
  readonly before: TraceReport | null;
  readonly comparison: readonly Comparison[] | null;
  /** Lines of the run that could not be read. */
  readonly unread: number;
}

interface FoundRun extends TracedRun {
  readonly unread: number;
}

/** How many other runs are used to suggest thresholds. */
const MOST_OTHERS = 50;

export async function analyzeTraces(options: AppOptions, request: TraceRequest): Promise<TraceAnalysis> {
  const root = await findRepository(options.cwd);
  const { settings } = await loadHarnessOf(root, options.environment);
  const folder = join(root, settings.state.dir);
  const hooked = newestFirst(folder);
  const wanted = request.session ?? hooked[0];
  if (wanted === undefined)
    throw new AgentForgeError("not_found", "there is no trace here yet", {
      hint: "Run `agentforge hooks install` to make other agents write one, or name a file or an AgentForge session with --session.",
    });
  const find = (name: string) => findRun(name, folder, settings, options);
  const run = await find(wanted);
  const others = hooked
    .filter((name) => name !== run.id)
    .slice(0, MOST_OTHERS)
    .map((name) => readTrace(folder, name));
  const report = analyzeTrace(run, settings, others);
  if (request.against === undefined) return { report, before: null, comparison: null, unread: run.unread };
  const before = analyzeTrace(await find(request.against), settings);
  return { report, before, comparison: compareTraces(before, report), unread: run.unread };
}

async function findRun(
  name: string,
  folder: string,
  settings: HarnessSettings,
  options: AppOptions,
): Promise<FoundRun> {
  const isPlain = !/[\\/]/.test(name);
  if (isPlain && existsSync(join(folder, name, "trace-log.jsonl"))) return readTrace(folder, name);
  const file = resolve(options.cwd, name);
  if (statSync(file, { throwIfNoEntry: false })?.isFile()) {
    const read = readRecording(readFileSync(file, "utf8"), name, settings);
    return { id: basename(file).replace(/\.jsonl?$/, ""), ...read };
  }
  const session = await readOwnSession(name, options);
  if (session) return { ...session, unread: 0 };
  throw new AgentForgeError("not_found", `there is neither a session nor a file ${name}`, {
    hint: `Run \`agentforge session list\` to see AgentForge's sessions; hook sessions are the folders in ${settings.state.dir}.`,
  });
}

/** Rotated parts first, so that the run is as complete as possible. */
function readTrace(folder: string, name: string): FoundRun {
  const files = ["trace-log.2.jsonl", "trace-log.1.jsonl", "trace-log.jsonl"];
  const tails = files
    .map((file) => join(folder, name, file))
    .filter((file) => existsSync(file))
    .map((file) => readRecords(file, 0));
  const all = tails.flatMap(({ records }) => records);
  const records = all.filter((record) => typeof record.timestamp === "string");
  const damaged = tails.reduce((sum, tail) => sum + tail.damaged, 0);
  return { id: name, records, unread: damaged + all.length - records.length };
}

async function readOwnSession(id: string, options: AppOptions): Promise<TracedRun | null> {
  await using app = await openApp(options);
  const session = await app.ports.sessions.get(id);
  return session && { id, records: readSession(session, await app.ports.sessions.history(id)) };
}

function newestFirst(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .map((name) => ({
      name,
      stat: statSync(join(folder, name, "trace-log.jsonl"), { throwIfNoEntry: false }),
    }))
    .filter(({ stat }) => stat !== undefined)
    .sort((a, b) => (b.stat?.mtimeMs ?? 0) - (a.stat?.mtimeMs ?? 0))
    .map(({ name }) => name);
}
