import { AgentForgeError } from "../../domain/errors.ts";
import type { Suggestion, SuggestionSet } from "../../domain/ports/forge.ts";

/** How to reach one repository on a host. */
export interface ForgePlace {
  readonly token: string;
  /** Default: the standard API URL of the host. */
  readonly apiBase?: string;
  readonly host: string;
  readonly repository: string;
  /** How long to wait for an answer. */
  readonly slowestMs?: number;
}

/** Invisible text in a comment that identifies the commit and its suggestions. */
export function markOf(set: SuggestionSet, digest: (text: string) => string): string {
  const { commit, suggestions } = set;
  return `<!-- agentforge:${digest(JSON.stringify([commit, suggestions])).slice(0, 24)} -->`;
}

/** A fence longer than any in the text, so that the text cannot end it. */
function fenced(lines: readonly string[], info: string): string {
  const runs = [...lines.join("\n").matchAll(/`+/g)].map(([run]) => run.length);
  const fence = "`".repeat(Math.max(2, ...runs) + 1);
  return [`${fence}${info}`, ...lines, fence].join("\n");
}

export function commentOf(suggestion: Suggestion, info: string): string {
  return `${suggestion.note}\n\n${fenced(suggestion.lines, info)}`;
}

/** `owner/name`; GitLab has groups within groups. */
export function repositoryPath(repository: string, deepest: number): string {
  const parts = repository.split("/");
  const isFine =
    parts.length >= 2 && parts.length <= deepest && parts.every((part) => /^[\w.-]+$/.test(part));
  if (isFine && !parts.includes("..")) return repository;
  throw new AgentForgeError("bad_input", `"${repository}" does not name a repository on the host`, {
    hint: "Set the repository as owner/name.",
  });
}

/** The number at the end of a pull request's address. */
export function numberIn(url: string): string {
  const number = /\/(\d+)$/.exec(url)?.[1];
  if (number !== undefined) return number;
  throw new AgentForgeError("bad_input", `"${url}" is not the URL of a pull request`);
}
