import { type FormEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { Toasts } from "../core/toasts.tsx";

interface DialogProps {
  readonly title: string;
  readonly close: () => void;
  readonly children: ReactNode;
  /** The buttons next to Cancel. With `submit`, Ctrl-Enter in a field triggers the first of them. */
  readonly actions?: ReactNode;
  readonly submit?: () => void;
  readonly wide?: boolean;
}

/**
 * A native modal dialog: it traps the focus and closes with Escape. The first field or the submit button is focused
 * initially. It shows messages itself, because the rest of the page is behind it. If sending fails, it stays open with
 * what was typed.
 */
export function Dialog({ title, close, children, actions, submit, wide = false }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    const opener = document.activeElement;
    dialog.current?.showModal();
    dialog.current?.querySelector<HTMLElement>("textarea, button[type=submit]")?.focus();
    return () => {
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  const send = (event: FormEvent) => {
    event.preventDefault();
    submit?.();
  };
  return (
    <dialog
      ref={dialog}
      className={wide ? "wide" : ""}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
    >
      <form
        onSubmit={send}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) send(event);
        }}
      >
        <h2 id={heading}>{title}</h2>
        <div className="dialog-body">{children}</div>
        <div className="dialog-actions">
          <button type="button" onClick={close}>
            {actions === undefined ? "Close" : "Cancel"}
          </button>
          {actions}
        </div>
      </form>
      <Toasts />
    </dialog>
  );
}
