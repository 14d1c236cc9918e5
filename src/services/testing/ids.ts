import type { RunRequest } from "./contract.ts";
import { pathArgument } from "./path-argument.ts";
import { toRoot } from "./paths.ts";

/** Splits an id. If a title itself contains " > ", it is split too; the pieces together still match. */
export function splitId(id: string): { file: string; titles: string[] } {
  const [file = "", ...titles] = id.replace(/ #\d+$/, "").split(" > ");
  return { file, titles };
}

/** The files that a selection names, relative to the suite's root; null to run everything. */
export function selectedFiles({ selection, root }: RunRequest): string[] | null {
  if (selection.kind === "all") return null;
  const files = selection.kind === "files" ? selection.files : selection.ids.map((id) => splitId(id).file);
  return [...new Set(files)].map((file) => pathArgument(toRoot(root, file)));
}
