import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "../../domain/rules/records/sha256.ts";
import { fingerprint } from "../../services/guardrails/index.ts";
import { type HookAnswer, type Json, QUIET } from "../../services/hook-clients/client.ts";

export interface EventIdentity {
  /** The folder of the session's state, which exists. */
  readonly folder: string;
  /** Which registration started this process: the path of its bundle. */
  readonly registration: string;
  readonly payload: Json;
  readonly input: string;
}

/** A client that runs hooks in parallel starts them within this time. */
const SAME_EVENT_MS = 10_000;
/** Less than the ten seconds that clients give a hook. */
const MOST_WAIT_MS = 8_000;
const PAUSE_MS = 5;
const MARK = "registered-";

/**
 * One event, one decision: if a plugin and `hooks install` both registered us, the client starts two
 * processes for each event. The first decides; the second waits for its answer, repeats a refusal and is
 * silent otherwise. If the first dies or does not answer in time, the second decides too: a dead guard must
 * not let anything through.
 */
export function answerOnce(identity: EventIdentity, judge: () => HookAnswer): HookAnswer {
  if (isAlone(identity)) return judge();
  const slot = join(identity.folder, `answer-${nameOf(identity)}.json`);
  if (claim(slot, identity.registration)) return judgeFirst(slot, identity.registration, judge);
  const first = waitFor(slot);
  rmSync(slot, { force: true });
  if (first === null) return judge();
  return first.exitCode !== 0 || /"(?:deny|ask|block)"/.test(first.stdout) ? first : QUIET;
}

function judgeFirst(slot: string, registration: string, judge: () => HookAnswer): HookAnswer {
  try {
    const answer = judge();
    replace(slot, JSON.stringify({ registration, pid: process.pid, answer } satisfies Slot));
    return answer;
  } catch (error) {
    rmSync(slot, { force: true });
    throw error;
  }
}

/** Every registration leaves a marker in the session; two markers mean two processes for each event. At its first event a registration cannot know whether another is just starting.
 */
function isAlone({ folder, registration }: EventIdentity): boolean {
  const mark = `${MARK}${fingerprint(registration)}`;
  const marks = readdirSync(folder).filter((name) => name.startsWith(MARK));
  if (marks.includes(mark)) return marks.length === 1;
  writeFileSync(join(folder, mark), "", { mode: 0o600 });
  return false;
}

/** A call has an id; an event without one is identified by its payload, which both processes get. */
function nameOf({ payload, input }: EventIdentity): string {
  const { hook_event_name, tool_use_id, agent_id } = payload;
  const own = typeof tool_use_id === "string" ? JSON.stringify([tool_use_id, agent_id]) : input;
  return `${String(hook_event_name).replace(/\W/g, "").slice(0, 30)}-${sha256(own).slice(0, 16)}`;
}

interface Slot {
  readonly registration: string;
  /** The process that decides. */
  readonly pid: number;
  readonly answer: HookAnswer | null;
}

/** True for the process that must decide. A file of this process, or an old one, belongs to an earlier event. */
function claim(slot: string, registration: string): boolean {
  const text = JSON.stringify({ registration, pid: process.pid, answer: null } satisfies Slot);
  try {
    writeFileSync(slot, text, { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  const found = readSlot(slot);
  const isOurs = found !== null && found !== "unfinished" && found.registration === registration;
  const age = Date.now() - (statSync(slot, { throwIfNoEntry: false })?.mtimeMs ?? 0);
  if (!isOurs && age < SAME_EVENT_MS) return false;
  replace(slot, text);
  return true;
}

function waitFor(slot: string): HookAnswer | null {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (let waited = 0; waited < MOST_WAIT_MS; waited += PAUSE_MS) {
    const found = readSlot(slot);
    if (found === null) return null;
    if (found !== "unfinished") {
      if (found.answer !== null) return found.answer;
      if (!isAlive(found.pid)) return answerIn(readSlot(slot));
    }
    Atomics.wait(pause, 0, 0, PAUSE_MS);
  }
  return null;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** A file that was just created is empty for a moment: the deciding process exists, but has not written its name yet. */
function readSlot(slot: string): Slot | "unfinished" | null {
  try {
    return JSON.parse(readFileSync(slot, "utf8")) as Slot;
  } catch (error) {
    if (error instanceof SyntaxError) return "unfinished";
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

function answerIn(found: Slot | "unfinished" | null): HookAnswer | null {
  return found === null || found === "unfinished" ? null : found.answer;
}

function replace(slot: string, text: string): void {
  const draft = `${slot}.${process.pid}.tmp`;
  writeFileSync(draft, text, { mode: 0o600 });
  renameSync(draft, slot);
}
