// A reporter for Mocha (6 and later). Writes one JSON line per event, and prints the same as `spec`.
const { openSync, writeSync } = require("node:fs");
const { join, relative } = require("node:path");

/** @this {{ shown?: unknown }} */
module.exports = function AgentForgeReporter(runner, options) {
  const output = openSync(join(process.env.AGENTFORGE_ARTIFACTS ?? ".", "report.jsonl"), "a");
  const start = process.cwd();
  const emit = (event) => writeSync(output, `${JSON.stringify(event)}\n`);
  const file = (test) => (fileOf(test) ? relative(start, fileOf(test)) : null);
  const told = (test, status, error = null) =>
    emit({
      event: "test",
      file: file(test),
      path: titles(test),
      status,
      seconds: (test.duration ?? 0) / 1000,
      line: null,
      failure: error && describe(error),
    });

  emit({ event: "start", tool: "mocha" });
  runner.on("test", (test) => emit({ event: "begin", file: file(test), path: titles(test) }));
  runner.on("test end", (test) => emit({ event: "finish", file: file(test), path: titles(test) }));
  runner.on("pass", (test) => told(test, "passed"));
  runner.on("pending", (test) => told(test, "skipped"));
  runner.on("fail", (test, error) => told(test, test.type === "hook" ? "error" : "failed", error));
  runner.on("end", () => emit({ event: "end" }));

  const Spec = require.main?.require ? spec() : null;
  if (Spec) this.shown = new Spec(runner, options);
};

// The reporter of the Mocha installation that loaded us.
function spec() {
  const loaded = Object.keys(require.cache).find((path) =>
    /[\\/]mocha[\\/]lib[\\/]reporters[\\/]spec\.js$/.test(path),
  );
  return loaded ? require.cache[loaded]?.exports : null;
}

function titles(test) {
  if (typeof test.titlePath === "function") return test.titlePath().filter((title) => title !== "");
  return [test.fullTitle()];
}

function fileOf(test) {
  for (let each = test; each; each = each.parent) if (each.file) return each.file;
  return null;
}

function describe(error) {
  const shown = error.showDiff !== false && error.expected !== undefined && error.actual !== undefined;
  return {
    type: String(error.name ?? error.constructor?.name ?? "Error").replace(/ \[.*\]$/, ""),
    message: String(error.message ?? error),
    stack: `${error.stack ?? error}${shown ? `\n\nexpected: ${text(error.expected)}\nactual:   ${text(error.actual)}` : ""}`,
  };
}

function text(value) {
  try {
    return (typeof value === "string" ? value : JSON.stringify(value)) ?? String(value);
  } catch {
    return String(value);
  }
}
