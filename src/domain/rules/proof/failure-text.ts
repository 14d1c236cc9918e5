import type { TestFailure } from "../../entities/test-result.ts";
import { shortened } from "../text/shortened.ts";

const LONGEST_MESSAGE = 2000;
const LONGEST_TRACE = 3000;
/** The path of an attempt's tree, a prefix that a brain does not know. */
const COPY = /(?:file:\/\/)?\/[^\s"'()]*\/\.agentforge\/attempts\/[^/\s]+\/tree\//g;

/** A failed test in a few fields, without repetition. */
export function describeFailure(failure: TestFailure) {
  const { test_id, test_file, line_number, error_type, error_message } = failure;
  return {
    test_id,
    ...(test_file !== null && { at: line_number === null ? test_file : `${test_file}:${line_number}` }),
    error: shortened(`${error_type}: ${error_message}`, LONGEST_MESSAGE),
    trace: shortened(traceOf(failure), LONGEST_TRACE),
  };
}

/** The same, as lines of text. */
export function failureText(failure: TestFailure): string {
  const { test_id, at, error, trace } = describeFailure(failure);
  return [`${test_id}${at ? ` (${at})` : ""}`, error, ...(trace === "" ? [] : [trace])].join("\n");
}

/** Most stack traces repeat the message, name the copy in every line, and end in frames of the runtime itself. */
function traceOf({ error_message, stack_trace }: TestFailure): string {
  const message = error_message.trim();
  const rest = message === "" ? stack_trace : stack_trace.replace(message, "");
  return rest
    .split("\n")
    .filter((line) => !/^(?:[\w .[\]]+:)?\s*$|(?:\bat |\()node:/.test(line))
    .join("\n")
    .replace(COPY, "");
}
