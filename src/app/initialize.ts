import { lstat, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type AppOptions, gitProgram, openApp } from "../app.ts";
import { AgentForgeError } from "../domain/errors.ts";
import { settingsJsonSchema, settingsTemplate } from "../services/config/index.ts";
import {
  contractJsonSchema,
  contractText,
  LICENSE_FILES,
  LICENSE_HEADER,
  licenseHeader,
  licenseNamedBy,
  linterContract,
  STARTERS,
  type Starter,
} from "../services/conformance/index.ts";
import { listFiles } from "../services/search/index.ts";
import { ensureStateFolder, findRepository, initRepository } from "../services/workspace/index.ts";

/** Schemas for editors, next to the files that name them. */
const SCHEMAS = {
  "config.json": settingsJsonSchema,
  "contract.json": contractJsonSchema,
} as const;

const SCHEMA_LINE = "# yaml-language-server: $schema=../schemas/contract.json\n";
const CONFIG = `# yaml-language-server: $schema=schemas/config.json\n${settingsTemplate()}`;

const LARGEST_CONFIG = 1_000_000;

export interface Initialized {
  readonly root: string;
  /** What was created. */
  readonly created: readonly string[];
  /** Those of them that git ignores and therefore does not share. */
  readonly ignored: readonly string[];
}

export interface InitializeOptions {
  readonly createRepository: boolean;
  /** Further contracts, by the name of their starter. They are written even if the repository has contracts. */
  readonly starters?: readonly string[];
}

/** Prepares a repository. Existing files are left unchanged. */
export async function initialize(
  options: AppOptions,
  { createRepository, starters = [] }: InitializeOptions,
): Promise<Initialized> {
  const named = starters.map(starterNamed);
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
  await using app = await openApp(options);
  const written = await writeFiles(root, named);
  const ignored = written.length === 0 ? [] : await app.ports.workspace.ignored(written);
  return { root, created: [...created, ...written], ignored };
}

async function writeFiles(root: string, starters: readonly Starter[]): Promise<string[]> {
  const written: string[] = [];
  await mkdir(join(root, ".agentforge", "contracts"), { recursive: true });
  await writeSchemas(join(root, ".agentforge", "schemas"));
  if (await writeIfAbsent(join(root, ".agentforge", "config.yaml"), CONFIG))
    written.push(".agentforge/config.yaml");
  written.push(...(await writeStarters(root)));
  for (const starter of starters) written.push(...(await writeStarter(root, await completed(starter, root))));
  return written;
}

/** Rewritten each time, so that they match the version that reads the files. A link in a repository is replaced, not followed. */
async function writeSchemas(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const [name, schema] of Object.entries(SCHEMAS)) {
    const file = join(folder, name);
    await rm(file, { force: true });
    await writeFile(file, `${JSON.stringify(schema(), null, 2)}\n`, { mode: 0o600, flag: "wx" });
  }
}

/** Contracts for the detected languages and linters, if the repository has none yet. */
async function writeStarters(root: string): Promise<string[]> {
  const folder = join(root, ".agentforge", "contracts");
  if ((await readdir(folder)).length > 0) return [];
  const created: string[] = [];
  for (const starter of STARTERS) {
    if (starter.wantedBy.length === 0) continue;
    const found = await listFiles({ root, globs: starter.wantedBy });
    if (found.length > 0) created.push(...(await writeStarter(root, starter)));
  }
  const linters = await linterContract(await readdir(root), (name) => readPlain(join(root, name)));
  if (linters !== null && (await writeIfAbsent(join(folder, "linters.yaml"), SCHEMA_LINE + linters)))
    created.push(".agentforge/contracts/linters.yaml");
  return created;
}

/** The path that was written; none if such a contract already exists. */
async function writeStarter(root: string, starter: Starter): Promise<string[]> {
  const path = `.agentforge/contracts/${starter.id}.yaml`;
  return (await writeIfAbsent(join(root, path), SCHEMA_LINE + contractText(starter))) ? [path] : [];
}

function starterNamed(name: string): Starter {
  const starter = STARTERS.find(({ id }) => id === name);
  if (starter !== undefined) return starter;
  throw new AgentForgeError("not_found", `there is no starter called ${name}`, {
    hint: `The starters are ${STARTERS.map(({ id }) => id).join(", ")}.`,
  });
}

/** A header needs the license of the repository. */
async function completed(starter: Starter, root: string): Promise<Starter> {
  if (starter.id !== LICENSE_HEADER) return starter;
  for (const name of (await readdir(root))
    .filter((each) => LICENSE_FILES.test(each))
    .sort()
    .reverse()) {
    const text = await readPlain(join(root, name));
    const license = text === null ? null : licenseNamedBy(name, text);
    if (license !== null) return licenseHeader(license);
  }
  throw new AgentForgeError("not_found", "the repository does not say which license it has", {
    hint: "Add a LICENSE file, or `license` to package.json, Cargo.toml or pyproject.toml, with an SPDX identifier such as MIT.",
  });
}

/** Null for links, folders, and files too large for a configuration. */
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
