import type { Violation } from "../../src/domain/entities/violation.ts";
import { ask } from "../core/api.ts";
import { useMay } from "../core/may.ts";
import { navigate } from "../core/router.tsx";
import { useSend } from "../core/use-send.ts";

/** Starts a run that fixes the violation, and shows it. */
export function FixButton({ violation }: { readonly violation: Violation }) {
  const [isSending, send] = useSend();
  const mayStart = useMay("startRun");
  if (!mayStart || violation.status === "resolved" || violation.status === "suppressed") return null;
  const fix = async () => {
    const answer = await send(() =>
      ask("startRun", { body: { kind: "fix", violation_id: violation.violation_id } }),
    );
    if (answer !== null) navigate(`/runs/${encodeURIComponent(answer.run_id)}`);
  };
  return (
    <button type="button" disabled={isSending} aria-label={`Fix ${violation.violation_id}`} onClick={fix}>
      Fix
    </button>
  );
}
