import { lineIndexAt, lineStarts } from "../../../domain/rules/text/line-starts.ts";

let latest = { source: "", starts: lineStarts("") };

/** Counted from 1. Called for every candidate of a file in turn, so the line starts of the latest file are cached. */
export function lineAt(source: string, offset: number): number {
  if (latest.source !== source) latest = { source, starts: lineStarts(source) };
  return lineIndexAt(latest.starts, offset) + 1;
}
