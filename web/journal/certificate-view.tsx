import type { Certificate } from "../../src/domain/entities/certificate.ts";
import { counted } from "../../src/domain/rules/text/counted.ts";
import { ask } from "../core/api.ts";
import { useMay } from "../core/may.ts";
import { Link, navigate } from "../core/router.tsx";
import { clock } from "../core/time.ts";
import { useAnswer } from "../core/use-answer.ts";
import { useSend } from "../core/use-send.ts";
import { AnswerState, Empty, Fact, Facts, Section } from "../parts/basics.tsx";
import { Shown, TextList } from "../parts/shown.tsx";
import { dollars, percent } from "../parts/words.ts";

/** What was proven about a landed fix, and how to prove it again. */
export function CertificateView({ name }: { readonly name: string }) {
  const answer = useAnswer("getCertificate", { id: name }, []);
  const { data } = answer;
  const [isSending, send] = useSend();
  const mayVerify = useMay("verifyCertificate");
  if (data === null) return <AnswerState answer={answer} />;
  if (data.status === "missing")
    return (
      <Empty title="No certificate" isView>
        <p>
          <Shown text={data.why} />
        </p>
        <p className="muted">
          <Shown text={data.hint} />
        </p>
      </Empty>
    );
  const verify = async () => {
    const answer = await send(() => ask("verifyCertificate", { id: name, body: {} }));
    if (answer !== null) navigate(`/runs/${encodeURIComponent(answer.run_id)}`);
  };
  return (
    <div className="view">
      <header className="detail-head">
        <Link href="/journal" className="back">
          ← Journal
        </Link>
        <div className="view-head">
          <h1>
            Certificate of <code>{data.commit.slice(0, 12)}</code>
          </h1>
          {mayVerify && (
            <button type="button" className="primary" disabled={isSending} onClick={verify}>
              Verify now
            </button>
          )}
        </div>
        <p>
          <Shown text={data.certificate.statement.title} />
        </p>
      </header>
      <Statement certificate={data.certificate} />
    </div>
  );
}

function Statement({ certificate }: { readonly certificate: Certificate }) {
  const { statement, digest, issued_at } = certificate;
  const { tests, checks, approval } = statement;
  return (
    <>
      <Section title="What it says">
        <Facts>
          <Fact name="Tests">
            {counted(tests.cases.length, "test")} with {tests.framework}: {tests.before} before, {tests.after}{" "}
            after; {counted(tests.fixed.length, "test")} fixed
          </Fact>
          {checks !== null && (
            <Fact name="Checks">
              {counted(checks.before, "violation")} before, {checks.after} after
            </Fact>
          )}
          <Fact name="Changed lines">
            {statement.changed_lines.covered === null
              ? `${statement.changed_lines.total}, not measured`
              : `${statement.changed_lines.covered} of ${statement.changed_lines.total} run by tests`}
          </Fact>
          <Fact name="Confidence">{percent(statement.confidence)}</Fact>
          <Fact name="Approved">
            <Shown text={approval.by} /> ({approval.actor}), {clock(approval.at)}
          </Fact>
          <Fact name="Made by">
            <Shown text={[...statement.brain.made_by, ...(statement.brain.models ?? [])].join(", ")} />
          </Fact>
          <Fact name="Cost">
            {statement.cost.tokens.toLocaleString("en")} tokens, {dollars(statement.cost.usd)}
          </Fact>
          <Fact name="Change">
            <Link href={`/reviews/${encodeURIComponent(statement.review_id)}`}>{statement.review_id}</Link>
          </Fact>
          <Fact name="Issued">{clock(issued_at)}</Fact>
          <Fact name="Digest">
            <code className="long">{digest}</code>
          </Fact>
        </Facts>
      </Section>
      <Names title="Doubts" names={statement.doubts ?? []} />
      <Names title="Fixed tests" names={tests.fixed} />
      <Names title="Files" names={statement.files.map(({ path }) => path)} />
    </>
  );
}

function Names({ title, names }: { readonly title: string; readonly names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <Section title={title}>
      <TextList texts={names} />
    </Section>
  );
}
