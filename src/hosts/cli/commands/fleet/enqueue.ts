import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { TaskRequest } from "../../../../domain/entities/fleet.ts";
import { AgentForgeError } from "../../../../domain/errors.ts";
import type { Fleet } from "../../../../domain/ports/fleet.ts";
import { counted } from "../../../../domain/rules/text/counted.ts";
import { enqueue } from "../../../../workflows/fleet/enqueue.ts";
import type { CommandContext, CommandResult } from "../../context.ts";
import { visible } from "../../terminal.ts";
import { type FleetOptions, withFleet } from "../../with-fleet.ts";
import { idOf } from "./repositories.ts";

export interface WorkOptions extends FleetOptions {
  readonly all?: boolean;
  readonly tests?: boolean;
  readonly violations?: boolean;
  readonly issue?: string;
  readonly auto?: boolean;
}

interface PlanOptions {
  readonly request?: string;
  readonly plan?: string;
}

export async function enqueueTasks(
  context: CommandContext,
  url: string | undefined,
  options: WorkOptions & PlanOptions & { readonly ref?: string; readonly priority: number },
): Promise<CommandResult> {
  const repositoryId = repositoryOf(url, options);
  return withFleet(context, options, async (app) => {
    const request = await planRequestOf(context, app.fleet, repositoryId, options);
    const { ref = null, priority } = options;
    const by = context.environment.person;
    const tasks = await enqueue(app, { repositoryId, request, ref, priority, by });
    const [only] = tasks;
    const text =
      tasks.length === 1 && only ? `Queued ${only.task_id}.` : `Queued ${counted(tasks.length, "task")}.`;
    return { exitCode: 0, text, data: { tasks } };
  });
}

export async function scheduleTasks(
  context: CommandContext,
  url: string | undefined,
  options: WorkOptions & { readonly cron?: string; readonly timezone: string; readonly remove?: string },
): Promise<CommandResult> {
  return withFleet(context, options, async ({ delivery }) => {
    if (options.remove !== undefined) {
      if (!(await delivery.unschedule(options.remove))) {
        throw new AgentForgeError("not_found", `there is no schedule ${options.remove}`, {
          hint: "Run `agentforge fleet schedule` to list them.",
        });
      }
      return { exitCode: 0, text: `Removed ${visible(options.remove)}.`, data: { removed: options.remove } };
    }
    if (options.cron !== undefined) {
      const data = {
        repository_id: repositoryOf(url, options),
        request: requestOf(options),
        by: context.environment.person,
      };
      const key = `${data.repository_id ?? "all"}.${data.request.kind}`;
      await delivery.schedule({ key, cron: options.cron, timezone: options.timezone, data });
    }
    const schedules = await delivery.schedules();
    const lines = schedules.map(({ key, cron, timezone }) => `${key}  ${cron}  ${timezone}`);
    return { exitCode: 0, text: lines.join("\n") || "Nothing is scheduled.", data: { schedules } };
  });
}

async function planRequestOf(
  context: CommandContext,
  fleet: Fleet,
  repositoryId: string | null,
  options: WorkOptions & PlanOptions,
): Promise<TaskRequest> {
  const { request, plan } = options;
  if (request === undefined && plan === undefined) return requestOf(options);
  const others = [options.tests, options.violations, options.issue !== undefined, options.auto];
  if (others.some(Boolean) || (request !== undefined && plan !== undefined))
    throw new AgentForgeError("bad_input", "--request and --plan cannot be combined with other work", {
      hint: "Queue them as separate tasks.",
    });
  if (request !== undefined) return { kind: "request", request };
  const text = await readFile(resolve(context.cwd, plan ?? ""), "utf8").catch(() => null);
  if (text !== null) return { kind: "plan", plan: { text } };
  const shown = repositoryId === null ? [] : await fleet.tasks({ repository: repositoryId, status: "done" });
  const request_id = plan ?? "";
  const known = shown.find(({ outcome }) => outcome?.plan?.request_id === request_id)?.outcome?.plan;
  return { kind: "plan", plan: { request_id, hash: known ? hash("sha256", known.text) : null } };
}

function requestOf({ tests, violations, issue, auto = false }: WorkOptions): TaskRequest {
  const wanted = [tests, violations, issue !== undefined].filter(Boolean).length;
  if (wanted !== 1) {
    throw new AgentForgeError("bad_input", "no task was given", {
      hint: 'Choose one: --tests repairs failing tests, --violations fixes violations, --issue "…" repairs what you describe; enqueue also takes --request and --plan.',
    });
  }
  if (tests) return { kind: "tests", auto };
  if (violations) return { kind: "violations", auto };
  return { kind: "issue", auto, issue: issue ?? "" };
}

function repositoryOf(url: string | undefined, { all = false }: WorkOptions): string | null {
  if ((url === undefined) !== all) {
    throw new AgentForgeError("bad_input", "no repository was given", {
      hint: "Give its URL or id (R-…), or --all for every repository.",
    });
  }
  return url === undefined ? null : idOf(url);
}
