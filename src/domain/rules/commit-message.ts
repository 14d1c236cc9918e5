export interface CommitMessageParts {
  /** At least 10 characters, one line. */
  readonly subject: string;
  readonly body: string;
  readonly traceId: string;
}

/** Subject, body and the trailer that ties the commit to its journal. */
export function commitMessage(parts: CommitMessageParts): string {
  const subject = parts.subject.replace(/\s+/g, " ").trim();
  if (subject.length < 10) throw new RangeError(`commit subject is shorter than 10 characters: "${subject}"`);
  return `${subject}\n\n${parts.body.trim()}\n\n[ExoTrace: ${parts.traceId}]\n`;
}

/** `fix/<name>-<trace8>`: only letters, digits, dots, dashes and underscores survive in the name. */
export function branchName(kind: "fix" | "feat", name: string, traceId: string): string {
  const safe = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^0-9A-Za-z._]+/g, "-")
    .replace(/\.{2,}/g, ".")
    .replace(/^[-.]+|[-.]+$/g, "")
    .replace(/\.lock$/i, "")
    .slice(0, 60);
  return `${kind}/${safe || "task"}-${traceId.slice(0, 8)}`;
}
