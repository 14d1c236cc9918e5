import { hash } from "node:crypto";
import type { CachedViolation } from "./check-cache.ts";
import type { RawViolation } from "./check-type.ts";
import type { LineMap } from "./position.ts";

/** Adds the lines around each violation, which distinguish it from equal code elsewhere in its file. */
export function withSurroundings(
  findings: readonly RawViolation[],
  lines: () => LineMap,
): readonly CachedViolation[] {
  if (findings.length === 0) return [];
  const map = lines();
  const nearest = (line: number, step: number) => {
    for (let at = line + step; at >= 1 && at <= map.lines; at += step) {
      const text = map.textOf(at).trim();
      if (text !== "") return text;
    }
    return "";
  };
  return findings.map((raw) => {
    if (raw.range === null) return { ...raw, surroundings: "" };
    const around = `${nearest(raw.range.line, -1)}\n${nearest(raw.range.endLine, 1)}`;
    return { ...raw, surroundings: hash("sha256", around).slice(0, 12) };
  });
}
