import type { TestResult } from "../../../domain/entities/test-result.ts";
import { counted } from "../../../domain/rules/text/counted.ts";
import { STARTUP_PROBLEMS } from "./startup-problems.ts";
import { clean } from "./text.ts";
import { notDoneAfter } from "./time-out.ts";

export interface EnvironmentProblem {
  /** Fraction of the executed tests that failed other than by an assertion, 0 to 1. */
  readonly share: number;
  readonly failing: number;
  readonly executed: number;
  readonly commonest: { readonly error_type: string; readonly error_message: string };
  /** True if the errors themselves point to the machine (a missing package, no network, no permission). */
  readonly certain: boolean;
  readonly why: string;
}

const THRESHOLD = 0.8;
/** With fewer tests, a fraction means little: three failing tests of one function are a bug. */
const FEW = 5;

const ASSERTION = /assert|expect|mismatch|^UnexpectedPass$|^testCodeFailure$|panic|^TestFailure$/i;
const SOURCE = /^(SyntaxError|IndentationError|TabError|BuildError|CompileError)$/;
const MACHINE =
  /No module named|Cannot find (module|package)|ERR_MODULE_NOT_FOUND|ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EACCES|EPERM|ENOSPC|EADDRINUSE|Connection refused|could not connect|Permission denied|No space left|command not found|Read-only file system|fixture '.*' not found|Temporary failure in name resolution/i;

/**
 * A file of the project imported by a wrong name. Files that a build or an install should have created are the
 * environment's fault.
 */
const OWN_FILE =
  /Cannot find module '(?:file:\/\/)?\.{0,2}\/(?![^']*(?:node_modules|dist|build|out|generated)\/)/;

/**
 * If more than 80% fail, and not by assertions, it is a problem with the environment and not a bug. Code that does not
 * parse is never the environment's fault.
 */
export function diagnoseEnvironment(result: TestResult): EnvironmentProblem | null {
  const executed = result.total_tests - result.skipped;
  const odd = result.failures.filter(
    ({ error_type }) => !ASSERTION.test(error_type) && !SOURCE.test(error_type),
  );
  if (executed === 0 || odd.length / executed <= THRESHOLD) return null;

  const ofMachine = odd.filter(
    ({ error_message, error_type }) =>
      MACHINE.test(`${error_type}: ${error_message}`) && !OWN_FILE.test(error_message),
  );
  const certain = ofMachine.length > odd.length / 2;
  if (!certain && executed < FEW) return null;

  const commonest = commonestOf(certain ? ofMachine : odd);
  const share = odd.length / executed;
  const why = `${odd.length} of ${counted(executed, "test")} failed with errors that are not assertions, most often ${commonest.error_type}: ${firstLine(commonest.error_message)}`;
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

const STEP = /^The step "(.*)" before the tests failed: (.*)\.$/m;
/** The last line of the output, which we add. */
const TIME_OUT = /\nThe sandbox stopped it: (it .*)\.\s*$/;
const GLOBAL_SETUP = /globalSetup|GlobalSetup|globalTeardown|Got error running global/;

/**
 * Why a suite produced no result, as an actionable phrase: "vitest could not start: <phrase>". For results with the
 * status `could_not_run`, `timed_out` or `no_tests`.
 */
export function whyNotStarted(result: TestResult): string {
  const output = clean(result.raw_output, Number.POSITIVE_INFINITY);
  const known = knownProblem(output);
  const [, step, how] = STEP.exec(output) ?? [];
  if (step !== undefined) {
    const reason = known ?? lastWords(output.replace(STEP, ""));
    return `the step "${step}" before the tests failed (${how})${reason === "" ? "" : `: ${reason}`}`;
  }
  if (result.status === "timed_out")
    return TIME_OUT.exec(output)?.[1] ?? notDoneAfter(result.duration_seconds * 1000);
  const reason = known ?? lastWords(output);
  if (result.status === "no_tests" && known === null)
    return `it found no test to run${reason === "" ? "" : `: ${reason}`}`;
  if (GLOBAL_SETUP.test(output)) return `its global setup failed: ${reason}`;
  if (reason !== "") return reason;
  return `it ended with ${result.exit_code === null ? "a signal" : `exit code ${result.exit_code}`} and printed nothing`;
}

function knownProblem(output: string): string | null {
  for (const { pattern, say } of STARTUP_PROBLEMS) {
    const match = pattern.exec(output);
    const said = match && say(match);
    if (said) return said;
  }
  return null;
}

const NOISE =
  /^\s*(at\s|❯|\^|~|⎯|=+$|-+$|\d+\s*[|│]|\|)|^(Node\.js v|npm (warn|notice|info)|npm error (code|errno|syscall|path|A complete log)|--- stderr ---|\.$|make: \*\*\*)|^\s*$/i;
const TELLING = /error|exception|fail|cannot|could not|fatal|panic|not found|missing|invalid|unexpected/i;

/** The most informative lines of an output: the last that mentions an error, otherwise the last ones. */
function lastWords(output: string): string {
  const lines = output
    .split("\n")
    .filter((line) => !NOISE.test(line))
    .map((line) => line.trim());
  const telling = lines.findLast((line) => TELLING.test(line));
  return (telling ?? lines.slice(-3).join(" / ")).slice(0, 400);
}
