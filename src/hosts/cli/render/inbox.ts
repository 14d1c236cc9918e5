import type { Waiting } from "../../../workflows/inbox/inbox.ts";
import { type Paint, visible } from "../terminal.ts";

const UNITS = [
  ["d", 86_400],
  ["h", 3600],
  ["min", 60],
] as const;

export function ageOf({ since }: Pick<Waiting, "since">, now: number): number {
  return Math.max(0, Math.round((now - (Date.parse(since) || now)) / 1000));
}

/** `3 d`, `5 h`, `12 min`, `now`. */
export function ageText(seconds: number): string {
  const [unit, length] = UNITS.find(([, size]) => seconds >= size) ?? [null, 1];
  return unit === null ? "now" : `${Math.floor(seconds / length)} ${unit}`;
}

export function lineFor(waiting: Waiting, now: number, paint: Paint): string {
  const age = ageText(ageOf(waiting, now)).padStart(6);
  const title = visible(waiting.title).replaceAll("\n", " ");
  return `${paint("dim", age)}  ${waiting.kind.padEnd(10)}  ${paint("cyan", visible(waiting.id))}  ${title}`;
}

export function nextFor({ next }: Waiting, paint: Paint): string {
  const [first = ""] = next;
  return paint("dim", `        → agentforge ${visible(first)}`);
}
