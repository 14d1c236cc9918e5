import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Layer } from "../../../domain/entities/guard-event.ts";
import { fingerprint } from "../harness/record.ts";
import { appendRecord } from "../harness/trace-file.ts";
import { isPrivate, makePrivate } from "./private-folder.ts";

const SCOPES = ["once", "session", "always"] as const;
export type Scope = (typeof SCOPES)[number];

/** A denial or a question, stored so that a person can look it up and allow it. */
export interface Denial {
  readonly id: string;
  readonly key: string;
  readonly at: string;
  readonly root: string;
  readonly session_id: string;
  readonly client: string;
  readonly effect: "deny" | "ask";
  /** Redacted. */
  readonly call: string;
  readonly rule: string;
  readonly guard: string;
  readonly layer: Layer;
  readonly reason: string;
}

/** What a person allowed. */
export interface Allowance {
  readonly id: string;
  readonly key: string;
  readonly scope: Scope;
  /** The session it applies to; null for all. */
  readonly session_id: string | null;
  readonly given_at: string;
  readonly given_by: string;
  /** Null for never. */
  readonly expires_at: string | null;
  readonly root: string;
  readonly call: string;
  readonly rule: string;
  readonly guard: string;
}

export interface AllowanceStore {
  /** Throws if it cannot be stored. */
  keepDenial(denial: Denial): void;
  /** Newest first, each call once. */
  denials(): readonly Denial[];
  allow(allowance: Allowance): void;
  /** Allowances that have not expired. */
  allowances(now: string): readonly Allowance[];
  /** False if it does not exist. */
  revoke(key: string): boolean;
  /** The allowance that covers a call. A one-time allowance is consumed, by exactly one caller. */
  take(root: string, key: string, sessionId: string, now: string): Allowance | null;
}

const MOST_BYTES = 256 * 1024;
const MOST_DENIALS = 200;

/**
 * Denials and allowances of one user, stored outside every repository. `folder` has one folder per project. Projects
 * that share a folder do not conflict, because every entry names its root.
 */
export function openAllowances(folder: string): AllowanceStore {
  const projectOf = (root: string) => join(folder, fingerprint(root));
  const projects = () => (isPrivate(folder) ? readdirSync(folder).map((name) => join(folder, name)) : []);
  const allowancesIn = (project: string) =>
    filesIn(join(project, "allowances")).flatMap((file) => readJson<Allowance>(file) ?? []);

  return {
    keepDenial(denial) {
      const project = projectOf(denial.root);
      if (!isPrivate(folder) || !isPrivate(project)) {
        makePrivate(folder);
        makePrivate(project);
      }
      const file = join(project, "denials.jsonl");
      if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > MOST_BYTES)
        renameSync(file, join(project, "denials.1.jsonl"));
      appendRecord(file, denial);
    },
    denials() {
      const all = projects().flatMap((project) =>
        ["denials.1.jsonl", "denials.jsonl"].flatMap((name) => readLines<Denial>(join(project, name))),
      );
      const newest = new Map(all.map((denial) => [denial.key, denial]));
      return [...newest.values()].sort((a, b) => (a.at < b.at ? 1 : -1)).slice(0, MOST_DENIALS);
    },
    allow(allowance) {
      const project = projectOf(allowance.root);
      makePrivate(folder);
      makePrivate(project);
      makePrivate(join(project, "allowances"));
      writeAllowance(join(project, "allowances"), allowance);
    },
    allowances: (now) =>
      projects()
        .flatMap(allowancesIn)
        .filter((each) => holds(each, now)),
    revoke(key) {
      const files = projects()
        .flatMap((project) => filesIn(join(project, "allowances")))
        .filter((file) => file.includes(`/${key}.`));
      for (const file of files) rmSync(file, { force: true });
      return files.length > 0;
    },
    take(root, key, sessionId, now) {
      const project = projectOf(root);
      if (![folder, project, join(project, "allowances")].every(isPrivate)) return null;
      return takeFrom(project, { root, key, sessionId, now });
    },
  };
}

function writeAllowance(folder: string, allowance: Allowance): void {
  const file = join(folder, `${allowance.key}.${allowance.scope}.json`);
  const draft = `${file}.${process.pid}.tmp`;
  writeFileSync(draft, `${JSON.stringify(allowance, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, file);
}

function takeFrom(
  project: string,
  call: { readonly root: string; readonly key: string; readonly sessionId: string; readonly now: string },
): Allowance | null {
  for (const scope of ["always", "session", "once"] as const) {
    const file = join(project, "allowances", `${call.key}.${scope}.json`);
    const found = readJson<Allowance>(file);
    if (!found || !holds(found, call.now) || found.key !== call.key || found.root !== call.root) continue;
    if (found.session_id !== null && found.session_id !== call.sessionId) continue;
    if (scope !== "once" || useUp(file, project)) return found;
  }
  return null;
}

function holds({ expires_at }: Allowance, now: string): boolean {
  return expires_at === null || Date.parse(expires_at) > Date.parse(now);
}

/** Only one process can succeed in renaming a file. */
function useUp(file: string, project: string): boolean {
  const used = join(project, "used");
  mkdirSync(used, { recursive: true, mode: 0o700 });
  const place = join(used, `${process.pid}-${process.hrtime.bigint()}`);
  try {
    renameSync(file, place);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
  rmSync(place, { force: true });
  return true;
}

function filesIn(folder: string): string[] {
  if (!isPrivate(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .map((name) => join(folder, name));
}

/** Null for a file that is missing, truncated, or writable by others. */
function readJson<T>(file: string): T | null {
  try {
    return isPrivate(file) ? (JSON.parse(readFileSync(file, "utf8")) as T) : null;
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

function readLines<T>(file: string): T[] {
  if (!isPrivate(file)) return [];
  return readFileSync(file, "utf8")
    .split("\n")
    .flatMap((line) => {
      try {
        return line === "" ? [] : [JSON.parse(line) as T];
      } catch {
        return [];
      }
    });
}
