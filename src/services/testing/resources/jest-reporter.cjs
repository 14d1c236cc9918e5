// A reporter for Jest (27 and later).
const { basename } = require("node:path");
const { linesOf, Report } = require("./reporting.cjs");

const STATUS = {
  passed: "passed",
  failed: "failed",
  pending: "skipped",
  skipped: "skipped",
  todo: "skipped",
  disabled: "skipped",
};

class AgentForgeReporter extends Report {
  onRunStart() {
    this.emit({ event: "start", tool: "jest" });
  }

  onTestCaseStart(test, info) {
    this.emit({ event: "begin", file: this.file(test.path), path: [...info.ancestorTitles, info.title] });
  }

  onTestCaseResult(test, result) {
    this.speak();
    this.emit({
      event: "finish",
      file: this.file(test.path),
      path: [...result.ancestorTitles, result.title],
    });
  }

  onTestResult(_test, result) {
    const file = this.file(result.testFilePath);
    for (const each of result.testResults) {
      this.emit({
        event: "test",
        file,
        path: [...each.ancestorTitles, each.title],
        status: STATUS[each.status] ?? "error",
        seconds: (each.duration ?? 0) / 1000,
        line: each.location?.line ?? null,
        failure: each.status === "failed" ? describe(each) : null,
      });
    }
    if (result.testExecError)
      this.emit({
        event: "error",
        file,
        failure: describeError(result.testExecError, result.failureMessage, file),
      });
    if (result.coverage) {
      const files = linesOf(result.coverage, (path) => this.file(path));
      this.emit({ event: "coverage", files });
      // Jest counts coverage per file, so the file stands for its tests.
      const lines = Object.entries(files).map(([path, { executed }]) => [path, executed]);
      this.emit({ event: "lines", file, lines: Object.fromEntries(lines) });
    }
  }

  onRunComplete(_contexts, results) {
    if (results.runExecError)
      this.emit({ event: "error", file: null, failure: describeError(results.runExecError, "", null) });
    this.emit({ event: "end" });
  }
}

function describe({ failureMessages = [], failureDetails = [] }) {
  const [details] = failureDetails;
  const stack = failureMessages.join("\n\n");
  const error = details?.error ?? details;
  const named = /^(?:\w+: )?([A-Z]\w*(?:Error|Exception))\b/.exec(stack)?.[1];
  const isAssertion =
    details?.matcherResult !== undefined || /\bexpect\(|^(\w+: )?assert[.(]/.test(stack.slice(0, 2000));
  return {
    type: isAssertion ? "AssertionError" : (named ?? error?.name ?? "Error"),
    message: String(error?.message ?? stack.split("\n    at ")[0]).replace(/^(Error|AssertionError): /, ""),
    stack,
  };
}

// A file that could not be loaded is reported as an error, as a plain object, or as text for the screen.
function describeError(error, shown, file) {
  const stack = String(error?.stack || shown || "");
  const text = shown || stack;
  const named = /\b([A-Z]\w*(?:Error|Exception)): ([^\n]*)/.exec(`${text}\n${stack}`);
  const message = String(error?.message ?? "")
    .split("\n")
    .find((line) => line.trim() !== "");
  // Babel puts the location of a syntax error in parentheses: `/tree/a.test.js: Unexpected token (2:0)`.
  const place =
    file && new RegExp(`${basename(file).replaceAll(".", "\\.")}: .*\\((\\d+):\\d+\\)`).exec(text);
  return {
    type: named?.[1] ?? error?.name ?? "Error",
    message: named?.[2] ?? message ?? "could not be run",
    stack: text || stack,
    line: place ? Number(place[1]) : null,
  };
}

module.exports = AgentForgeReporter;
