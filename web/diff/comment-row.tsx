import { useState } from "react";
import { Shown } from "../parts/shown.tsx";
import { isSamePlace, type LineNotes, type Place } from "./line-notes.ts";

interface CommentRowProps {
  readonly place: Place;
  readonly notes: LineNotes;
  readonly columns: number;
}

/** The reader's comment below a line: as text, or in an editor. */
export function CommentRow({ place, notes, columns }: CommentRowProps) {
  const text = notes.comments.find((comment) => isSamePlace(comment, place))?.text ?? "";
  const isOpen = isSamePlace(notes.open, place);
  return (
    <tr className="note">
      <td colSpan={columns}>
        {isOpen ? (
          <CommentEditor place={place} notes={notes} text={text} />
        ) : (
          <div className="line-comment">
            <p>
              <Shown text={text} />
            </p>
            <button type="button" className="quiet" onClick={() => notes.startComment(place)}>
              Edit
            </button>
            <button type="button" className="quiet" onClick={() => notes.keepComment(place, "")}>
              Remove
            </button>
          </div>
        )}
      </td>
    </tr>
  );
}

function CommentEditor({ place, notes, text }: Omit<CommentRowProps, "columns"> & { readonly text: string }) {
  const [draft, setDraft] = useState(text);
  const keep = () => notes.keepComment(place, draft);
  return (
    <div className="comment-editor">
      <textarea
        // biome-ignore lint/a11y/noAutofocus: it opens because the reader wants to write here.
        autoFocus
        rows={3}
        aria-label={`Comment on line ${place.line} of ${place.path}`}
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") notes.cancelComment();
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) keep();
        }}
      />
      <div className="row">
        <button type="button" className="primary" onClick={keep}>
          Keep comment
        </button>
        <button type="button" onClick={notes.cancelComment}>
          Cancel
        </button>
        <span className="muted">It is sent when you request changes.</span>
      </div>
    </div>
  );
}
