import { useState } from "react";
import { ask } from "../core/api.ts";
import { navigate } from "../core/router.tsx";
import { useSend } from "../core/use-send.ts";
import { Dialog } from "../parts/dialog.tsx";

/** Requests a change described in words. */
export function RequestDialog({ close }: { readonly close: () => void }) {
  const [words, setWords] = useState("");
  const [isSending, send] = useSend();
  const request = async () => {
    if (words.trim() === "") return;
    const answer = await send(() => ask("startRun", { body: { kind: "request", words } }));
    if (answer === null) return;
    close();
    navigate(`/runs/${encodeURIComponent(answer.run_id)}`);
  };
  return (
    <Dialog
      title="Request a change"
      close={close}
      submit={request}
      actions={
        <button type="submit" className="primary" disabled={isSending || words.trim() === ""}>
          Request
        </button>
      }
    >
      <label>
        What you want
        <textarea autoFocus rows={5} value={words} onChange={(event) => setWords(event.target.value)} />
      </label>
      <p className="muted">With a model, the plan is written for you. Without one, you write it here.</p>
    </Dialog>
  );
}
