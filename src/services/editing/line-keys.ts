import type { LineKey } from "./source-index.ts";

export const trimmed: LineKey = (line) => line.trim();
