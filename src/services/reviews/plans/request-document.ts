import { createHash } from "node:crypto";
import type { ReadRequest } from "../../../domain/ports/plans.ts";
import { oneLine } from "../../../domain/rules/text/plain-text.ts";
import { readFrontMatter } from "./front-matter.ts";
import { textOf } from "./plan-document.ts";

export function readRequest(text: string, name: string): ReadRequest {
  const { fields, body, bodyLine, problem } = readFrontMatter(text);
  const words = body.trim();
  const heading = /^#\s+(.+?)\s*#*$/m.exec(words)?.[1];
  const first = words.split("\n").find((line) => line.trim() !== "");
  const title = textOf(fields.title) ?? heading ?? first ?? name.replace(/\.md$/i, "");
  const empty =
    words === "" && problem === null
      ? [{ line: bodyLine + 1, what: "the request is empty", instead: "what you want, in your words" }]
      : [];
  return {
    title: oneLine(title, 120) || oneLine(name.replace(/\.md$/i, ""), 120),
    body: words,
    status: textOf(fields.status),
    requestId: textOf(fields.request_id),
    traceId: textOf(fields.trace_id),
    requestedBy: textOf(fields.requested_by),
    problems: [...(problem ? [problem] : []), ...empty],
  };
}

/**
 * Such as `add-a-login-page`: usable as a file name, a branch and a command argument. If no characters
 * remain, the hash is used.
 */
export function requestIdFrom(words: string): string {
  const plain = words
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  const short = plain.length <= 50 ? plain : plain.slice(0, 50).replace(/-[^-]*$/, "");
  if (short.length >= 2) return short;
  return `request-${createHash("sha256").update(words).digest("hex").slice(0, 8)}`;
}
