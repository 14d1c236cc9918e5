import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Search } from "../../src/domain/ports/repair.ts";
import type { SandboxProcess } from "../../src/domain/ports/sandbox.ts";
import { createSearchBrain } from "../../src/services/repair/index.ts";
import { applyEdits } from "../../src/services/repair/propose/apply.ts";
import { startUnsandboxed } from "./repair/process.ts";
import { makeTarget } from "./repair/target.ts";

export const folders: string[] = [];
export const started: SandboxProcess[] = [];
export const resources = fileURLToPath(new URL("../../src/services/repair/resources", import.meta.url));

export async function endSearches(): Promise<void> {
  for (const process of started.splice(0)) await process.kill();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

interface Others {
  /** Files that are neither suspects nor tests. */
  readonly files?: Readonly<Record<string, string>>;
  /** What the project's own command sets. */
  readonly env?: Readonly<Record<string, string>>;
}

export async function find(
  sources: Record<string, string>,
  tests: Record<string, string>,
  framework: string,
  others: Others = {},
): Promise<Search> {
  const { brain, environment, target, options } = setUp(sources, tests, framework, others);
  const search = brain.search?.(target, environment, options);
  if (search === undefined) throw new Error("a brain with workers can search");
  return search;
}

export function setUp(
  sources: Record<string, string>,
  tests: Record<string, string>,
  framework: string,
  { files = {}, env = {} }: Others = {},
) {
  const folder = mkdtempSync(join(tmpdir(), "agentforge-search-"));
  folders.push(folder);
  for (const [path, text] of Object.entries({ ...files, ...sources, ...tests })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const brain = createSearchBrain({
    startWorker: async (command) => {
      const env = { HOME: process.env.HOME ?? "/", ...command.env };
      const process_ = await startUnsandboxed({ ...command, env }, process.env.PATH ?? "");
      started.push(process_);
      return process_;
    },
    resourceFolder: resources,
    programs: { python: "python3", node: process.execPath },
    jobs: 2,
    ticks: 2000,
    elapsed: () => performance.now(),
  });
  const environment = { tree: folder, lent: [], suites: [{ framework, root: ".", env }] };
  const target = makeTarget(sources, tests);
  return { brain, environment, target, options: { budgetMs: 40_000, signal: new AbortController().signal } };
}

export function texts(
  found: Search,
  sources: Record<string, string>,
  path = Object.keys(sources)[0] ?? "",
): readonly string[] {
  if (found.status === "cold") throw new Error(found.why);
  return found.patches.map(
    (patch) => applyEdits(patch.edits, new Map(Object.entries(sources))).get(path) ?? "",
  );
}
