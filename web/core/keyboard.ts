import { useEffect, useRef } from "react";

export interface KeyBinding {
  /** As `KeyboardEvent.key` names it. */
  readonly key: string;
  readonly label: string;
  readonly run: () => void;
}

export interface KeyGroup {
  readonly title: string;
  readonly bindings: readonly KeyBinding[];
}

/** Innermost last: what is on top of the page answers first. */
const groups: { current: KeyGroup }[] = [];

/** Binds keys for as long as the component is shown. Keys typed into a field or held with Ctrl stay the browser's. */
export function useKeys(title: string, bindings: readonly KeyBinding[]): void {
  const group = useRef<KeyGroup>({ title, bindings });
  group.current = { title, bindings };
  useEffect(() => {
    groups.push(group);
    return () => void groups.splice(groups.indexOf(group), 1);
  }, []);
}

/** What the keys do right now, for the help. */
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

/** Enter on a focused control is that control's own. */
function isPressed({ key, target }: KeyboardEvent): boolean {
  return key === "Enter" && target instanceof HTMLElement && /^(?:A|BUTTON|SUMMARY)$/.test(target.tagName);
}
