import { NO_TESTS } from "../../domain/entities/test-result.ts";
import type { Violation } from "../../domain/entities/violation.ts";
import type { ViolationSource } from "../../domain/ports/repair.ts";
import { COSTS } from "./costs.ts";
import { languageOf } from "./languages/list.ts";
import type { Suspicion } from "./localize/suspicion.ts";
import { operators } from "./operators/list.ts";
import { applyEdits } from "./propose/apply.ts";
import { createCrashLog } from "./propose/crashes.ts";
import { propose } from "./propose/propose.ts";
import { hasSyntaxError } from "./syntax/parse.ts";

/** Each one costs a run of the checking program, so only the likeliest are tried. */
const MOST_CANDIDATES = 40;
/** Removing the code that a rule reports silences the rule; it does not fix the code. */
const SILENCING = new Set(["delete-statement"]);

export interface ViolationSearchOptions {
  /**
   * Whether a program, such as a type checker or a linter, decides if the violation is gone, as a test would.
   */
  readonly isJudgedByProgram: (violation: Violation) => Promise<boolean>;
}

/** Edit operators at the location of a violation, for rules that report a problem without their own fix. */
export function createViolationSearch({ isJudgedByProgram }: ViolationSearchOptions): ViolationSource {
  const crashes = createCrashLog();
  return {
    id: "search",
    account: () => crashes.drain(),
    async *patches({ violation, tree, signal }) {
      const { file_path: path, line } = violation;
      const language = languageOf(path);
      if (line === null || language === null || !(await isJudgedByProgram(violation))) return;
      const text = await tree.readText(path);
      const target = { failing: NO_TESTS, sources: [{ path, text }], tests: [], coverage: null };
      const chosen = operators.filter((operator) => !SILENCING.has(operator.meta.id));
      let offered = 0;
      for (const patch of propose(target, {
        operators: chosen,
        suspicion: near(line),
        onCrash: crashes.add,
      })) {
        if (signal.aborted || offered >= MOST_CANDIDATES) return;
        const changed = applyEdits(patch.edits, new Map([[path, text]])).get(path) ?? text;
        if (hasSyntaxError(language.grammar, changed)) continue;
        offered += 1;
        yield { patch };
      }
    },
  };
}

/** The reported line is the likeliest; the cause may be a line or two above it. */
function near(place: number): Suspicion {
  const of = (_path: string, line: number) =>
    Math.max(0, 1 - Math.abs(line - place) * COSTS.suspicion.perLineFromViolation);
  return { of, isLinked: () => true, most: () => 1, why: () => "at the line that the check reports" };
}
