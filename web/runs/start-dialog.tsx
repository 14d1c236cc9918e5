import { useState } from "react";
import type { StartRunBody } from "../../src/hosts/http/api/runs.ts";
import { ask } from "../core/api.ts";
import { navigate } from "../core/router.tsx";
import { useAnswer } from "../core/use-answer.ts";
import { useSend } from "../core/use-send.ts";
import { Dialog } from "../parts/dialog.tsx";

type Kind = StartRunBody["kind"];

const KINDS: readonly { kind: Kind; title: string; field: string; hint: string }[] = [
  {
    kind: "repair",
    title: "Repair failing tests",
    field: "Description of the problem (optional)",
    hint: "Runs the tests, looks for a fix and proves it. If no test fails, describe the problem.",
  },
  {
    kind: "fix",
    title: "Fix a violation",
    field: "Its id",
    hint: "For example V-0123456789ab; the violations page has a button for each.",
  },
  {
    kind: "request",
    title: "Request a change",
    field: "What you want",
    hint: "It becomes a plan that waits for your approval before anything changes.",
  },
];

/** Starts a run; the page then shows it. */
export function StartDialog({ close }: { readonly close: () => void }) {
  const [kind, setKind] = useState<Kind>("repair");
  const [text, setText] = useState("");
  const [isSending, send] = useSend();
  const project = useAnswer("getProject", {}, []);
  const chosen = KINDS.find((each) => each.kind === kind) ?? KINDS[0];
  const isReady = kind === "repair" || text.trim() !== "";
  const start = async () => {
    if (!isReady) return;
    const answer = await send(() => ask("startRun", { body: bodyOf(kind, text.trim()) }));
    if (answer === null) return;
    close();
    navigate(`/runs/${encodeURIComponent(answer.run_id)}`);
  };
  return (
    <Dialog
      title="Start a run"
      close={close}
      submit={start}
      actions={
        <button type="submit" className="primary" disabled={isSending || !isReady}>
          Start
        </button>
      }
    >
      <fieldset>
        <legend>What</legend>
        {KINDS.map((each) => (
          <label key={each.kind} className="check">
            <input
              type="radio"
              name="kind"
              checked={kind === each.kind}
              onChange={() => setKind(each.kind)}
            />
            {each.title}
          </label>
        ))}
      </fieldset>
      <label>
        {chosen?.field}
        <textarea rows={3} value={text} onChange={(event) => setText(event.target.value)} />
      </label>
      <p className="muted">{chosen?.hint}</p>
      {project.data !== null && project.data.model === null && kind !== "fix" && (
        <p className="muted">No model is configured, so only the search brain looks for a fix.</p>
      )}
    </Dialog>
  );
}

function bodyOf(kind: Kind, text: string): StartRunBody {
  if (kind === "fix") return { kind, violation_id: text };
  if (kind === "request") return { kind, words: text };
  return text === "" ? { kind } : { kind, issue: text };
}
