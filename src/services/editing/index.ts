import type { Editor } from "../../domain/ports/editing.ts";
import { type PlanOptions, planEdits } from "./plan.ts";
import { unifiedDiff } from "./unified-diff.ts";

export { type PlanOptions, planEdits } from "./plan.ts";
export { createSyntaxCheck } from "./syntax-check.ts";
export { unifiedDiff } from "./unified-diff.ts";

export function createEditor(options: PlanOptions = {}): Editor {
  return { plan: (request, files) => planEdits(request, files, options), diff: unifiedDiff };
}
