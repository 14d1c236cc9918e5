import type { ChangedFile } from "./aims.ts";

/** A JavaScript file for the worker. */
export function instrument(file: ChangedFile, side: "before" | "after"): object {
  return { path: file.path, text: file[side].text };
}
