import { z } from "zod";
import type { CachedViolation } from "./check-cache.ts";
import { type CheckType, defineCheckType } from "./check-type.ts";
import type { Contract } from "./contract.ts";
import type { InlineSuppression } from "./inline-suppressions.ts";
import { nearestWord } from "./nearest-word.ts";
import type { Rule } from "./rules.ts";

/** Prefix of the reason for a suppression by a comment in the code. */
export const IN_CODE = "in the code: ";

const nothing: CheckType = defineCheckType({
  meta: {
    id: "suppression",
    title: "Comments that suppress violations",
    why: "A suppression without a reason or without a violation only hides future violations.",
    scope: "tree",
    options: z.object({}),
    valid: [],
    invalid: [],
  },
  run: () => [],
});

const check = {
  id: "suppression",
  severity: "minor",
  message: "This suppression is not valid.",
  why: "A suppression without a reason cannot be reviewed, and an unneeded one hides future violations.",
  type: nothing,
  options: {},
} as const;

const contract: Contract = {
  id: "agentforge",
  description: "AgentForge's own rules for suppressions in the code",
  applies_to: ["**"],
  checks: [check],
  exemptions: [],
};

/** A built-in rule of every repository with contracts: a suppression has a reason, has not expired, and is needed. */
export const SUPPRESSION_RULE: Rule = { contract, check, applies: () => true, key: "suppression" };

interface Found extends CachedViolation {
  readonly rule: Rule;
}

interface SuppressionsInput<Finding extends Found> {
  readonly findings: readonly Finding[];
  /** Suppressions by path. */
  readonly comments: ReadonlyMap<string, readonly InlineSuppression[]>;
  /** All rules, and those that ran to completion. */
  readonly rules: readonly Rule[];
  readonly ran: ReadonlySet<Rule>;
  /** Today, as `2026-01-31`; undefined if suppressions do not expire. */
  readonly today: string | undefined;
}

/**
 * Marks the findings that a comment suppresses. A comment without a reason or past its last day suppresses
 * nothing and is itself a violation, and so is an unneeded one.
 */
export function judgeSuppressions<Finding extends Found>(
  input: SuppressionsInput<Finding>,
): { readonly findings: readonly Finding[]; readonly complaints: readonly Found[] } {
  const used = new Set<InlineSuppression>();
  const findings = input.findings.map((finding) => {
    const comment = input.comments
      .get(finding.path)
      ?.find((each) => covers(each, finding) && whyVoid(each, input.today) === null);
    if (comment === undefined) return finding;
    used.add(comment);
    return { ...finding, suppressed: { reason: IN_CODE + comment.reason, until: comment.until } };
  });
  const complaints = [...input.comments].flatMap(([path, comments]) =>
    comments.flatMap((comment) => {
      const why = whyVoid(comment, input.today) ?? (used.has(comment) ? null : whyUnused(comment, input));
      return why === null ? [] : [complain(path, comment, why)];
    }),
  );
  return { findings, complaints };
}

function covers(comment: InlineSuppression, { rule, range }: Found): boolean {
  return names(comment, rule) && (range === null || range.line === comment.target);
}

function names({ checks }: InlineSuppression, rule: Rule): boolean {
  return checks.includes(rule.check.id) || checks.includes(`${rule.contract.id}/${rule.check.id}`);
}

function whyVoid({ checks, reason, until }: InlineSuppression, today: string | undefined): string | null {
  if (checks.length === 0)
    return "This suppression names no check: `agentforge: ignore <check> -- <reason>`.";
  if (reason === "")
    return `This suppression of ${checks.join(", ")} has no reason: add \` -- \` and why the code may stay.`;
  if (until === null) return null;
  if (!z.iso.date().safeParse(until).success)
    return `This suppression ends on "${until}", which is not a date: write \`(until 2027-01-31)\`.`;
  return today !== undefined && today > until
    ? `This suppression of ${checks.join(", ")} ended on ${until}.`
    : null;
}

/** Also null if a rule that it names did not run, because the answer is unknown. */
function whyUnused(
  comment: InlineSuppression,
  { rules, ran }: Pick<SuppressionsInput<Found>, "rules" | "ran">,
): string | null {
  const known = rules.flatMap((rule) => [rule.check.id, `${rule.contract.id}/${rule.check.id}`]);
  const unknown = comment.checks.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    const guess = nearestWord(unknown, known);
    return `No contract has a check ${unknown}${guess === null ? "." : `; did you mean ${guess}?`}`;
  }
  const named = rules.filter((rule) => names(comment, rule));
  return named.every((rule) => ran.has(rule))
    ? `Nothing here violates ${comment.checks.join(", ")}: remove the suppression.`
    : null;
}

function complain(path: string, { range, text, removal }: InlineSuppression, message: string): Found {
  return {
    path,
    range,
    snippet: text,
    scope: "",
    message,
    surroundings: "",
    rule: SUPPRESSION_RULE,
    ...(message.startsWith("Nothing here") &&
      removal !== null && { edits: [{ path, ...removal, text: "" }] }),
  };
}
