import type { Selection } from "../../domain/ports/testing.ts";
import type { ReportedTest } from "./contract.ts";

const SEPARATORS = ["::", " > "];

/** Whether a reported test is one of those asked for. A file that could not be loaded stands for all its tests. */
export function matchesSelection(test: ReportedTest, selection: Selection): boolean {
  if (selection.kind === "all") return true;
  if (selection.kind === "files") return test.file === null || selection.files.includes(test.file);
  if (selection.ids.includes(test.id)) return true;
  const standsForOthers = test.status === "error" && selection.ids.some((id) => isPartOf(id, test.id));
  return standsForOthers || selection.ids.some((id) => isPartOf(test.id, id) && id === test.file);
}

/** Whether one id lies inside another: a test in its file or package. */
export function isPartOf(id: string, outer: string): boolean {
  return SEPARATORS.some((separator) => id.startsWith(outer + separator)) || id.startsWith(`${outer}.`);
}

/** The files that ids name, to be run whole. */
export function wholeFiles(ids: readonly string[]): Selection {
  const files = ids.map((id) => id.split(/::| > /)[0] ?? id);
  return { kind: "files", files: [...new Set(files)] };
}
