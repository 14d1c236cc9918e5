import { Shown } from "../parts/shown.tsx";
import { Problem } from "./api.ts";
import { createStore } from "./store.ts";
import { ago } from "./time.ts";

interface Toast {
  readonly id: number;
  readonly kind: "good" | "bad";
  readonly text: string;
  readonly hint: string | null;
}

const STAYS_MS = 6000;
const toasts = createStore<readonly Toast[]>([]);
let last = 0;

export function say(text: string): void {
  add({ kind: "good", text, hint: null });
}

/** Shows why something failed; stays until it is dismissed. */
export function sayProblem(error: unknown): void {
  if (!(error instanceof Problem)) {
    add({ kind: "bad", text: String(error), hint: null });
    return;
  }
  const { message, hint, answered, fields } = error.details;
  const first = answered ? ` ${answered.by} answered ${ago(answered.at)}: ${answered.status}.` : "";
  const wrong = fields?.map(({ path, message: why }) => `${path}: ${why}`).join("; ");
  add({ kind: "bad", text: `${message}${first}`, hint: wrong ?? hint });
}

export function Toasts() {
  const shown = toasts.useValue();
  return (
    <div className="toasts" role="status" aria-live="polite">
      {shown.map(({ id, kind, text, hint }) => (
        <div key={id} className={`toast ${kind}`}>
          <div>
            <Shown text={text} />
            {hint !== null && (
              <div className="muted">
                <Shown text={hint} />
              </div>
            )}
          </div>
          <button type="button" className="quiet" aria-label="Dismiss" onClick={() => remove(id)}>
            ×
          </button>
        </div>
      ))}
    </div>
  );
}

function add(toast: Omit<Toast, "id">): void {
  last += 1;
  const id = last;
  toasts.set([...toasts.get().slice(-3), { ...toast, id }]);
  if (toast.kind === "good") setTimeout(() => remove(id), STAYS_MS);
}

function remove(id: number): void {
  toasts.set(toasts.get().filter((toast) => toast.id !== id));
}
