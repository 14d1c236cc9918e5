import type { PlanDetail } from "../../src/hosts/http/api/plans.ts";
import { Section } from "../parts/basics.tsx";
import { Shown } from "../parts/shown.tsx";

/** Faults that prevent a plan from being executed. */
export function Faults({ faults }: { readonly faults: PlanDetail["plan"]["faults"] }) {
  if (faults.length === 0) return null;
  return (
    <Section title="Fix these problems before the plan can be executed">
      <ul className="doubts">
        {faults.map(({ line, what, instead }) => (
          <li key={`${line} ${what}`}>
            {line > 0 && `Line ${line}: `}
            <Shown text={what} />
            {instead !== "" && (
              <div className="muted">
                <Shown text={instead} />
              </div>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
