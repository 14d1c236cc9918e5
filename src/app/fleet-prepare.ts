import { hash } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type AppOptions, openSandboxFor, resourceFolder } from "../app.ts";
import type { FleetRepository, FleetTask } from "../domain/entities/fleet.ts";
import type { Mirrors } from "../domain/ports/mirrors.ts";
import { createInstaller, INSTALL_HOME, stepsOf } from "../services/testing/index.ts";
import { placeResult } from "../services/workspace/index.ts";

export interface Prepared extends AsyncDisposable {
  /** Where Go, Cargo and Maven find what was fetched; null where there is nothing for them. */
  readonly cacheHome: string | null;
}

/** What a worker says about installations. */
export interface PrepareOptions {
  readonly app: Omit<AppOptions, "cwd">;
  /** How long the installation of dependencies may take. */
  readonly prepareSeconds: number;
  readonly say: (line: string) => void;
}

interface PrepareRequest {
  readonly task: FleetTask;
  readonly repository: FleetRepository;
  readonly signal: AbortSignal;
}

const NOTHING: Prepared = { cacheHome: null, [Symbol.asyncDispose]: async () => undefined };

/**
 * Installs what the tests of a fresh clone need, in the sandbox and before anything else. What was installed is kept
 * for the next task of the repository with the same lock files; repositories share nothing.
 */
export async function prepareCopy(
  { options, mirrors }: { readonly options: PrepareOptions; readonly mirrors: Mirrors },
  copy: string,
  { task, repository, signal }: PrepareRequest,
): Promise<Prepared> {
  const installer = createInstaller({
    execute: async (command) => (await openSandboxFor({ ...options.app, cwd: copy })).execute(command),
    nodeProgram: process.execPath,
    resourceFolder: resourceFolder("testing"),
    registries: options.app.environment.registries,
    certificates: options.app.environment.certificates,
    timeoutMs: options.prepareSeconds * 1000,
  });
  // An answer is carried out after the proof was repeated, which needs dependencies, too.
  const installation = await installer.plan(copy, repository.prepare);
  if (installation === null) return NOTHING;
  const key = hash("sha256", `${repository.repository_id} ${installation.key}`).slice(0, 32);
  const kept = await mirrors.keep(key, async (folder) => {
    options.say(`${task.task_id} installs: ${installation.steps.map(({ name }) => name).join(" && ")}`);
    await installer.install(copy, installation, folder, signal);
  });
  // Without a sandbox, tests could write to files that are shared.
  await placeResult(kept.path, copy, { except: [INSTALL_HOME], share: options.app.unsafe === false });
  const home = join(kept.path, INSTALL_HOME);
  return {
    cacheHome: existsSync(home) ? home : null,
    [Symbol.asyncDispose]: () => kept[Symbol.asyncDispose](),
  };
}

/** Throws where a declared command would need a shell. */
export function checkPrepareLine(line: string): void {
  stepsOf(line);
}
