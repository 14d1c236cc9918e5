import { repositoryIdOf } from "../../../../app/fleet/fleet.ts";
import { checkPrepareLine } from "../../../../app/fleet/fleet-prepare.ts";
import type { FleetRepository, Preparation, ProposedAs } from "../../../../domain/entities/fleet.ts";
import { AgentForgeError } from "../../../../domain/errors.ts";
import { repositoryUrl } from "../../../../domain/rules/paths/repository-url.ts";
import type { CommandContext, CommandResult } from "../../context.ts";
import { visible } from "../../terminal.ts";
import { type FleetOptions, withFleet } from "../../with-fleet.ts";

export async function addRepository(
  context: CommandContext,
  text: string,
  options: FleetOptions & PrepareOptions & { readonly label?: string; readonly propose: ProposedAs },
): Promise<CommandResult> {
  const url = repositoryUrl(text);
  const prepare = preparationOf(options);
  return withFleet(context, options, async ({ fleet, now }) => {
    const repository: FleetRepository = {
      ...{ repository_id: repositoryIdOf(url), url, label: options.label ?? null },
      ...{ proposed_as: options.propose, prepare, added_by: context.environment.person, added_at: now() },
    };
    const status = await fleet.addRepository(repository);
    const word = status === "added" ? "Added" : "Changed";
    return { exitCode: 0, text: `${word} ${visible(url)}.`, data: { status, repository } };
  });
}

interface PrepareOptions {
  /** False if the user opted out. */
  readonly prepare?: string | boolean;
  readonly allowScripts?: boolean;
}

function preparationOf({ prepare, allowScripts: scripts = false }: PrepareOptions): Preparation {
  if (prepare === false) return { how: "none" };
  if (typeof prepare !== "string") return { how: "detected", scripts };
  checkPrepareLine(prepare);
  return { how: "command", line: prepare };
}

export async function listRepositories(
  context: CommandContext,
  options: FleetOptions,
): Promise<CommandResult> {
  return withFleet(context, options, async ({ fleet }) => {
    const repositories = await fleet.repositories();
    const lines = repositories.map(
      ({ repository_id, url, label, prepare }) =>
        `${repository_id}  ${visible(url)}${label === null ? "" : `  [${label}]`}${prepare.how === "command" ? `  prepared by: ${visible(prepare.line)}` : ""}`,
    );
    const text =
      lines.join("\n") || "The fleet has no repositories. Run `agentforge fleet add <url>` to add one.";
    return { exitCode: 0, text, data: { repositories } };
  });
}

export async function removeRepository(
  context: CommandContext,
  text: string,
  options: FleetOptions,
): Promise<CommandResult> {
  return withFleet(context, options, async ({ fleet }) => {
    const removed = await fleet.removeRepository(idOf(text), context.environment.person);
    if (!removed) throw notInFleet(text);
    return {
      exitCode: 0,
      text: `Removed ${visible(text)}; its queued tasks are canceled.`,
      data: { removed },
    };
  });
}

/** Finds a repository by address or id. */
export function idOf(text: string): string {
  return /^R-[0-9a-f]{12}$/.test(text) ? text : repositoryIdOf(repositoryUrl(text));
}

function notInFleet(text: string): AgentForgeError {
  return new AgentForgeError("not_found", `${text} is not part of the fleet`, {
    hint: "Run `agentforge fleet list` to see all repositories.",
  });
}
