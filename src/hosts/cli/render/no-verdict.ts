import type { TestResult } from "../../../domain/entities/test-result.ts";
import type { NoVerdict } from "../../../workflows/proof/no-verdict.ts";
import { type Paint, visible } from "../terminal.ts";
import { renderHint } from "./problem.ts";

/** Lines of the test tool's output that are shown. */
const SHOWN = 20;

/** Why the tests gave no answer, what they printed if that explains it, and what to do next. */
export function renderNoVerdict(
  { cause, why, hint, result }: NoVerdict & { readonly result?: TestResult | null },
  paint: Paint,
): string {
  const isRun = cause === "no_match" || cause === "only_without_change";
  const output = isRun ? "" : (result?.raw_output.trim() ?? "");
  return [
    `${paint("red", isRun ? "✖ No verdict:" : "✖ Could not run:")} ${visible(why)}.`,
    ...(output === "" ? [] : output.split("\n").slice(-SHOWN)).map((line) => `    ${visible(line)}`),
    renderHint(hint),
  ].join("\n");
}
