import { bandOf } from "./confidence.ts";

export type GateMode = "autonomous" | "supervised" | "threshold";

export interface GateSettings {
  readonly mode: GateMode;
  readonly askAfterFailedIterations: number;
  readonly askBelowConfidence: number;
}

export interface GateInput {
  readonly confidence: number;
  readonly failedIterations: number;
  /** Touched files that match the critical patterns; matching is the caller's. */
  readonly criticalFiles: readonly string[];
  /** Other changes that pass every test and behave otherwise: the tests do not say which is meant. */
  readonly disagreeing?: number;
  /** Failing tests that the change was meant to mend and does not: it is a part of a repair, whatever the mode. */
  readonly stillFailing?: number;
  /** What the checks hold against the change. */
  readonly checkReasons?: readonly string[];
}

export type GateVerdict =
  | { readonly status: "apply" }
  | { readonly status: "ask"; readonly because: readonly string[] }
  /** Too doubtful to put to a person: try another. */
  | { readonly status: "reject"; readonly because: readonly string[] };

/** Whether a verified change may land without asking. */
export function judgeGate(input: GateInput, settings: GateSettings): GateVerdict {
  const confidence = input.confidence.toFixed(2);
  if (bandOf(input.confidence) === "reject") {
    return { status: "reject", because: [`confidence ${confidence} is below 0.30`] };
  }
  const left = input.stillFailing ?? 0;
  const part = left === 0 ? [] : [`${left} ${left === 1 ? "test still fails" : "tests still fail"}`];
  if (settings.mode === "autonomous" && left > 0) return { status: "ask", because: part };
  if (settings.mode === "autonomous") return { status: "apply" };
  if (settings.mode === "supervised")
    return { status: "ask", because: ["every change is asked about (supervised)"] };

  const because: string[] = [...part];
  if (input.failedIterations >= settings.askAfterFailedIterations) {
    because.push(`${input.failedIterations} iterations failed before this one`);
  }
  if (input.confidence < settings.askBelowConfidence) {
    because.push(`confidence ${confidence} is below ${settings.askBelowConfidence.toFixed(2)}`);
  }
  if ((input.disagreeing ?? 0) > 0) {
    const many =
      input.disagreeing === 1 ? "another change passes" : `${input.disagreeing} other changes pass`;
    because.push(`${many} every test and would behave otherwise`);
  }
  because.push(...(input.checkReasons ?? []));
  if (input.criticalFiles.length > 0) because.push(`critical files: ${input.criticalFiles.join(", ")}`);
  return because.length > 0 ? { status: "ask", because } : { status: "apply" };
}
