import { realpathSync } from "node:fs";
import { join } from "node:path";
import { type Environment, loadHarnessOf, packageRoot } from "../../app.ts";
import { describePolicy, type PolicyLine } from "../../services/guardrails/index.ts";
import { CLIENT_IDS, type ClientId } from "../../services/hook-clients/clients/list.ts";
import { tryClient } from "../../services/hook-clients/live/try-client.ts";
import { type ProbeResult, probeHooks } from "../../services/hook-clients/probe.ts";
import { findRepository } from "../../services/workspace/index.ts";
import { listDenials } from "./allowances.ts";
import { installHooks, uninstallHooks } from "./install.ts";
import { allowanceFolder } from "./permits.ts";

export type { PolicyLine } from "../../services/guardrails/index.ts";
export type { ClientId } from "../../services/hook-clients/clients/list.ts";
export type { ProbeResult } from "../../services/hook-clients/probe.ts";

const BUNDLE = join(packageRoot, "dist", "hook.cjs");

export interface InstallOptions {
  readonly agent?: ClientId;
  readonly denyRules?: boolean;
  readonly instructions?: boolean;
  readonly dryRun?: boolean;
}

/** Registers the hook of this installation with an agent, for the repository that contains `cwd`. */
export async function installHooksFor(cwd: string, options: InstallOptions) {
  const client = options.agent ?? "claude";
  return installHooks({
    root: await findRepository(cwd),
    client,
    invocation: { node: process.execPath, bundle: BUNDLE },
    denyRules: options.denyRules ?? false,
    instructions: options.instructions ?? false,
    dryRun: options.dryRun ?? false,
  });
}

/** All agents if none is named. */
export async function uninstallHooksFrom(cwd: string, agent: ClientId | undefined): Promise<string[]> {
  const root = await findRepository(cwd);
  return clientsFor(agent).flatMap((client) => uninstallHooks(root, client));
}

export interface ExamineOptions {
  readonly agent?: ClientId;
  /** False: the agents themselves are not started. */
  readonly start?: boolean;
}

/** Checks the answers of the registered hooks, and whether the agents really start them. */
export async function examineHooks(
  cwd: string,
  { agent, start = true }: ExamineOptions,
  { path, home, temporary }: Environment,
): Promise<ProbeResult[]> {
  const root = await findRepository(cwd);
  const findings: ProbeResult[] = [];
  for (const client of clientsFor(agent)) {
    const answers = probeHooks(root, client, BUNDLE);
    findings.push(...answers);
    const isOurs = answers.length > 1;
    if (start && isOurs) findings.push(...(await tryClient({ root, client, path, home, temporary })));
  }
  return findings;
}

/** The policy in effect here, line by line, with the layer and the file of each. */
export async function describePolicyOf(
  cwd: string,
  environment: Environment,
): Promise<readonly PolicyLine[]> {
  const root = await findRepository(cwd);
  const { settings, origins } = await loadHarnessOf(root, environment);
  const here = realpathSync(root);
  const allowed = listDenials(environment).allowances.filter((allowance) => allowance.root === here);
  return [
    ...describePolicy(settings, origins),
    ...allowed.map(
      ({ id, scope, call }): PolicyLine => ({
        setting: `allowance[${id}]`,
        value: `${scope}: ${call}`,
        layer: scope === "always" ? "user" : "session",
        file: allowanceFolder(environment.userStateFolder),
      }),
    ),
  ];
}

function clientsFor(agent: ClientId | undefined): readonly ClientId[] {
  return agent === undefined ? CLIENT_IDS : [agent];
}
