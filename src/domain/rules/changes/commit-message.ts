import { oneLine, plainLines } from "../text/plain-text.ts";

export interface CommitMessageParts {
  readonly subject: string;
  readonly body: string;
  readonly traceId: string;
}

const SHORTEST_SUBJECT = 10;
export const LONGEST_SUBJECT = 72;
const LONGEST_BODY = 30_000;

/** At the start of a line these have a meaning for git, a code host or AgentForge: comment, patch, mail, trailer. */
const MARKUP =
  /^\s*(?:#|---|diff --git |index:|from |[a-z][a-z0-9-]*-by\s*:|change-id\s*:|exotrace\s*:|skip-checks\s*:|\[\s*(?:exotrace|certificate)\b)/i;
const LEADING = /^(?:[\s#>-]|(?:fixup|squash|amend)!|\[(?=\s*(?:exotrace|certificate)\b))+/i;
/** Anywhere in a message these tell a host to skip its checks, or to close an issue. */
const SKIP_CHECKS = /\[((?:skip|no)[ -][\w ]+|[\w ]+[ -]skip)\]/gi;
const NO_CI = /\*\*\*(NO_CI)\*\*\*/gi;
const CLOSES = /\b(close[sd]?|fix(?:e[sd])?|resolve[sd]?)(:?\s+)([\w./-]*#\d+|gh-\d+|https?:\/\/\S+\/\d+)/gi;

/**
 * Subject, body and the trailer that ties the commit to its journal. Subject and body may be any text, such
 * as a model's summary: it is truncated and quoted so that nothing in it acts as a trailer, a comment or an
 * instruction to a host.
 */
export function commitMessage(parts: CommitMessageParts): string {
  const subject = commitSubject(parts.subject);
  const body = inert(plainLines(parts.body, LONGEST_BODY))
    .split("\n")
    .map((line) => (MARKUP.test(line) ? `> ${line.trimStart()}` : line))
    .join("\n");
  return `${[subject, body].filter((part) => part !== "").join("\n\n")}\n\n[ExoTrace: ${parts.traceId}]\n`;
}

/** One line of 10 to 72 characters. */
function commitSubject(text: string): string {
  const words = inert(oneLine(text, LONGEST_SUBJECT)).replace(LEADING, "");
  if (length(words) >= SHORTEST_SUBJECT) return oneLine(words, LONGEST_SUBJECT);
  return words === "" ? "change by AgentForge" : `${words} (by AgentForge)`;
}

function inert(text: string): string {
  return text.replace(SKIP_CHECKS, "($1)").replace(NO_CI, "$1").replace(CLOSES, "$1$2($3)");
}

function length(text: string): number {
  return [...text].length;
}

/** `fix/<name>-<trace8>`: only letters, digits, dots, dashes and underscores survive in the name. */
export function branchName(kind: "fix" | "feat", name: string, traceId: string): string {
  return `${kind}/${branchSlug(name)}-${traceId.slice(0, 8)}`;
}

export function branchSlug(name: string): string {
  const safe = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^0-9A-Za-z._]+/g, "-")
    .replace(/\.{2,}/g, ".")
    .replace(/^[-.]+|[-.]+$/g, "")
    .replace(/\.lock$/i, "")
    .slice(0, 60);
  return safe || "task";
}
