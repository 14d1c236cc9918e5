import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { AgentForgeError } from "../../domain/errors.ts";
import { readBounded, WRITTEN_BY_PROGRAMS } from "../../domain/rules/settings/bounded-data.ts";
import { loadContract } from "../../services/conformance/index.ts";
import { loadSettings } from "../../services/guardrails/index.ts";
import type { DamagedFile } from "../../services/workspace/index.ts";

/**
 * How a kind of file is checked: `database` by opening it; `copy` by comparison with the database; `landing` as
 * a whole by the workspace; `content` by reading it here. `person` files belong to people. `working` files are
 * caches or work in progress, which are removed or recreated automatically.
 */
type Care = "database" | "copy" | "landing" | "content" | "person" | "working";

export interface StateKind {
  readonly path: RegExp;
  readonly care: Care;
  /** Throws for a text that cannot be read; only for `content`. */
  readonly read?: (text: string, path: string) => unknown;
  readonly hint?: string;
}

const json = (text: string) => readBounded(text, JSON.parse, WRITTEN_BY_PROGRAMS);

/** Every kind of file below `.agentforge`. Any other file is reported as unknown. */
export const STATE_KINDS: readonly StateKind[] = [
  { path: /^journal\.db(?:-wal|-shm|-journal)?$/, care: "database" },
  { path: /^(?:state|state-postgres)\.yaml$/, care: "database" },
  { path: /^working-copy$/, care: "database" },
  {
    path: /^redaction\.key$/,
    care: "content",
    read: readKey,
    hint: "Remove it; a new one is created, and placeholders for secrets in older records keep their old names.",
  },
  { path: /^sessions\/[^/]+\/(?:session|execution_context|step_history)\.yaml$/, care: "copy" },
  { path: /^fix_attempts\/[^/]+\.(?:yaml|certificate\.json)$/, care: "copy" },
  { path: /^reviews\/[^/]+\.(?:yaml|diff)$/, care: "copy" },
  { path: /^escalations\/[^/]+\.yaml$/, care: "copy" },
  { path: /^violations\/V-[0-9a-f]{12}\.yaml$/, care: "copy" },
  { path: /^backups\/[^/]+\/(?:manifest\.yaml|files\/[0-9a-f]{64})$/, care: "landing" },
  { path: /^intents\/[^/]+\.json$/, care: "landing" },
  {
    path: /^contracts\/[^/]+\.ya?ml$/,
    care: "content",
    read: readContract,
    hint: "Fix the lines it names; docs/conformance.md describes every key.",
  },
  {
    path: /^harness\.json$/,
    care: "content",
    read: (text) => loadSettings(text),
    hint: "Fix the file, or remove it to use the defaults.",
  },
  {
    path: /^desks\/[^/]+\/opened\.json$/,
    care: "content",
    read: json,
    hint: "Save your changes from the tree next to it, remove the folder, and run `agentforge review modify --tree` again.",
  },
  {
    path: /^hooks-installed\.json$/,
    care: "content",
    read: json,
    hint: "Remove it and run `agentforge hooks install` again.",
  },
  {
    path: /^harness\/.+\/trace-log(?:\.\d+)?\.jsonl$/,
    care: "content",
    read: readLines,
    hint: "It is the trace of one hook session; remove it if you do not need it.",
  },
  { path: /^config\.yaml$/, care: "database" },
  { path: /^harness\//, care: "working" },
  { path: /^(?:Inbox|System|Knowledge)\//, care: "person" },
  { path: /^contracts\//, care: "person" },
  { path: /^schemas\//, care: "working" },
  { path: /^desks\/[^/]+\/tree\//, care: "person" },
  { path: /^\.gitignore$/, care: "person" },
  { path: /\.(?:edited|damaged|ahead|adopted|discarded)-[0-9A-Za-z-]+$/, care: "person" },
  { path: /^(?:tmp|scratch|attempts|index|checkpoints)\//, care: "working" },
];

export interface FolderReport {
  readonly damaged: readonly DamagedFile[];
  /** Foreign files. */
  readonly unknown: readonly string[];
  /** Copies, to be compared with the database by the caller. */
  readonly copies: readonly string[];
}

/** Reads every file of the state folder that can be checked without the database. */
export async function examineFolder(stateFolder: string): Promise<FolderReport> {
  const report = { damaged: [] as DamagedFile[], unknown: [] as string[], copies: [] as string[] };
  for (const path of await filesIn(stateFolder)) {
    const kind = kindOf(path);
    if (kind === null) report.unknown.push(path);
    if (kind?.care === "copy") report.copies.push(path);
    if (kind?.read === undefined) continue;
    const why = await troubleOf(kind.read, join(stateFolder, path), path);
    if (why !== null) report.damaged.push({ path, why, hint: kind.hint ?? "See docs/state.md." });
  }
  return report;
}

export function kindOf(path: string): StateKind | null {
  return STATE_KINDS.find((kind) => kind.path.test(path)) ?? null;
}

async function troubleOf(read: NonNullable<StateKind["read"]>, file: string, path: string) {
  try {
    read(await readFile(file, "utf8"), path);
    return null;
  } catch (error) {
    return error instanceof AgentForgeError ? error.message : (error as Error).message;
  }
}

function readKey(text: string): void {
  if (!/^[0-9a-f]{64}\n?$/.test(text)) throw new Error("it contains no key");
}

function readContract(text: string, path: string): void {
  const loaded = loadContract(path, text);
  if (loaded.status === "ok") return;
  throw new Error(loaded.problems.map(({ line, what }) => `line ${line}: ${what}`).join("; "));
}

/** A last line torn by a kill does not count as damage. */
function readLines(text: string): void {
  const lines = text.split("\n").slice(0, -1);
  lines.forEach((line, index) => {
    try {
      json(line);
    } catch {
      throw new Error(`line ${index + 1} is not JSON`);
    }
  });
}

/** The trees of attempts and edit folders contain the user's code, which is not checked. */
async function filesIn(stateFolder: string, below = ""): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(join(stateFolder, below), { withFileTypes: true })) {
    const path = relative("", join(below, entry.name));
    if (!entry.isDirectory()) found.push(path);
    else if (!/^(?:attempts|scratch|index|tmp)$|^desks\/[^/]+\/tree$/.test(path))
      found.push(...(await filesIn(stateFolder, path)));
  }
  return found.sort();
}
