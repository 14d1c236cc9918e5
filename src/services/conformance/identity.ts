import { hash } from "node:crypto";
import type { Violation } from "../../domain/entities/violation.ts";
import { fingerprint, violationId } from "../../domain/rules/violations/fingerprint.ts";
import type { RuleViolation } from "./run-checks.ts";

/** Comparing all pairs is quadratic; larger groups of equal code are rare. */
const MOST_COMPARISONS = 200_000;

/** The fields of a recorded violation that identify it in a later run. */
export interface KnownViolation {
  readonly id: string;
  readonly group: string;
  readonly occurrence: number;
  readonly path: string;
  readonly line: number | null;
  readonly surroundings: string;
  readonly status: Violation["status"];
}

export interface Identified {
  readonly raw: RuleViolation;
  readonly id: string;
  readonly fingerprint: string;
  readonly group: string;
  readonly occurrence: number;
  readonly known: KnownViolation | null;
}

/** The recorded violations that a run decides about: those in files it covered, and in files that are gone. */
export interface Coverage {
  readonly covers: (path: string) => boolean;
  readonly present: ReadonlySet<string>;
}

/**
 * Assigns an identity to every raw violation, in order. Those with the same check, scope and code form a
 * group. Inside a group, recorded violations are matched by path, then by the lines around them, then by
 * distance; the rest on both sides moved with its code or its file. So fixing one of two equal violations
 * resolves that one, and neither moved lines nor renamed files create a new one.
 */
export function identify(
  findings: readonly RuleViolation[],
  known: readonly KnownViolation[],
  coverage: Coverage,
): readonly Identified[] {
  const last = answers.get(findings);
  if (last !== undefined && isSame(last, { known, coverage })) return last.identified;
  const identified = identifyAll(findings, known, coverage);
  answers.set(findings, { known, coverage, identified });
  return identified;
}

interface Question {
  readonly known: readonly KnownViolation[];
  readonly coverage: Coverage;
}

/** A run asks twice: when it is described, and when it is recorded. Usually nothing was recorded in between. */
const answers = new WeakMap<
  readonly RuleViolation[],
  Question & { readonly identified: readonly Identified[] }
>();

function isSame(left: Question, right: Question): boolean {
  return (
    left.coverage === right.coverage &&
    left.known.length === right.known.length &&
    left.known.every((each, index) => FIELDS.every((field) => each[field] === right.known[index]?.[field]))
  );
}

const FIELDS = ["id", "group", "occurrence", "path", "line", "surroundings", "status"] as const;

function identifyAll(
  findings: readonly RuleViolation[],
  known: readonly KnownViolation[],
  coverage: Coverage,
): readonly Identified[] {
  const knownByGroup = Map.groupBy(known, (each) => each.group);
  const findingsByGroup = Map.groupBy(
    findings.filter((raw) => raw.fingerprint === undefined),
    groupOf,
  );
  const identified = [...findingsByGroup].flatMap(([group, members]) =>
    identifyGroup(group, members, knownByGroup.get(group) ?? [], coverage),
  );
  const named = findings.flatMap((raw) => namedIdentity(raw) ?? []);
  const byRaw = new Map([...identified, ...named].map((each) => [each.raw, each]));
  return findings.flatMap((raw) => byRaw.get(raw) ?? []);
}

/** A result that already has an identity; a later run of the checks determines its group. */
function namedIdentity(raw: RuleViolation): Identified | null {
  if (raw.fingerprint === undefined) return null;
  const { fingerprint } = raw;
  const group = fingerprint.slice(0, 24);
  return { raw, id: violationId(fingerprint), fingerprint, group, occurrence: 0, known: null };
}

function groupOf(raw: RuleViolation): string {
  const { contract, check } = raw.rule;
  const snippet = raw.snippet.replace(/\s+/g, " ").trim();
  return sha256(JSON.stringify([contract.id, check.id, raw.scope, snippet])).slice(0, 24);
}

function fingerprintOf(raw: RuleViolation, occurrence: number): string {
  const { contract, check } = raw.rule;
  const parts = { contractId: contract.id, checkId: check.id, scope: raw.scope, snippet: raw.snippet };
  return fingerprint({ ...parts, occurrence }, sha256);
}

function identifyGroup(
  group: string,
  findings: readonly RuleViolation[],
  known: readonly KnownViolation[],
  coverage: Coverage,
): readonly Identified[] {
  const eligible = known.filter(({ path }) => coverage.covers(path) || !coverage.present.has(path));
  const pairs = pairByPathThenAnywhere(findings, eligible);
  const nextFree = freeNumbers(new Set(known.map((each) => each.occurrence)));
  return findings.map((raw) => {
    const match = pairs.get(raw) ?? null;
    const occurrence = match?.occurrence ?? nextFree();
    const hex = fingerprintOf(raw, occurrence);
    return { raw, id: violationId(hex), fingerprint: hex, group, occurrence, known: match };
  });
}

type Pairs = ReadonlyMap<RuleViolation, KnownViolation>;

function pairByPathThenAnywhere(findings: readonly RuleViolation[], known: readonly KnownViolation[]): Pairs {
  if (known.length === 0) return new Map();
  const knownByPath = Map.groupBy(known, (each) => each.path);
  const pairs = new Map<RuleViolation, KnownViolation>();
  for (const [path, here] of Map.groupBy(findings, (each) => each.path)) {
    for (const [raw, each] of pairUp(here, knownByPath.get(path) ?? [])) pairs.set(raw, each);
  }
  const used = new Set(pairs.values());
  const moved = pairUp(
    findings.filter((raw) => !pairs.has(raw)),
    known.filter((each) => !used.has(each)),
  );
  return new Map([...pairs, ...moved]);
}

/** Most likely pairs first. Above the limit, where all are nearly equal, simply in order. */
function pairUp(findings: readonly RuleViolation[], known: readonly KnownViolation[]): Pairs {
  const pairs = new Map<RuleViolation, KnownViolation>();
  if (findings.length * known.length > MOST_COMPARISONS) {
    for (const [index, each] of known.slice(0, findings.length).entries()) {
      const raw = findings[index];
      if (raw !== undefined) pairs.set(raw, each);
    }
    return pairs;
  }
  const candidates = findings.flatMap((raw) =>
    known.map((each) => ({ raw, known: each, cost: costOf(raw, each) })),
  );
  candidates.sort((left, right) => left.cost - right.cost || left.known.occurrence - right.known.occurrence);
  const used = new Set<KnownViolation>();
  for (const candidate of candidates) {
    if (pairs.has(candidate.raw) || used.has(candidate.known)) continue;
    pairs.set(candidate.raw, candidate.known);
    used.add(candidate.known);
  }
  return pairs;
}

/**
 * Lower is more likely: open before resolved, the same file name before others, the same surroundings before
 * near lines.
 */
function costOf(raw: RuleViolation, known: KnownViolation): number {
  const isElsewhere = raw.path !== known.path;
  const isRenamed = baseName(raw.path) !== baseName(known.path);
  const distance = Math.min(999_999, Math.abs((raw.range?.line ?? 0) - (known.line ?? 0)));
  return (
    (known.status === "resolved" ? 2e7 : 0) +
    (isElsewhere && isRenamed ? 4e6 : 0) +
    (raw.surroundings === known.surroundings ? 0 : 1e6) +
    distance
  );
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function freeNumbers(taken: ReadonlySet<number>): () => number {
  let next = 0;
  return () => {
    while (taken.has(next)) next++;
    return next++;
  };
}

function sha256(text: string): string {
  return hash("sha256", text);
}
