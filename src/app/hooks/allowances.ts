import { type AppOptions, openApp } from "../../app.ts";
import { AgentForgeError } from "../../domain/errors.ts";
import type { Environment } from "../../services/config/index.ts";
import { type Allowance, type Denial, openAllowances, type Scope } from "../../services/guardrails/index.ts";
import { allowanceFolder } from "./permits.ts";

export type { Allowance, Denial, Scope } from "../../services/guardrails/index.ts";

/** `hooks doctor` makes forbidden calls in sessions with this name. */
const PROBES = "agentforge-doctor-";
const MINUTES: Readonly<Record<Scope, number | null>> = { once: 60, session: 24 * 60, always: null };

/** Recent refusals of the guards and later allowances, in all of this user's repositories. */
export function listDenials(environment: Environment): {
  readonly denials: readonly Denial[];
  readonly allowances: readonly Allowance[];
} {
  const store = openAllowances(allowanceFolder(environment.userStateFolder));
  const denials = store.denials().filter(({ session_id }) => !session_id.startsWith(PROBES));
  return { denials, allowances: store.allowances(new Date().toISOString()) };
}

/** A person allows what the guards refused. The answer is journaled before it takes effect. */
export async function allowDenied(options: AppOptions, id: string, scope: Scope): Promise<Allowance> {
  const { environment } = options;
  refuseAgents(environment);
  const store = openAllowances(allowanceFolder(environment.userStateFolder));
  const denial = named(store.denials(), id);
  const now = Date.now();
  const minutes = MINUTES[scope];
  const allowance: Allowance = {
    ...{ id: denial.id, key: denial.key, scope, root: denial.root, call: denial.call },
    ...{ rule: denial.rule, guard: denial.guard, given_by: environment.person },
    session_id: scope === "session" ? denial.session_id : null,
    given_at: new Date(now).toISOString(),
    expires_at: minutes === null ? null : new Date(now + minutes * 60_000).toISOString(),
  };
  await journal({ ...options, cwd: denial.root }, "guard.allowed", allowance);
  store.allow(allowance);
  return allowance;
}

export async function revokeAllowance(options: AppOptions, id: string): Promise<readonly Allowance[]> {
  refuseAgents(options.environment);
  const store = openAllowances(allowanceFolder(options.environment.userStateFolder));
  const found = store.allowances(new Date().toISOString()).filter((each) => isNamed(each, id));
  const [first] = found;
  if (!first)
    throw new AgentForgeError("not_found", `no allowed call has the id ${id}`, {
      hint: "Run `agentforge guard denials` to list allowed calls.",
    });
  for (const allowance of found) {
    await journal({ ...options, cwd: allowance.root }, "guard.revoked", allowance);
    store.revoke(allowance.key);
  }
  return found;
}

function named(denials: readonly Denial[], id: string): Denial {
  const [denial, ...others] = denials.filter((each) => isNamed(each, id));
  if (!denial)
    throw new AgentForgeError("not_found", `no refused call has the id ${id}`, {
      hint: "Run `agentforge guard denials` to list the latest.",
    });
  if (others.length > 0)
    throw new AgentForgeError("conflict", `several refused calls have the id ${id}, so none was allowed`, {
      hint: 'Write an "allow" rule into your harness.json instead (docs/guardrails.md).',
    });
  return denial;
}

function isNamed({ id }: { readonly id: string }, wanted: string): boolean {
  return id === wanted || id === `D-${wanted}`;
}

/** The command policy denies it too; this is for a shell the policy did not see. */
function refuseAgents({ agentShell }: Environment): void {
  if (agentShell === null) return;
  throw new AgentForgeError(
    "bad_input",
    `this shell was started by ${agentShell}: only a person may allow this`,
    {
      hint: "Run it in your own terminal.",
    },
  );
}

/** A folder that is not a repository has no journal. */
async function journal(options: AppOptions, actionType: string, allowance: Allowance): Promise<void> {
  const { key: _, root: __, ...metadata } = allowance;
  const app = await openApp(options).catch((error: unknown) => {
    if (error instanceof AgentForgeError && error.code === "not_a_repository") return null;
    throw error;
  });
  if (app === null) return;
  try {
    await app.ports.journal.commit({
      traceId: null,
      actor: "human",
      actionType,
      entityId: allowance.id,
      metadata,
    });
  } finally {
    await app.close();
  }
}
