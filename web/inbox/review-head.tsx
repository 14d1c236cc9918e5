import type { ReviewDetail } from "../../src/hosts/http/api/reviews.ts";
import { Link } from "../core/router.tsx";
import { Badge, Section, Since } from "../parts/basics.tsx";
import { Shown, TextList } from "../parts/shown.tsx";
import { percent, RISK_TONE, spelled, toneOf } from "../parts/words.ts";

export function ReviewHead({ detail }: { readonly detail: ReviewDetail }) {
  const { review, risk } = detail;
  return (
    <header className="detail-head">
      <Link href={`/${location.search}`} className="back">
        ← Inbox
      </Link>
      <h1 id="review-title">
        <Shown text={review.title} />
      </h1>
      <p className="item-facts">
        <Badge tone={toneOf(review.status)}>{spelled(review.status)}</Badge>
        {review.status === "pending" && <Badge tone={RISK_TONE[risk]}>{risk} risk</Badge>}
        <span>{percent(review.evidence.confidence.overall)} confident</span>
        <Since time={review.created_at} />
        <code>{review.review_id}</code>
        {review.violation_id !== null && (
          <Link href={`/violations/${encodeURIComponent(review.violation_id)}`}>{review.violation_id}</Link>
        )}
      </p>
      <Decided detail={detail} />
      {review.modifications.map(({ by, at, reason, diff_hash }) => (
        <p key={diff_hash + at} className="muted">
          <Shown text={by} /> replaced it with another version <Since time={at} />
          {reason !== null && (
            <>
              : <Shown text={reason} />
            </>
          )}
        </p>
      ))}
    </header>
  );
}

/** Who answered, and the result. */
function Decided({ detail: { review } }: { readonly detail: ReviewDetail }) {
  const { decision, landed_commit: commit } = review;
  if (decision === null) return null;
  return (
    <p className="notice">
      <Shown text={decision.by} />: {spelled(decision.answer)}, <Since time={decision.at} />
      {decision.reason !== null && decision.reason !== "" && (
        <>
          {": "}
          <Shown text={decision.reason} />
        </>
      )}
      {commit !== null && (
        <>
          {". Landed as "}
          <Link href={`/certificates/${commit}`}>{commit.slice(0, 12)}</Link>.
        </>
      )}
    </p>
  );
}

/** Objections to the change first, then the failure or the rule. */
export function WhatWasWrong({ detail }: { readonly detail: ReviewDetail }) {
  const { evidence, request, asked_because } = detail.review;
  const asked = [...asked_because, ...detail.risk_reasons].filter(
    (reason) => !evidence.doubts.includes(reason),
  );
  const failures = evidence.tests_before.failures.filter(({ test_id }) => evidence.fixed.includes(test_id));
  return (
    <>
      {evidence.doubts.length > 0 && (
        <Section title="Doubts">
          <TextList texts={evidence.doubts} className="doubts" />
        </Section>
      )}
      <Section title="What was wrong">
        <p className="lines-of-text">
          <Shown text={request.diagnostic_summary} />
        </p>
        {failures.map(({ test_id, error_type, error_message, stack_trace }) => (
          <details key={test_id} className="failure">
            <summary>
              <Shown text={test_id} />
            </summary>
            <pre>
              <Shown text={`${error_type}: ${error_message}`} />
              {stack_trace !== "" && (
                <>
                  {"\n\n"}
                  <Shown text={stack_trace} />
                </>
              )}
            </pre>
          </details>
        ))}
        {asked.length > 0 && (
          <p className="muted">
            Why you are asked: <Shown text={[...new Set(asked)].join("; ")} />.
          </p>
        )}
      </Section>
    </>
  );
}
