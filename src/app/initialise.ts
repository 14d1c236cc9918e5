import { lstat, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type AppOptions, gitProgram, openApp } from "../app.ts";
import { settingsJsonSchema, settingsTemplate } from "../services/config/index.ts";
import { contractJsonSchema, linterContract, STARTER_CONTRACTS } from "../services/conformance/index.ts";
import { listFiles } from "../services/search/index.ts";
import { ensureStateFolder, findRepository, initRepository } from "../services/workspace/index.ts";

/** Schemas for editors, beside the files that name them. */
const SCHEMAS = {
  "config.json": settingsJsonSchema,
  "contract.json": contractJsonSchema,
} as const;

const SCHEMA_LINE = "# yaml-language-server: $schema=../schemas/contract.json\n";
const CONFIG = `# yaml-language-server: $schema=schemas/config.json\n${settingsTemplate()}`;

const LARGEST_CONFIG = 1_000_000;

export interface Initialised {
  readonly root: string;
  /** What was not there before. */
  readonly created: readonly string[];
}

/** Prepares a repository. What is there already is left as it is. */
export async function initialise(
  options: AppOptions,
  { createRepository }: { createRepository: boolean },
): Promise<Initialised> {
  const created: string[] = [];
  if (createRepository) {
    await initRepository(options.cwd, {
      git: gitProgram(options.environment),
      commit: true,
      now: () => new Date(),
    });
    created.push(".git");
  }
  const root = await findRepository(options.cwd);
  await ensureStateFolder(root, { init: true });
  const app = await openApp(options);
  await app.close();
  await mkdir(join(root, ".agentforge", "contracts"), { recursive: true });
  await writeSchemas(join(root, ".agentforge", "schemas"));
  if (await writeIfAbsent(join(root, ".agentforge", "config.yaml"), CONFIG))
    created.push(".agentforge/config.yaml");
  created.push(...(await writeStarters(root)));
  return { root, created };
}

/** Written each time, so that they fit the version that reads the files. A link that a repository carries is replaced, not followed. */
async function writeSchemas(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const [name, schema] of Object.entries(SCHEMAS)) {
    const file = join(folder, name);
    await rm(file, { force: true });
    await writeFile(file, `${JSON.stringify(schema(), null, 2)}\n`, { mode: 0o600, flag: "wx" });
  }
}

/** Contracts for the languages and linters that are here, where the repository has none of its own yet. */
async function writeStarters(root: string): Promise<string[]> {
  const folder = join(root, ".agentforge", "contracts");
  if ((await readdir(folder)).length > 0) return [];
  const created: string[] = [];
  for (const starter of STARTER_CONTRACTS) {
    const found = await listFiles({ root, globs: starter.wantedBy });
    if (found.length === 0) continue;
    if (await writeIfAbsent(join(folder, starter.file), SCHEMA_LINE + starter.text))
      created.push(`.agentforge/contracts/${starter.file}`);
  }
  const linters = await linterContract(await readdir(root), (name) => readPlain(join(root, name)));
  if (linters !== null && (await writeIfAbsent(join(folder, "linters.yaml"), SCHEMA_LINE + linters)))
    created.push(".agentforge/contracts/linters.yaml");
  return created;
}

/** Null for links, folders, and what is too large for a configuration. */
async function readPlain(file: string): Promise<string | null> {
  const status = await lstat(file);
  return status.isFile() && status.size <= LARGEST_CONFIG ? readFile(file, "utf8") : null;
}

async function writeIfAbsent(file: string, text: string): Promise<boolean> {
  try {
    await writeFile(file, text, { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}
