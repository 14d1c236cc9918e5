import type { TestFailure } from "../entities/test-result.ts";

const LONGEST_MESSAGE = 2000;
const LONGEST_TRACE = 3000;
/** Where an attempt's tree is, ahead of the paths that a brain knows. */
const COPY = /(?:file:\/\/)?\/[^\s"'()]*\/\.agentforge\/attempts\/[^/\s]+\/tree\//g;

/** A failed test in a few fields that say everything once. */
export function describeFailure(failure: TestFailure) {
  const { test_id, test_file, line_number, error_type, error_message } = failure;
  return {
    test_id,
    ...(test_file !== null && { at: line_number === null ? test_file : `${test_file}:${line_number}` }),
    error: cut(`${error_type}: ${error_message}`, LONGEST_MESSAGE),
    trace: cut(traceOf(failure), LONGEST_TRACE),
  };
}

/** The same as lines. */
export function failureText(failure: TestFailure): string {
  const { test_id, at, error, trace } = describeFailure(failure);
  return [`${test_id}${at ? ` (${at})` : ""}`, error, ...(trace === "" ? [] : [trace])].join("\n");
}

/** Most traces begin with the message again, name the copy in every line, and end in frames of the runtime itself. */
function traceOf({ error_message, stack_trace }: TestFailure): string {
  const message = error_message.trim();
  const rest = message === "" ? stack_trace : stack_trace.replace(message, "");
  return rest
    .split("\n")
    .filter((line) => !/^(?:[\w .[\]]+:)?\s*$|(?:\bat |\()node:/.test(line))
    .join("\n")
    .replace(COPY, "");
}

function cut(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest)}…`;
}
