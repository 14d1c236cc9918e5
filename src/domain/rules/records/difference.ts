import { shortened } from "../text/shortened.ts";

export interface Difference {
  /** As a JSON pointer: `/output/failures/0/error_message`. */
  readonly place: string;
  readonly recorded: string;
  readonly now: string;
}

/** The first place where two JSON values differ; null if they are equal. */
export function firstDifference(recorded: unknown, now: unknown, place = ""): Difference | null {
  if (Object.is(recorded, now)) return null;
  if (!isBranch(recorded) || !isBranch(now) || Array.isArray(recorded) !== Array.isArray(now)) {
    return { place: place || "/", recorded: show(recorded), now: show(now) };
  }
  for (const key of new Set([...Object.keys(recorded), ...Object.keys(now)])) {
    const escaped = key.replaceAll("~", "~0").replaceAll("/", "~1");
    const difference = firstDifference(own(recorded, key), own(now, key), `${place}/${escaped}`);
    if (difference) return difference;
  }
  return null;
}

/** Data may have a key called `__proto__` or `toString`; an inherited property with that name is not data. */
function own(branch: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(branch, key) ? branch[key] : undefined;
}

function isBranch(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function show(value: unknown): string {
  const text = value === undefined ? "nothing" : JSON.stringify(value);
  return shortened(text, 300);
}
