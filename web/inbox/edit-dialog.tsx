import { useState } from "react";
import { ask } from "../core/api.ts";
import { say } from "../core/toasts.tsx";
import { useSend } from "../core/use-send.ts";
import { Dialog } from "../parts/dialog.tsx";
import { Shown } from "../parts/shown.tsx";
import type { AnswerDialogProps } from "./answering.ts";

/** Edits the new texts of the change and verifies the result. */
export function EditDialog({ detail, close, answered }: AnswerDialogProps) {
  const editable = detail.files.flatMap(({ path, after_text: text }) =>
    text === null ? [] : [{ path, text }],
  );
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  const [path, setPath] = useState(editable[0]?.path ?? "");
  const [reason, setReason] = useState("");
  const [isSending, send] = useSend();
  const original = editable.find((file) => file.path === path)?.text ?? "";
  const changed = editable.filter(({ path: each, text }) => (texts[each] ?? text) !== text);
  const prove = async () => {
    if (changed.length === 0) return;
    const files = changed.map(({ path: each, text }) => ({ path: each, text: texts[each] ?? text }));
    const body = { diff_hash: detail.diff_hash, reason, files };
    const answer = await send(() => ask("modifyReview", { id: detail.review.review_id, body }));
    if (answer === null) return;
    say("Your version is being verified.");
    answered(answer.run_id);
  };
  if (editable.length === 0) return <NothingEditable id={detail.review.review_id} close={close} />;
  return (
    <Dialog
      title="Edit the change"
      close={close}
      submit={prove}
      wide
      actions={
        <button type="submit" className="primary" disabled={isSending || changed.length === 0}>
          Prove it again
        </button>
      }
    >
      {editable.length > 1 && (
        <FileChoice
          paths={editable.map((file) => file.path)}
          edited={changed.map((file) => file.path)}
          path={path}
          choose={setPath}
        />
      )}
      <Editor
        path={path}
        text={texts[path] ?? original}
        change={(text) => setTexts({ ...texts, [path]: text })}
      />
      <Why reason={reason} setReason={setReason} />
    </Dialog>
  );
}

function NothingEditable({ id, close }: { readonly id: string; readonly close: () => void }) {
  return (
    <Dialog title="Edit the change" close={close}>
      <p>
        None of its files can be edited here because they are removed, binary or very large. Edit them in a
        folder with <code>agentforge review modify {id}</code>.
      </p>
    </Dialog>
  );
}

function FileChoice({
  paths,
  edited,
  path,
  choose,
}: {
  readonly paths: readonly string[];
  readonly edited: readonly string[];
  readonly path: string;
  readonly choose: (path: string) => void;
}) {
  return (
    <label>
      File
      <select value={path} onChange={(event) => choose(event.target.value)}>
        {paths.map((each) => (
          <option key={each} value={each}>
            {each}
            {edited.includes(each) ? " (edited)" : ""}
          </option>
        ))}
      </select>
    </label>
  );
}

function Editor({
  path,
  text,
  change,
}: {
  readonly path: string;
  readonly text: string;
  readonly change: (text: string) => void;
}) {
  return (
    <label>
      <Shown text={path} />
      <textarea
        className="editor"
        spellCheck={false}
        wrap="off"
        rows={20}
        value={text}
        onChange={(event) => change(event.target.value)}
      />
    </label>
  );
}

function Why({
  reason,
  setReason,
}: {
  readonly reason: string;
  readonly setReason: (reason: string) => void;
}) {
  return (
    <>
      <label>
        Why (optional)
        <input value={reason} onChange={(event) => setReason(event.target.value)} />
      </label>
      <p className="muted">
        All tests and checks run on your version. It goes to the inbox only if they pass.
      </p>
    </>
  );
}
