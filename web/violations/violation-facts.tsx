import type { Violation } from "../../src/domain/entities/violation.ts";
import { Link } from "../core/router.tsx";
import { Badge, Fact, Facts, Since } from "../parts/basics.tsx";
import { Shown } from "../parts/shown.tsx";
import { SEVERITY_TONE, toneOf } from "../parts/words.ts";

/** One violation: where, which rule, since when. */
export function ViolationFacts({ violation }: { readonly violation: Violation }) {
  const rule = `${violation.contract_id}/${violation.check_id}`;
  return (
    <>
      <p className="lines-of-text">
        <Shown text={violation.message} />
      </p>
      {violation.snippet !== null && (
        <pre className="output">
          <Shown text={violation.snippet} />
        </pre>
      )}
      <Facts>
        <Fact name="Place">
          <code>
            <Shown text={placeOf(violation)} />
          </code>
        </Fact>
        <Fact name="Rule">
          <Link href={`/violations?rule=${encodeURIComponent(violation.check_id)}`}>
            <Shown text={rule} />
          </Link>
        </Fact>
        <Fact name="Severity">
          <Badge tone={SEVERITY_TONE[violation.severity]}>{violation.severity}</Badge>
        </Fact>
        <Fact name="Status">
          <Badge tone={toneOf(violation.status)}>{violation.status}</Badge>
        </Fact>
        <Fact name="Found">
          <Since time={violation.detected_at} />
        </Fact>
        {violation.fix_hint !== null && (
          <Fact name="How to fix it">
            <Shown text={violation.fix_hint} />
          </Fact>
        )}
        {violation.suppression !== null && (
          <Fact name="Suppressed">
            <Shown text={violation.suppression.reason} />
            {violation.suppression.expires_at !== null &&
              ` until ${violation.suppression.expires_at.slice(0, 10)}`}
          </Fact>
        )}
      </Facts>
    </>
  );
}

export function placeOf({ file_path, line, column }: Violation): string {
  return [file_path, line, line === null ? null : column].filter((part) => part !== null).join(":");
}
