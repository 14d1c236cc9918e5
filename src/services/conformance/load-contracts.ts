import { isMap, isPair, isScalar, LineCounter, type Node, parseDocument } from "yaml";
import type { z } from "zod";
import { AgentForgeError } from "../../domain/errors.ts";
import {
  DataRefused,
  readBounded,
  syntaxMessage,
  WRITTEN_BY_HAND,
} from "../../domain/rules/settings/bounded-data.ts";
import { CHECK_TYPES } from "./checks/list.ts";
import { type Check, CheckBase, type Contract, ContractBase } from "./contract.ts";
import { nearestWord } from "./nearest-word.ts";

/** Something a person must fix in a contract file. */
export interface ContractProblem {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly what: string;
  /** What to write instead. */
  readonly instead: string;
}

export type LoadedContract =
  | { readonly status: "ok"; readonly contract: Contract }
  | { readonly status: "invalid"; readonly problems: readonly ContractProblem[] };

/** All contracts, or an error that names every problem with file and line. */
export function loadContracts(
  files: readonly { readonly path: string; readonly text: string }[],
): readonly Contract[] {
  const contracts: Contract[] = [];
  const problems: ContractProblem[] = [];
  for (const file of files) {
    const loaded = loadContract(file.path, file.text);
    if (loaded.status === "invalid") problems.push(...loaded.problems);
    else if (contracts.some((contract) => contract.id === loaded.contract.id)) {
      problems.push({
        file: file.path,
        line: 1,
        column: 1,
        what: `another contract is already called ${loaded.contract.id}`,
        instead: "give this one a different `id`",
      });
    } else contracts.push(loaded.contract);
  }
  if (problems.length === 0) return contracts;
  throw new AgentForgeError("bad_config", problems.map(describeProblem).join("\n"), {
    hint: "Fix the lines named above; docs/conformance.md describes every key.",
  });
}

export function describeProblem(problem: ContractProblem): string {
  return `${problem.file}:${problem.line}:${problem.column}: ${problem.what}; ${problem.instead}`;
}

export function loadContract(file: string, text: string): LoadedContract {
  const counter = new LineCounter();
  const document = parseDocument(text.slice(0, WRITTEN_BY_HAND.characters + 1), {
    lineCounter: counter,
    uniqueKeys: true,
  });
  const problems: ContractProblem[] = [];
  const report = (offset: number, what: string, instead: string) => {
    const { line, col } = counter.linePos(offset);
    problems.push({ file, line: Math.max(1, line), column: Math.max(1, col), what, instead });
  };
  for (const error of document.errors)
    report(error.pos[0], oneLine(syntaxMessage(error)), "write valid YAML");
  if (problems.length > 0) return { status: "invalid", problems };

  let data: unknown;
  try {
    data = readBounded(text, () => document.toJS());
  } catch (error) {
    if (!(error instanceof DataRefused)) throw error;
    report(0, error.message, "simplify it: less nesting, fewer aliases");
    return { status: "invalid", problems };
  }
  const offsetOf = (path: readonly PropertyKey[]) => findOffset(document.contents, path);
  const base = ContractBase.safeParse(data ?? {});
  for (const issue of base.error?.issues ?? []) {
    reportIssue(issue, [], ContractBase, offsetOf, report);
  }
  const checks = readChecks(data, offsetOf, report);
  if (problems.length > 0 || base.data === undefined) return { status: "invalid", problems };
  return { status: "ok", contract: { ...base.data, checks } };
}

type OffsetOf = (path: readonly PropertyKey[]) => number;
type ReportProblem = (offset: number, what: string, instead: string) => void;

function readChecks(data: unknown, offsetOf: OffsetOf, report: ReportProblem): readonly Check[] {
  const list = (data as { checks?: unknown } | null)?.checks;
  if (!Array.isArray(list)) return [];
  const seen = new Set<string>();
  return list.flatMap((raw: unknown, index) => {
    const check = readCheck(raw, ["checks", index], offsetOf, report);
    if (check === null) return [];
    if (seen.has(check.id)) {
      const at = offsetOf(["checks", index, "id"]);
      report(at, `another check is already called ${check.id}`, "give this one a different id");
    }
    seen.add(check.id);
    return [check];
  });
}

