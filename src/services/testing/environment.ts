import type { TestResult } from "../../domain/entities/test-result.ts";

export interface EnvironmentProblem {
  /** Share of the executed tests that failed otherwise than by an assertion, 0 to 1. */
  readonly share: number;
  readonly failing: number;
  readonly executed: number;
  readonly commonest: { readonly error_type: string; readonly error_message: string };
  /** True where the errors themselves speak of the machine (a missing package, no network, no permission). */
  readonly certain: boolean;
  readonly why: string;
}

const THRESHOLD = 0.8;
/** Below this many tests a share says little: three tests of one broken function are a bug. */
const FEW = 5;

const ASSERTION = /assert|expect|mismatch|^UnexpectedPass$|^testCodeFailure$|panic|^TestFailure$/i;
const SOURCE = /^(SyntaxError|IndentationError|TabError|BuildError|CompileError)$/;
const MACHINE =
  /No module named|Cannot find (module|package)|ERR_MODULE_NOT_FOUND|ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EACCES|EPERM|ENOSPC|EADDRINUSE|Connection refused|could not connect|Permission denied|No space left|command not found|Read-only file system|fixture '.*' not found|Temporary failure in name resolution/i;

/**
 * More than 80 % failing, and not by assertions, is called a problem of the environment and not a bug. Code that
 * does not parse is never the environment's fault.
 */
export function diagnoseEnvironment(result: TestResult): EnvironmentProblem | null {
  const executed = result.total_tests - result.skipped;
  const odd = result.failures.filter(
    ({ error_type }) => !ASSERTION.test(error_type) && !SOURCE.test(error_type),
  );
  if (executed === 0 || odd.length / executed <= THRESHOLD) return null;

  const ofMachine = odd.filter(({ error_message, error_type }) =>
    MACHINE.test(`${error_type}: ${error_message}`),
  );
  const certain = ofMachine.length > odd.length / 2;
  if (!certain && executed < FEW) return null;

  const commonest = commonestOf(certain ? ofMachine : odd);
  const share = odd.length / executed;
  const why = `${odd.length} of ${executed} tests failed with errors that are not assertions, most often ${commonest.error_type}: ${firstLine(commonest.error_message)}`;
  return { share, failing: odd.length, executed, commonest, certain, why };
}

function commonestOf(failures: TestResult["failures"]): EnvironmentProblem["commonest"] {
  const groups = Map.groupBy(
    failures,
    ({ error_type, error_message }) => `${error_type}: ${firstLine(error_message)}`,
  );
  const [largest] = [...groups.values()].sort((a, b) => b.length - a.length);
  const { error_type, error_message } = largest?.[0] ?? { error_type: "Error", error_message: "" };
  return { error_type, error_message };
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0] ?? "";
}

/** Why a suite gave no verdict, as the rest of a sentence that starts with its name. */
export function whyNotStarted({ status, raw_output, exit_code }: TestResult): string {
  if (status === "timed_out") return "timed out before any test finished";
  const lines = raw_output.split("\n").map((line) => line.trim());
  const telling = lines.findLast((line) => /error|cannot|not found|failed|denied/i.test(line));
  const last = telling ?? lines.findLast((line) => line !== "") ?? "";
  return `could not start (exit code ${exit_code ?? "none"})${last === "" ? "" : `: ${last.slice(0, 300)}`}`;
}
