import { Link } from "../core/router.tsx";
import { useAnswer } from "../core/use-answer.ts";
import { AnswerState, Section, Since } from "../parts/basics.tsx";
import { Shown } from "../parts/shown.tsx";
import { FixButton } from "./fix-button.tsx";
import { ViolationFacts } from "./violation-facts.tsx";

export function ViolationView({ id }: { readonly id: string }) {
  const answer = useAnswer("getViolation", { id }, ["violations"]);
  const { data } = answer;
  if (data === null) return <AnswerState answer={answer} />;
  return (
    <div className="view">
      <header className="detail-head">
        <Link href="/violations" className="back">
          ← Violations
        </Link>
        <div className="view-head">
          <h1>{data.violation_id}</h1>
          <FixButton violation={data} />
        </div>
      </header>
      <ViolationFacts violation={data} />
      {data.history.length > 0 && (
        <Section title="History">
          <ul>
            {data.history.map(({ status, at, note }) => (
              <li key={`${status} ${at}`}>
                {status}, <Since time={at} />
                {note !== null && (
                  <>
                    : <Shown text={note} />
                  </>
                )}
              </li>
            ))}
          </ul>
        </Section>
      )}
    </div>
  );
}
