import type { Alternative } from "../../src/domain/entities/evidence.ts";
import type { ReviewDetail } from "../../src/hosts/http/api/reviews.ts";
import { PlainDiff } from "../diff/plain-diff.tsx";
import { Section } from "../parts/basics.tsx";
import { Columns } from "../parts/lists.tsx";
import { Shown } from "../parts/shown.tsx";

interface RivalsProps {
  readonly detail: ReviewDetail;
  /** Asks which result is right; null once the change has been answered. */
  readonly decide: (() => void) | null;
}

/** Other changes that pass the same tests, with an input on which they differ. */
export function Rivals({ detail: { review, questions }, decide }: RivalsProps) {
  const rivals = review.evidence.alternatives;
  const canDecide = decide !== null && questions.length > 0;
  if (rivals.length === 0 && !canDecide) return null;
  return (
    <Section title={titleOf(rivals.length)}>
      {rivals.map((rival) => (
        <Rival key={rival.diff} rival={rival} />
      ))}
      {canDecide && (
        <p className="row">
          <span>
            The tests leave {questions.length === 1 ? "a question" : `${questions.length} questions`} open.
            You can answer with a test.
          </span>
          <button type="button" aria-keyshortcuts="d" onClick={decide}>
            Decide with a test <kbd>d</kbd>
          </button>
        </p>
      )}
    </Section>
  );
}

function titleOf(rivals: number): string {
  if (rivals === 0) return "What the tests leave open";
  return rivals === 1
    ? "Another change passes every test too"
    : `${rivals} other changes pass every test too`;
}

function Rival({ rival: { description, diff, differs, split } }: { readonly rival: Alternative }) {
  return (
    <details className="rival">
      <summary>
        <Shown text={description} />
        {split === null && differs !== null && (
          <span className="muted">
            {" "}
            differs on <Shown text={differs} />
          </span>
        )}
      </summary>
      {split !== null && (
        <table className="counts">
          <Columns names={["Input", "this change", "the other one"]} />
          <tbody>
            <tr>
              <td>
                <code>
                  <Shown text={split.call} />
                </code>
              </td>
              <td>
                <code>
                  <Shown text={split.mine} />
                </code>
              </td>
              <td>
                <code>
                  <Shown text={split.other} />
                </code>
              </td>
            </tr>
          </tbody>
        </table>
      )}
      <PlainDiff text={diff} />
    </details>
  );
}
