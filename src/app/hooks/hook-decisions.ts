import { lstatSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { AgentForgeError } from "../../domain/errors.ts";
import type { AdoptedActivity } from "../../services/journal/index.ts";
import { DECISIONS_FILE } from "./decisions.ts";

const Decision = z.object({
  id: z.string().regex(/^HD-[0-9a-z-]{5,60}$/),
  decided_at: z.string().max(40),
  client: z.string().max(40),
  session_id: z.string().max(200),
  agent_id: z.string().max(200).nullable(),
  event: z.enum(["before_tool", "stop"]),
  tool: z.string().max(200).nullable(),
  input: z.record(z.string(), z.json()),
  effect: z.enum(["allow", "ask", "deny"]),
  rule: z.string().max(200),
  guard: z.string().max(200),
  layer: z.string().max(40).default("built-in"),
  reason: z.string().max(4000),
});

export interface CollectOptions {
  readonly adopt: (activities: readonly AdoptedActivity[]) => Promise<void>;
  readonly newName: () => string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

const ACTIONS = { allow: "hook.allowed", ask: "hook.asked", deny: "hook.denied" } as const;
const TAKEN = /^decisions\.taken-.*\.jsonl$/;
/** After this time, a hook that had the file open when it was renamed has written its line. */
const SETTLED_MS = 10_000;

/**
 * Moves the decisions that hooks left as lines into the journal, each once: a line that is read again, after a crash or
 * by two processes, is recognized by its id. Lines that cannot be written now wait for the next command.
 */
export async function collectDecisions(
  folder: string,
  { adopt, newName, now }: CollectOptions,
): Promise<void> {
  for (const session of foldersIn(folder)) {
    for (const file of takeFiles(session, newName)) {
      const { ctimeMs } = lstatSync(file);
      try {
        await adopt(readFileSync(file, "utf8").split("\n").flatMap(toActivity));
      } catch (error) {
        if (error instanceof AgentForgeError) return;
        throw error;
      }
      if (now() - ctimeMs > SETTLED_MS) rmSync(file, { force: true });
    }
  }
}

/** One folder per session; links are skipped. */
function foldersIn(folder: string): string[] {
  if (!lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(folder, entry.name));
}

/** The waiting lines under our own name, and earlier files that may have grown since. */
function takeFiles(session: string, newName: () => string): string[] {
  const files = readdirSync(session, { withFileTypes: true }).filter((entry) => entry.isFile());
  const taken = files.filter(({ name }) => TAKEN.test(name)).map(({ name }) => join(session, name));
  if (!files.some(({ name }) => name === DECISIONS_FILE)) return taken;
  const mine = join(session, `decisions.taken-${newName()}.jsonl`);
  return moved(join(session, DECISIONS_FILE), mine) ? [...taken, mine] : taken;
}

/** False if another process was quicker. */
function moved(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}

/** A line that is not a decision was torn or written by someone else: it is not journaled. */
function toActivity(line: string): AdoptedActivity[] {
  const parsed = Decision.safeParse(parse(line));
  if (!parsed.success) return [];
  const { id, client, tool, effect, ...metadata } = parsed.data;
  return [
    {
      id,
      traceId: null,
      actor: "agent",
      agentId: client,
      actionType: ACTIONS[effect],
      entityId: tool ?? metadata.event,
      metadata,
    },
  ];
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
