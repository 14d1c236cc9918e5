import {
  compareRisk,
  isAtMost,
  judgeRisk,
  type Risk,
  type RiskLevel,
} from "../../domain/rules/reviews/review-risk.ts";
import type { Ports } from "../ports.ts";
import { type Inbox, type InboxSection, readInbox, type Waiting, type WaitingKind } from "./inbox.ts";

interface Ranked extends Waiting {
  readonly risk: Risk;
  /** Null if there is no confidence value. */
  readonly confidence: number | null;
  readonly files: readonly string[];
  /** The hash of the pending change. */
  readonly diffHash: string | null;
  /** The violation that the change fixes, if any. */
  readonly violationId: string | null;
}

export interface RankedInbox extends Omit<Inbox, "waiting"> {
  /** Highest risk first, then oldest first. */
  readonly waiting: readonly Ranked[];
}

/** Items without evidence. */
const RISK_OF_KIND: Readonly<Record<WaitingKind, RiskLevel>> = {
  review: "high",
  plan: "medium",
  escalation: "medium",
  violation: "low",
  session: "low",
  file: "low",
};

/** All pending items, in the order in which a person should look at them. */
export async function rankInbox(
  ports: Pick<Ports, "reviews">,
  sections: readonly InboxSection[],
): Promise<RankedInbox> {
  const { waiting, troubles } = await readInbox(sections);
  const summaries = await ports.reviews.summaries({ status: "pending" });
  const reviews = new Map(summaries.map((summary) => [summary.review_id, summary]));
  const ranked = waiting.map((each): Ranked => {
    const review = each.kind === "review" ? reviews.get(each.id) : undefined;
    if (review === undefined) {
      const risk = { level: RISK_OF_KIND[each.kind], reasons: [] };
      return { ...each, risk, confidence: null, files: [], diffHash: null, violationId: null };
    }
    const { confidence, files, diff_hash: diffHash, violation_id: violationId } = review;
    return { ...each, risk: judgeRisk(review), confidence, files, diffHash, violationId };
  });
  // The inbox is oldest first already, and the sort is stable.
  return { waiting: ranked.sort((left, right) => compareRisk(left.risk.level, right.risk.level)), troubles };
}

/** A filter for the inbox; every field that is present must match. */
export interface InboxFilter {
  readonly kind?: WaitingKind | undefined;
  readonly risk?: RiskLevel | undefined;
  readonly atMost?: RiskLevel | undefined;
  /** Changes that repair tests, or that fix violations. */
  readonly change?: "repair" | "fix" | undefined;
  /** Changes that fix violations of this check. */
  readonly rule?: string | undefined;
}

export async function filterInbox(
  { conformance }: Pick<Ports, "conformance">,
  waiting: RankedInbox["waiting"],
  { kind, risk, atMost, change, rule }: InboxFilter,
): Promise<RankedInbox["waiting"]> {
  const ofRule =
    rule === undefined ? null : (await conformance.violations({ status: "all", checkId: rule })).violations;
  const ids = ofRule && new Set(ofRule.map(({ violation_id }) => violation_id));
  return waiting.filter(
    (each) =>
      (kind === undefined || each.kind === kind) &&
      (risk === undefined || each.risk.level === risk) &&
      (atMost === undefined || isAtMost(each.risk.level, atMost)) &&
      (change === undefined || changeOf(each) === change) &&
      (ids === null || (each.violationId !== null && ids.has(each.violationId))),
  );
}

function changeOf({ kind, violationId }: Ranked): InboxFilter["change"] | null {
  if (kind !== "review") return null;
  return violationId === null ? "repair" : "fix";
}

export function countByKind(waiting: readonly Waiting[]): Partial<Record<WaitingKind, number>> {
  const counts: Partial<Record<WaitingKind, number>> = {};
  for (const { kind } of waiting) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}
