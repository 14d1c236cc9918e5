import { useState } from "react";
import type { PlanDetail } from "../../src/hosts/http/api/plans.ts";
import { ask } from "../core/api.ts";
import { say } from "../core/toasts.tsx";
import { useSend } from "../core/use-send.ts";

interface PlanEditorProps {
  readonly detail: PlanDetail;
  readonly close: () => void;
  readonly saved: () => void;
}

/** An editor for the plan's text. Saving tries the plan on a copy and reports what does not apply. */
export function PlanEditor({ detail, close, saved }: PlanEditorProps) {
  const [text, setText] = useState(detail.plan.plan?.text ?? "");
  const [isSending, send] = useSend();
  const save = async () => {
    const id = detail.plan.request_id;
    const answer = await send(() => ask("editPlan", { id, body: { text, plan_hash: detail.plan_hash } }));
    if (answer === null) return;
    say(answer.problems.length === 0 ? "Saved." : `Saved; ${answer.problems.length} to fix.`);
    saved();
  };
  return (
    <form
      className="plan-editor"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape") close();
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void save();
      }}
    >
      <label>
        The plan
        <textarea
          // biome-ignore lint/a11y/noAutofocus: it opens because the reader wants to write here.
          autoFocus
          className="editor"
          spellCheck={false}
          rows={26}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      <div className="row">
        <button type="submit" className="primary" disabled={isSending || text.trim() === ""}>
          {isSending ? "Saving…" : "Save"}
        </button>
        <button type="button" onClick={close}>
          Cancel
        </button>
      </div>
    </form>
  );
}
