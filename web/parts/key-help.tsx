import { currentKeys } from "../core/keyboard.ts";
import { Dialog } from "./dialog.tsx";

const NAMES: Readonly<Record<string, string>> = { Enter: "Enter", ArrowDown: "↓", ArrowUp: "↑" };

/** What the keys do on this page. */
export function KeyHelp({ close }: { readonly close: () => void }) {
  return (
    <Dialog title="Keys" close={close}>
      {currentKeys().map(({ title, bindings }) => (
        <section key={title} className="keys">
          <h3>{title}</h3>
          <dl>
            {bindings.map(({ key, label }) => (
              <div key={key}>
                <dt>
                  <kbd>{NAMES[key] ?? key}</kbd>
                </dt>
                <dd>{label}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <p className="muted">In a dialog, Ctrl-Enter sends and Escape closes.</p>
    </Dialog>
  );
}
