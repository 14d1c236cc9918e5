import { cp, mkdtemp, readdir } from "node:fs/promises";
import { join } from "node:path";
import { type AppOptions, gitProgram, packageRoot } from "../app.ts";
import { AgentForgeError } from "../domain/errors.ts";
import { initRepository } from "../services/workspace/index.ts";

const examplesFolder = join(packageRoot, "examples");
const DEFAULT_EXAMPLE = "calculator-js";

export async function listExamples(): Promise<string[]> {
  const entries = await readdir(examplesFolder, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
}

/** Copies a bundled project to a temporary folder and makes it a git repository. Returns the folder. */
export async function prepareExample(options: AppOptions, name = DEFAULT_EXAMPLE): Promise<string> {
  const known = await listExamples();
  if (!known.includes(name)) {
    throw new AgentForgeError("not_found", `there is no example "${name}"`, {
      hint: `Available examples: ${known.join(", ")}`,
    });
  }
  const folder = await mkdtemp(join(options.environment.temporary, `agentforge-demo-${name}-`));
  await cp(join(examplesFolder, name), folder, { recursive: true });
  await initRepository(folder, { git: gitProgram(options.environment), commit: true, now: () => new Date() });
  return folder;
}
