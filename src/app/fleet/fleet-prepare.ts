import { hash } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type AppOptions, openSandboxFor, resourceFolder } from "../../app.ts";
import type { FleetRepository, FleetTask } from "../../domain/entities/fleet.ts";
import type { Mirrors } from "../../domain/ports/mirrors.ts";
import { createInstaller, INSTALL_HOME, stepsOf } from "../../services/testing/index.ts";
import { placeResult } from "../../services/workspace/index.ts";

export interface Prepared extends AsyncDisposable {
  /** Where Go, Cargo and Maven find the fetched packages; null if nothing was fetched for them. */
  readonly cacheHome: string | null;
}

/** The worker's messages about installations. */
export interface PrepareOptions {
  readonly app: Omit<AppOptions, "cwd">;
  /** The time limit for installing dependencies. */
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
 * Installs the dependencies that the tests of a fresh clone need, in the sandbox, before anything else runs.
 * They are kept for the repository's next task with the same lock files; repositories share nothing.
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
  // Carrying out an answer repeats the proof, which needs the dependencies too.
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

/** Throws if a declared command would need a shell. */
export function checkPrepareLine(line: string): void {
  stepsOf(line);
}
