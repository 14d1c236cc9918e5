import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type AppOptions, gitProgram, openApp } from "../app.ts";
import { STARTER_CONTRACTS } from "../services/conformance/index.ts";
import { listFiles } from "../services/search/index.ts";
import { ensureStateFolder, findRepository, initRepository } from "../services/workspace/index.ts";

const CONFIG = `# Settings of AgentForge for this repository. Every key is optional; these are the defaults.
# They count where they are stricter than the user's own in ~/.config/agentforge/config.yaml (docs/security.md).
#
# gate:
#   mode: threshold                 # autonomous | supervised | threshold
#   ask_after_failed_iterations: 2
#   ask_below_confidence: 0.7
#   critical_files: ["**/*.env*", "**/auth/**", "**/security/**", "**/Dockerfile*"]
# repair:
#   max_iterations: 5
#   budget_seconds: 120
#   allow_test_edits: false
# landing: current-branch           # current-branch | branch | pull-request
# commits:
#   signing: honor                  # where commit.gpgsign is on: honor | refuse | unsigned
#   co_author: null                 # "Name <address>" for a Co-authored-by trailer
# tests:
#   timeout_seconds: 300
#   silence_seconds: 60             # work without output before a test is taken to hang; 20 to 60 by framework
#   flaky_reruns: 1
# daemon:
#   attempt_limit: 3                # per violation; then a person has to ask for it
#   cooldown_seconds: 3600          # after a failure
#   concurrency: 2
#   maximum_per_run: 20
#   pause_on_test_failure: true
#   interval_seconds: 60
# sandbox:
#   memory_mb: 2048
#   processes: 256
#   disk_mb: 1024
#   output_mb: 8
# brain: search                     # search | llm | hybrid | provider:model, such as ollama:qwen3-coder
# model:                            # what a model may use in one run
#   search_seconds: 30              # search goes first for so long
#   budget_seconds: 900
#   max_steps: 60
#   max_tokens: 1000000
#   max_cost_usd: 2
#   context_tokens: 120000
#   max_output_tokens: 8192
`;

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
  if (await writeIfAbsent(join(root, ".agentforge", "config.yaml"), CONFIG))
    created.push(".agentforge/config.yaml");
  created.push(...(await writeStarters(root)));
  return { root, created };
}

/** Contracts for the languages that are here, where the repository has none of its own yet. */
async function writeStarters(root: string): Promise<string[]> {
  const folder = join(root, ".agentforge", "contracts");
  if ((await readdir(folder)).length > 0) return [];
  const created: string[] = [];
  for (const starter of STARTER_CONTRACTS) {
    const found = await listFiles({ root, globs: starter.wantedBy });
    if (found.length === 0) continue;
    if (await writeIfAbsent(join(folder, starter.file), starter.text))
      created.push(`.agentforge/contracts/${starter.file}`);
  }
  return created;
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
