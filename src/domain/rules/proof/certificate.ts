import type { CertifiedTest } from "../../entities/certificate.ts";
import type { TestResult } from "../../entities/test-result.ts";
import type { Sha256Function } from "../records/sealed-row.ts";

/** The digest of a statement: SHA-256 of its JSON with sorted keys and no spaces, as `jq -jcS` prints it. */
export function digestOf(statement: unknown, sha256: Sha256Function): string {
  return sha256(JSON.stringify(sorted(statement)));
}

/** `[Certificate: sha256:…]`, on the line before the trace. */
export function withCertificate(message: string, digest: string): string {
  const line = `[Certificate: sha256:${digest}]`;
  const trace = /^\[ExoTrace: [^\]\n]*\]\s*$(?![\s\S]*^\[ExoTrace: )/m;
  if (trace.test(message)) return message.replace(trace, (found) => `${line}\n${found}`);
  return `${message.trimEnd()}\n\n${line}\n`;
}

export function certificateIn(message: string): string | null {
  return last(message, /^\[Certificate: sha256:([0-9a-f]{64})\]\s*$/gm);
}

export function traceIn(message: string): string | null {
  return last(message, /^\[ExoTrace: ([0-9a-f-]{36})\]\s*$/gm);
}

/** Our trailers come last; earlier lines of that form are ordinary text. */
function last(message: string, line: RegExp): string | null {
  return [...message.matchAll(line)].at(-1)?.[1] ?? null;
}

/** Every test of both runs, by id. */
export function pairTests(before: TestResult, after: TestResult): CertifiedTest[] {
  const sides = [before, after].map((run) => new Map(run.tests.map((test) => [test.id, test.status])));
  const [first, second] = sides as [
    Map<string, CertifiedTest["before"]>,
    Map<string, CertifiedTest["after"]>,
  ];
  return [...new Set([...first.keys(), ...second.keys()])]
    .sort()
    .map((id) => ({ id, before: first.get(id) ?? null, after: second.get(id) ?? null }));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== "object") return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, sorted((value as Record<string, unknown>)[name])]));
}
