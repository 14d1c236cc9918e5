import { useEffect, useRef } from "react";

export interface KeyBinding {
  /** A value of `KeyboardEvent.key`. */
  readonly key: string;
  readonly label: string;
  readonly run: () => void;
}

export interface KeyGroup {
  readonly title: string;
  readonly bindings: readonly KeyBinding[];
}

/** The topmost layer of the page is last, and handles a key first. */
const groups: { current: KeyGroup }[] = [];

/** Binds keys while the component is mounted. Keys typed into a field or pressed with Ctrl are left to the browser. */
export function useKeys(title: string, bindings: readonly KeyBinding[]): void {
  const group = useRef<KeyGroup>({ title, bindings });
  group.current = { title, bindings };
  useEffect(() => {
    groups.push(group);
    return () => void groups.splice(groups.indexOf(group), 1);
  }, []);
}

/** The current key bindings, for the help. */
export function currentKeys(): KeyGroup[] {
  return groups.map(({ current }) => current).filter(({ bindings }) => bindings.length > 0);
}

export function startKeyboard(): void {
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (document.querySelector("dialog[open]") !== null) return;
    for (const { current } of groups.toReversed()) {
      const binding = current.bindings.find(({ key }) => key === event.key);
      if (binding === undefined || isPressed(event)) continue;
      event.preventDefault();
      binding.run();
      return;
    }
  });
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

/** Enter on a focused control activates that control. */
function isPressed({ key, target }: KeyboardEvent): boolean {
  return key === "Enter" && target instanceof HTMLElement && /^(?:A|BUTTON|SUMMARY)$/.test(target.tagName);
}
