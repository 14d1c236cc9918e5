import { z } from "zod";
import type { Replacement } from "./replacement.ts";

const Span = z.looseObject({
  file_name: z.string(),
  line_start: z.int().positive(),
  line_end: z.int().positive(),
  column_start: z.int().positive(),
  column_end: z.int().positive(),
  text: z.array(z.looseObject({ text: z.string() })).default([]),
  suggested_replacement: z.string(),
  suggestion_applicability: z.string(),
});
type Span = z.output<typeof Span>;

/** The spans of one suggestion are one change; a note has none, or spans without a replacement. */
const Suggestion = z.looseObject({ spans: z.array(Span).min(1) });

/** Safest first. Suggestions with placeholders are not code; whether the others are correct is for the tests to decide. */
const USABLE = ["MachineApplicable", "MaybeIncorrect", "Unspecified"];

/** The safest suggestion in a rustc or clippy message; empty if it has none. */
export function readSuggestion(children: unknown): readonly Replacement[] {
  const suggestions = (Array.isArray(children) ? children : []).flatMap(
    (child) => Suggestion.safeParse(child).data ?? [],
  );
  for (const usable of USABLE) {
    const found = suggestions.find(({ spans }) =>
      spans.every((span) => span.suggestion_applicability === usable),
    );
    if (found !== undefined) return found.spans.map(replacementOf);
  }
  return [];
}

function replacementOf(span: Span): Replacement {
  const { file_name, line_start, line_end, column_start, column_end, text, suggested_replacement } = span;
  return {
    path: file_name,
    start: { line: line_start, column: unitsBefore(text[0]?.text, column_start) },
    end: { line: line_end, column: unitsBefore(text.at(-1)?.text, column_end) },
    text: suggested_replacement,
  };
}

/** rustc counts characters in a line, our columns count UTF-16 units. */
function unitsBefore(line: string | undefined, column: number): number {
  if (line === undefined) return column;
  return [...line].slice(0, column - 1).join("").length + 1;
}
