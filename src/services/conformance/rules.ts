import { hash } from "node:crypto";
import type { Severity } from "../../domain/entities/common.ts";
import { compileFilter, type PathMatcher } from "../../domain/rules/paths/glob.ts";
import type { Check, Contract } from "./contract.ts";

/** A check of a contract, with what the engine needs to run it. */
export interface Rule {
  readonly contract: Contract;
  readonly check: Check;
  readonly applies: PathMatcher;
  /** Equal for rules that find the same violations in the same file. */
  readonly key: string;
}

export interface RuleFilter {
  /** Check ids, with or without the contract's id and a slash before them. */
  readonly checks?: readonly string[];
  /** The minimum severity. */
  readonly severity?: Severity;
}

/** Most severe first. */
export const SEVERITIES: readonly Severity[] = ["blocker", "critical", "major", "minor", "info"];

export function compileRules(contracts: readonly Contract[]): readonly Rule[] {
  return contracts.flatMap((contract) => {
    const ofContract = rememberLast(compileFilter(contract.applies_to));
    return contract.checks.map((check) => compileRule(contract, check, ofContract));
  });
}

export function isAskedFor(
  { contract, check }: Pick<Rule, "contract" | "check">,
  filter: RuleFilter,
): boolean {
  const names = [check.id, `${contract.id}/${check.id}`];
  const isNamed = filter.checks === undefined || names.some((name) => filter.checks?.includes(name));
  const least = SEVERITIES.indexOf(filter.severity ?? "info");
  return isNamed && SEVERITIES.indexOf(check.severity) <= least;
}

/** The ids that occur in no contract. */
export function unknownChecks(contracts: readonly Contract[], ids: readonly string[]): readonly string[] {
  const known = new Set(
    contracts.flatMap(({ id, checks }) => checks.flatMap((check) => [check.id, `${id}/${check.id}`])),
  );
  return ids.filter((id) => !known.has(id));
}

function compileRule(contract: Contract, check: Check, ofContract: PathMatcher): Rule {
  const ofCheck = compileFilter(check.applies_to ?? []);
  const applies = (path: string) => ofContract(path) && ofCheck(path);
  const identity = JSON.stringify([check.type.meta.id, check.options]);
  const key = hash("sha256", identity).slice(0, 16);
  return { contract, check, applies, key };
}

/** Remembers the last answer, because all checks of a contract ask about the same file in a row. */
function rememberLast(matches: PathMatcher): PathMatcher {
  let last: { readonly path: string; readonly answer: boolean } | null = null;
  return (path) => {
    if (last?.path !== path) last = { path, answer: matches(path) };
    return last.answer;
  };
}
