import { operators } from "../../../src/services/repair/operators/list.ts";
import { applyEdits } from "../../../src/services/repair/propose/apply.ts";
import { propose } from "../../../src/services/repair/propose/propose.ts";
import { makeTarget } from "./target.ts";

/** A file after each candidate of the wider search, in which every place is suspected. */
export function changedTexts(path: string, before: string): readonly string[] {
  const suspicion = { of: () => 1, most: () => 1, isLinked: () => true, why: () => "" };
  return [...propose(makeTarget({ [path]: before }, {}), { operators, suspicion, looser: 1 })].map(
    ({ edits }) => applyEdits(edits, new Map([[path, before]])).get(path) ?? "",
  );
}
