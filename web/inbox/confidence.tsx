import type { ConfidenceBreakdown, Signal } from "../../src/domain/entities/confidence.ts";
import { bandOf, WEIGHTS } from "../../src/domain/rules/proof/confidence.ts";
import { Section } from "../parts/basics.tsx";
import { Shown } from "../parts/shown.tsx";
import { percent, spelled } from "../parts/words.ts";

/** The score, its three parts, and the evidence for each. */
export function Confidence({ breakdown }: { readonly breakdown: ConfidenceBreakdown }) {
  const { signals } = breakdown;
  return (
    <Section title={`Confidence ${percent(breakdown.overall)}: ${spelled(bandOf(breakdown.overall))}`}>
      <Part
        name="Diagnosis"
        score={breakdown.diagnostic_confidence}
        weight={WEIGHTS.diagnostic}
        signals={signals.diagnostic}
      />
      <Part name="Fix" score={breakdown.fix_confidence} weight={WEIGHTS.fix} signals={signals.fix} />
      <Part
        name="Tests"
        score={breakdown.test_coverage_confidence}
        weight={WEIGHTS.test_coverage}
        signals={signals.test_coverage}
      />
    </Section>
  );
}

interface PartProps {
  readonly name: string;
  readonly score: number;
  readonly weight: number;
  readonly signals: readonly Signal[];
}

function Part({ name, score, weight, signals }: PartProps) {
  return (
    <details className="confidence-part">
      <summary>
        <span className="part-name">{name}</span>
        <svg className="bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
          <rect className="bar-ground" width="100" height="6" />
          <rect className="bar-value" width={Math.max(0, Math.min(1, score)) * 100} height="6" />
        </svg>
        <span className="part-score">
          {score.toFixed(2)} × {weight}
        </span>
      </summary>
      {signals.length === 0 ? (
        <p className="muted">Nothing was observed; unknown counts as one half.</p>
      ) : (
        <dl className="signals">
          {signals.map(({ name: signal, value, score: part }) => (
            <div key={`${signal} ${value}`}>
              <dt>
                <Shown text={signal} />
              </dt>
              <dd>
                <Shown text={value} /> ({part.toFixed(2)})
              </dd>
            </div>
          ))}
        </dl>
      )}
    </details>
  );
}
