import type { UnusedExemption } from "../../domain/ports/conformance.ts";
import { compileFilter, compileGlobs } from "../../domain/rules/paths/glob.ts";
import type { Contract, Exemption } from "./contract.ts";
import { nearestWord } from "./nearest-word.ts";
import type { Rule } from "./rules.ts";

interface Found {
  readonly path: string;
  readonly rule: Rule;
}

interface ExemptionsInput {
  readonly contracts: readonly Contract[];
  readonly findings: readonly Found[];
  /** The rules that ran to completion, on every file. */
  readonly ran: ReadonlySet<Rule>;
  readonly present: ReadonlySet<string>;
  /** Today, as `2026-01-31`; undefined if exemptions do not expire. */
  readonly today: string | undefined;
}

/** The exemption of its contract that covers a finding on a day. */
export function exemptionOf({ path, rule }: Found, today: string): Exemption | null {
  return (
    rule.contract.exemptions.find(
      (exemption) =>
        isFor(exemption, rule.check.id) && today <= exemption.expires && compileFilter(exemption.paths)(path),
    ) ?? null
  );
}

/**
 * Exemptions, and paths of exemptions, that suppress nothing. A path counts as used if it covers any violation, even
 * one that another exemption covers too, so deleting everything that is listed opens no violation.
 */
export function unusedExemptions(input: ExemptionsInput): readonly UnusedExemption[] {
  return input.contracts.flatMap((contract) =>
    contract.exemptions.flatMap((exemption) => judge(contract, exemption, input) ?? []),
  );
}

function judge(contract: Contract, exemption: Exemption, input: ExemptionsInput): UnusedExemption | null {
  const { check = null, paths } = exemption;
  const why = whyVoid(contract, exemption, input.today);
  if (why !== null) return { contract: contract.id, check, paths, why: `${why} Delete the exemption.` };
  if (!isJudgeable(contract, exemption, input.ran)) return null;
  const included = paths.filter((glob) => !glob.startsWith("!"));
  const covers = compileFilter(paths);
  const covered = input.findings.filter(
    ({ path, rule }) => rule.contract === contract && isFor(exemption, rule.check.id) && covers(path),
  );
  const unused = included.filter((glob) => {
    const matches = compileGlobs([glob]);
    return !covered.some(({ path }) => matches(path));
  });
  // Without an included path, an exemption covers everything that it does not exclude.
  if (included.length === 0 ? covered.length > 0 : unused.length === 0) return null;
  const isWhole = unused.length === included.length;
  const remedy = isWhole ? "Delete the exemption." : "Delete this from its paths.";
  const stated = isWhole ? paths : unused;
  const hasFile = [...input.present].some(compileFilter(stated));
  const name = check === null ? `a check of ${contract.id}` : `${contract.id}/${check}`;
  const reason = hasFile ? `Nothing there violates ${name}.` : "No such file exists.";
  return { contract: contract.id, check, paths: stated, why: `${reason} ${remedy}` };
}

function isFor({ check }: Exemption, id: string): boolean {
  return check === undefined || check === id;
}

function whyVoid(contract: Contract, exemption: Exemption, today: string | undefined): string | null {
  const { check, expires } = exemption;
  const known = contract.checks.map(({ id }) => id);
  if (check !== undefined && !known.includes(check)) {
    const guess = nearestWord(check, known);
    return `The contract has no check ${check}${guess === null ? "." : `; did you mean ${guess}?`}`;
  }
  return today !== undefined && today > expires ? `It ended on ${expires}.` : null;
}

/** False if one of its checks did not run, because the answer is unknown. */
function isJudgeable(contract: Contract, exemption: Exemption, ran: ReadonlySet<Rule>): boolean {
  const ids = new Set([...ran].filter((rule) => rule.contract === contract).map(({ check }) => check.id));
  return contract.checks.every(({ id }) => !isFor(exemption, id) || ids.has(id));
}