function readCheck(
  raw: unknown,
  at: readonly PropertyKey[],
  offsetOf: OffsetOf,
  report: ReportProblem,
): Check | null {
  const typeIds = CHECK_TYPES.map((type) => type.meta.id);
  if (typeof raw !== "object" || raw === null || Array.isArray(raw)) {
    report(offsetOf(at), "a check must be a mapping", "write `- id: …`, `message: …` and one check type");
    return null;
  }
  const found = CHECK_TYPES.filter((type) => type.meta.id in raw);
  const [type] = found;
  if (type === undefined || found.length > 1) {
    const unknown = Object.keys(raw).find((key) => !(key in CheckBase.shape));
    const guess = unknown === undefined ? null : nearestWord(unknown, typeIds);
    const what = found.length > 1 ? "a check has only one check type" : "the check has no check type";
    const instead = guess === null ? `write one of ${typeIds.join(", ")}` : `did you mean \`${guess}\`?`;
    report(offsetOf(unknown === undefined ? at : [...at, unknown]), what, instead);
    return null;
  }
  const { [type.meta.id]: rawOptions, ...rest } = raw as Record<string, unknown>;
  const base = CheckBase.safeParse(rest);
  for (const issue of base.error?.issues ?? []) reportIssue(issue, at, CheckBase, offsetOf, report);
  const options = type.meta.options.safeParse(rawOptions);
  const place = [...at, type.meta.id];
  for (const issue of options.error?.issues ?? [])
    reportIssue(issue, place, type.meta.options, offsetOf, report);
  if (base.data === undefined || !options.success) return null;
  const complaint = type.whyInvalid?.(options.data) ?? null;
  if (complaint !== null) {
    const { path, why, instead = "write one that compiles" } = complaint;
    report(offsetOf([...place, ...path]), `${base.data.id}: ${oneLine(why)}`, instead);
    return null;
  }
  return { ...base.data, type, options: options.data };
}

function reportIssue(
  issue: z.core.$ZodIssue,
  at: readonly PropertyKey[],
  schema: z.ZodType,
  offsetOf: OffsetOf,
  report: ReportProblem,
): void {
  const path = [...at, ...issue.path];
  const name = String(issue.path.at(-1) ?? at.at(-1) ?? "the contract");
  if (issue.code === "unrecognized_keys") {
    const known = keysOf(schema, issue.path);
    for (const key of issue.keys) {
      const guess = nearestWord(key, known);
      const instead = guess === null ? `known keys: ${known.join(", ")}` : `did you mean \`${guess}\`?`;
      report(offsetOf([...path, key]), `there is no key \`${key}\` here`, instead);
    }
    return;
  }
  if (issue.code === "invalid_value") {
    const values = issue.values.map(String);
    report(offsetOf(path), `\`${name}\` has an unknown value`, `write one of ${values.join(", ")}`);
    return;
  }
  if (issue.code === "invalid_type") {
    const isMissing = /received undefined/.test(issue.message);
    const what = isMissing ? `\`${name}\` is missing` : `\`${name}\` has the wrong type`;
    report(offsetOf(path), what, `${isMissing ? "add" : "write"} \`${name}: <${issue.expected}>\``);
    return;
  }
  report(offsetOf(path), `\`${name}\` is not valid`, oneLine(issue.message));
}

function keysOf(schema: z.ZodType, path: readonly PropertyKey[]): readonly string[] {
  let current: unknown = schema;
  for (const step of path) {
    const { shape, element } = unwrap(current) as { shape?: Record<string, unknown>; element?: unknown };
    current = typeof step === "number" ? element : shape?.[String(step)];
  }
  return Object.keys((unwrap(current) as { shape?: object }).shape ?? {});
}

function unwrap(schema: unknown): unknown {
  const inner = (schema as { def?: { innerType?: unknown } } | undefined)?.def?.innerType;
  return inner === undefined ? (schema ?? {}) : unwrap(inner);
}

/** Where a path starts in the text: at its key if there is one, otherwise at the nearest enclosing node. */
function findOffset(contents: Node | null, path: readonly PropertyKey[]): number {
  let node: unknown = contents;
  let offset = contents?.range?.[0] ?? 0;
  for (const step of path) {
    if (isMap(node)) {
      const pair = node.items.find((each) => isPair(each) && isScalar(each.key) && each.key.value === step);
      if (pair === undefined) return offset;
      offset = (isScalar(pair.key) ? pair.key.range?.[0] : undefined) ?? offset;
      node = pair.value;
    } else {
      const item = (node as { items?: readonly unknown[] } | null)?.items?.[Number(step)];
      if (item === undefined) return offset;
      offset = (item as Node).range?.[0] ?? offset;
      node = item;
    }
  }
  return offset;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
