import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";

/** A project folder whose failing tests show the bug; the tests that judge are kept separately. */
export interface FolderCase {
  readonly kind: "folder";
  readonly id: string;
  readonly project: string;
  readonly hidden: string;
}

/** An instance in the format of SWE-bench: an issue at a commit, judged by tests that were added later. */
export interface InstanceCase {
  readonly kind: "instance";
  readonly id: string;
  /** A path or URL that `git clone` accepts. */
  readonly repository: string;
  readonly baseCommit: string;
  readonly testPatch: string;
  readonly problem: string;
  readonly failToPass: readonly string[];
  readonly passToPass: readonly string[];
}

export type Case = FolderCase | InstanceCase;

/**
 * `place` is a JSON or JSONL file of instances, a folder with such files, or a folder with one project folder per case.
 * Throws if it contains no case, or a case that nothing could judge.
 */
export function readCases(place: string, hidden: string | undefined): Case[] {
  const files = statSync(place).isDirectory() ? filesOf(place) : [place];
  const cases =
    files.length > 0
      ? files.flatMap((file) => instancesIn(file))
      : foldersIn(existsSync(join(place, "cases")) ? join(place, "cases") : place, hidden);
  if (cases.length === 0) throw new Error(`${place} contains no cases`);
  const ids = new Set(cases.map(({ id }) => id));
  if (ids.size !== cases.length) throw new Error(`${place} names a case twice`);
  return cases;
}

function filesOf(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => /\.jsonl?$/.test(name))
    .sort()
    .map((name) => join(folder, name));
}

function foldersIn(folder: string, hidden: string | undefined): FolderCase[] {
  const apart = hidden ?? join(dirname(folder), "hidden");
  return readdirSync(folder, { withFileTypes: true })
    .filter((each) => each.isDirectory())
    .map(({ name }) => {
      const tests = join(apart, name);
      if (!existsSync(tests))
        throw new Error(`${name}: no hidden tests in ${apart} (--hidden DIR says where)`);
      return { kind: "folder" as const, id: name, project: join(folder, name), hidden: tests };
    })
    .sort((a, b) => a.id.localeCompare(b.id));
}

function instancesIn(file: string): InstanceCase[] {
  const text = readFileSync(file, "utf8");
  const read: unknown = file.endsWith(".jsonl")
    ? text
        .split("\n")
        .filter((line) => line.trim() !== "")
        .map((line) => JSON.parse(line) as unknown)
    : JSON.parse(text);
  const list = Array.isArray(read) ? read : [read];
  return list.map((each) => instanceOf(each as Record<string, unknown>, file));
}

function instanceOf(given: Record<string, unknown>, file: string): InstanceCase {
  const id = textIn(given, "instance_id", file);
  const failToPass = idsIn(given.FAIL_TO_PASS);
  if (failToPass.length === 0) throw new Error(`${file}: ${id} names no test in FAIL_TO_PASS`);
  return {
    kind: "instance",
    id,
    repository: repositoryOf(textIn(given, "repo", file), dirname(file)),
    baseCommit: textIn(given, "base_commit", file),
    testPatch: textIn(given, "test_patch", file),
    problem: textIn(given, "problem_statement", file),
    failToPass,
    passToPass: idsIn(given.PASS_TO_PASS ?? []),
  };
}

function textIn(given: Record<string, unknown>, name: string, file: string): string {
  const value = given[name];
  if (typeof value === "string" && value.trim() !== "") return value;
  throw new Error(`${file}: an instance has no ${name}`);
}

/** A list, or a list as JSON in a string, as in the published sets. */
function idsIn(value: unknown): string[] {
  const list: unknown = typeof value === "string" ? JSON.parse(value) : value;
  if (Array.isArray(list) && list.every((each) => typeof each === "string")) return list;
  throw new Error("FAIL_TO_PASS and PASS_TO_PASS are lists of test ids");
}

/** A folder next to the file, a URL, or `owner/name` on GitHub. */
function repositoryOf(named: string, folder: string): string {
  if (isAbsolute(named) || /^[a-z+]+:\/\//.test(named) || /^[^/]+@[^/]+:/.test(named)) return named;
  if (existsSync(resolve(folder, named))) return resolve(folder, named);
  return `https://github.com/${named}`;
}
