import { bandOf, LEAST_SHOWN } from "./confidence.ts";

export type GateMode = "autonomous" | "supervised" | "threshold";

export interface GateSettings {
  readonly mode: GateMode;
  readonly askAfterFailedIterations: number;
  readonly askBelowConfidence: number;
  /** How much new code each fixed test or violation can prove. */
  readonly tokensPerTest: number;
  /** The user allows changes to land although no test runs their lines. A repository cannot set this. */
  readonly allowUncovered: boolean;
}

export interface GateInput {
  readonly confidence: number;
  readonly failedIterations: number;
  /** Touched files that match the critical patterns; the caller does the matching. */
  readonly criticalFiles: readonly string[];
  /** Other changes that pass every test and behave differently: the tests do not decide which is right. */
  readonly rivals: number;
  /** Failing tests that the change was meant to fix and does not. */
  readonly stillFailing: number;
  /** Objections to the change although the tests pass. */
  readonly doubts: readonly string[];
  /** Parts of the change that could differ without any test noticing. */
  readonly unnoticed: readonly string[];
  /** The number of added words, numbers and operators that the fixed tests must prove. */
  readonly newTokens: number;
  /** Tests that failed before and pass now, and violations that are gone. */
  readonly achieved: number;
  /** Violations that the change adds. */
  readonly newViolations: readonly string[];
  /** Why the tests prove nothing about the changed lines; null if they run them. */
  readonly uncovered: string | null;
}

export type GateVerdict =
  | { readonly status: "apply" }
  | { readonly status: "ask"; readonly because: readonly string[] }
  /** Nobody may be asked, but this needs a person: it waits and is escalated. */
  | { readonly status: "escalate"; readonly because: readonly string[] }
  /** Too doubtful to show to a person: try another. */
  | { readonly status: "reject"; readonly because: readonly string[] };

/** Tests that fail for the same reason carry the same information, so additional ones prove nothing more. */
const MOST_COUNTED = 2;

/** Whether a proven change may land without asking. The rules are in docs/gate.md. */
export function judgeGate(input: GateInput, settings: GateSettings): GateVerdict {
  const confidence = input.confidence.toFixed(2);
  if (bandOf(input.confidence) === "reject") {
    return { status: "reject", because: [`confidence ${confidence} is below ${LEAST_SHOWN.toFixed(2)}`] };
  }
  const always = needsPerson(input, settings);
  switch (settings.mode) {
    case "autonomous":
      return always.length === 0 ? { status: "apply" } : { status: "escalate", because: always };
    case "supervised":
      return {
        status: "ask",
        because: [...always, ...overThreshold(input, settings), "every change needs approval (supervised)"],
      };
    case "threshold": {
      const because = [...always, ...overThreshold(input, settings)];
      return because.length === 0 ? { status: "apply" } : { status: "ask", because };
    }
  }
}

/** Reasons that apply in every mode: the tests do not prove that this change is right. */
function needsPerson(input: GateInput, { allowUncovered, tokensPerTest }: GateSettings): string[] {
  const because: string[] = [...input.doubts, ...input.unnoticed];
  const { stillFailing: left, rivals } = input;
  if (left > 0) because.push(`${left} ${left === 1 ? "test still fails" : "tests still fail"}`);
  if (rivals > 0) {
    because.push(
      rivals === 1
        ? "another change passes every test and behaves differently"
        : `${rivals} other changes pass every test and behave differently`,
    );
  }
  if (input.newTokens > Math.min(input.achieved, MOST_COUNTED) * tokensPerTest)
    because.push(whyTooLarge(input));
  if (input.uncovered !== null && !allowUncovered) because.push(input.uncovered);
  return [...because, ...input.newViolations];
}

/** A few examples cannot tell a right rule from a wrong one of the same size. */
function whyTooLarge({ newTokens, achieved }: GateInput): string {
  const tokens = `${newTokens} new ${newTokens === 1 ? "token" : "tokens"} of code`;
  if (achieved === 0) return `${tokens}, and no fixed test or violation proves what they do`;
  const counted = achieved === 1 ? "1 fixed test or violation" : `${achieved} fixed tests or violations`;
  return `${tokens}, but only ${counted}: too few to prove a change of this size`;
}

function overThreshold(input: GateInput, settings: GateSettings): string[] {
  const because: string[] = [];
  if (input.failedIterations >= settings.askAfterFailedIterations) {
    because.push(`${input.failedIterations} iterations failed before this one`);
  }
  if (input.confidence < settings.askBelowConfidence) {
    const limit = settings.askBelowConfidence.toFixed(2);
    because.push(`confidence ${input.confidence.toFixed(2)} is below ${limit}`);
  }
  if (input.criticalFiles.length > 0) because.push(`critical files: ${input.criticalFiles.join(", ")}`);
  return because;
}
