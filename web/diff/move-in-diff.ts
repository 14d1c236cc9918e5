const STOPS = { line: ".lines button[data-change=true]", file: ".file-head > button" } as const;

/** Moves the focus to the next or previous changed line or file. */
export function moveInDiff(unit: keyof typeof STOPS, step: 1 | -1): void {
  const stops = [...document.querySelectorAll<HTMLElement>(`.review .diff ${STOPS[unit]}`)];
  const current = document.activeElement;
  const index = current instanceof HTMLElement ? stops.indexOf(current) : -1;
  const target = stops[index === -1 ? startFrom(stops, current, step) : index + step];
  target?.focus({ preventScroll: true });
  target?.scrollIntoView({ block: "center" });
}

/** Shows or hides the tests that run the focused line. */
export function toggleTests(): void {
  document.activeElement?.closest("tr.line")?.querySelector<HTMLElement>("button.was-run")?.click();
}

/** The first stop after (or before) the focused element. */
function startFrom(stops: readonly HTMLElement[], current: Element | null, step: 1 | -1): number {
  if (current === null || current === document.body) return step === 1 ? 0 : stops.length - 1;
  const isBehind = (stop: HTMLElement) =>
    (current.compareDocumentPosition(stop) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const next = stops.findIndex(isBehind);
  if (step === -1) return next === -1 ? stops.length - 1 : Math.max(0, next - 1);
  return next === -1 ? 0 : next;
}
