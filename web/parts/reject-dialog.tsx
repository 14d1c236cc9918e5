import { type ReactNode, useState } from "react";
import { Dialog } from "./dialog.tsx";

interface RejectDialogProps {
  readonly reject: (reason: string) => void;
  readonly isSending: boolean;
  readonly close: () => void;
  readonly children?: ReactNode;
}

/** Asks for a reason, which every rejection needs. */
export function RejectDialog({ reject, isSending, close, children }: RejectDialogProps) {
  const [reason, setReason] = useState("");
  const isReady = !isSending && reason.trim() !== "";
  return (
    <Dialog
      title="Reject this change"
      close={close}
      submit={() => isReady && reject(reason)}
      actions={
        <button type="submit" className="danger" disabled={!isReady}>
          Reject
        </button>
      }
    >
      <label>
        Why
        <textarea required rows={4} value={reason} onChange={(event) => setReason(event.target.value)} />
      </label>
      {children}
    </Dialog>
  );
}
