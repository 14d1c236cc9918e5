import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type AppOptions, gitProgram, openApp } from "../app.ts";
import { ensureStateFolder, findRepository, initRepository } from "../services/workspace/index.ts";

const CONFIG = `# Settings of AgentForge. Every key is optional; these are the defaults.
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
# tests:
#   timeout_seconds: 300
#   flaky_reruns: 1
# sandbox:
#   memory_mb: 2048
#   processes: 256
#   disk_mb: 1024
#   output_mb: 8
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
  return { root, created };
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
