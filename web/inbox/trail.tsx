import type { ReviewDetail } from "../../src/hosts/http/api/reviews.ts";
import { Link } from "../core/router.tsx";
import { duration } from "../core/time.ts";
import { Fact, Facts, Section } from "../parts/basics.tsx";
import { Shown } from "../parts/shown.tsx";
import { dollars } from "../parts/words.ts";

/** How the change was made: by whom, in which steps, and at what cost. */
export function Trail({ detail }: { readonly detail: ReviewDetail }) {
  const { review, session, trail, cost } = detail;
  const { search, made_by } = review.evidence;
  return (
    <Section title="How it was found">
      <Facts>
        <Fact name="By">
          <Shown text={made_by.join(", ") || (session?.brain ?? "not recorded")} />
        </Fact>
        {search !== null && (
          <Fact name="Search">
            {search.before.toLocaleString("en")} candidates tried before it; {search.passing} pass the tests
          </Fact>
        )}
        <Fact name="Cost">
          {cost.tokens === 0
            ? "no model was used"
            : `${cost.tokens.toLocaleString("en")} tokens, ${dollars(cost.usd)}`}
        </Fact>
        <Fact name="Commit message">
          <span className="lines-of-text">
            <Shown text={review.commit_message} />
          </span>
        </Fact>
        {session !== null && (
          <Fact name="Run">
            <Link href={`/runs/${encodeURIComponent(session.session_id)}`}>{session.session_id}</Link>
          </Fact>
        )}
        <Fact name="Trace">
          <Link href={`/journal?trace=${encodeURIComponent(review.trace_id)}`}>{review.trace_id}</Link>
        </Fact>
      </Facts>
      {trail.length > 0 && <Steps steps={trail} />}
    </Section>
  );
}

function Steps({ steps }: { readonly steps: ReviewDetail["trail"] }) {
  return (
    <details open={steps.length <= 6}>
      <summary>{steps.length === 1 ? "1 step" : `${steps.length} steps`}</summary>
      <ol className="trail">
        {steps.map((step) => (
          <li key={step.number} className={step.success ? "" : "bad"}>
            {step.tool !== null && <code>{step.tool}</code>} <Shown text={step.reasoning} />{" "}
            <span className="muted">{duration(step.duration_seconds)}</span>
            {step.error !== null && (
              <div className="bad">
                <Shown text={step.error} />
              </div>
            )}
          </li>
        ))}
      </ol>
    </details>
  );
}
