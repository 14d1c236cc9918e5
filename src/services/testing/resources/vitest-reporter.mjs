// A reporter for Vitest (1 and later). Writes one JSON line per event into the artifacts folder.
import { openSync, writeSync } from "node:fs";
import { join, relative } from "node:path";

// biome-ignore lint/style/noDefaultExport: Vitest loads a reporter by its default export.
export default class AgentForgeReporter {
  constructor() {
    this.output = openSync(join(process.env.AGENTFORGE_ARTIFACTS ?? ".", "report.jsonl"), "a");
    this.start = process.cwd();
    this.ended = false;
    this.spoke = performance.now();
  }

  // The tool itself is silent until a file has finished; a watcher must not mistake that for a hang.
  speak() {
    if (performance.now() - this.spoke < 5000) return;
    this.spoke = performance.now();
    process.stdout.write(".\n");
  }

  emit(event) {
    writeSync(this.output, `${JSON.stringify(event)}\n`);
  }

  file(path) {
    return relative(this.start, path);
  }

  onInit(vitest) {
    // A coverage threshold says nothing about the tests, and only a few files are measured.
    if (vitest?.config?.coverage) vitest.config.coverage.thresholds = undefined;
    this.emit({ event: "start", tool: "vitest", version: vitest?.version });
  }

  onTestCaseReady(test) {
    this.emit({ event: "begin", file: this.file(test.module.moduleId), path: titles(test.task ?? test) });
  }

  onTestCaseResult(test) {
    this.speak();
    this.emit({ event: "finish", file: this.file(test.module.moduleId), path: titles(test.task ?? test) });
  }

  onCoverage(coverage) {
    const map = typeof coverage?.toJSON === "function" ? coverage.toJSON() : coverage;
    this.emit({ event: "coverage", files: linesOf(map ?? {}, (path) => this.file(path)) });
  }

  // Vitest 3 and later.
  onTestRunEnd(modules, unhandled) {
    this.finish(
      modules.map((module) => module.task ?? module),
      unhandled,
    );
  }

  // Vitest 1 and 2.
  onFinished(files = [], errors = []) {
    this.finish(files, errors);
  }

  finish(files, unhandled) {
    if (this.ended) return;
    this.ended = true;
    for (const file of files) this.tell(file, unhandled ?? []);
    for (const error of unhandled ?? []) {
      this.emit({
        event: "error",
        file: null,
        id: "(unhandled)",
        name: "(unhandled)",
        failure: describe([error]),
      });
    }
    this.emit({ event: "end" });
  }

  tell(file, unhandled) {
    const path = this.file(file.filepath);
    for (const test of testsOf(file)) {
      const cutShort = unhandled.length > 0 && test.mode === "run" && test.result?.state === undefined;
      const how = cutShort ? { status: "error", failure: { ...describe(unhandled), type: "Crash" } } : {};
      this.emit({ event: "test", file: path, ...summary(test), ...how });
    }
    for (const suite of suitesOf(file)) {
      const errors = suite.result?.errors ?? [];
      if (errors.length === 0) continue;
      const id = suite === file ? undefined : [path, ...titles(suite)].join(" > ");
      this.emit({ event: "error", file: path, id, failure: describe(errors) });
    }
  }
}

function summary(test) {
  const { state, duration, errors = [] } = test.result ?? {};
  const skipped =
    state === "skip" ||
    state === "todo" ||
    state === undefined ||
    test.mode === "skip" ||
    test.mode === "todo";
  const expected = test.fails === true && state === "pass";
  const failed = state === "fail";
  return {
    path: titles(test),
    status: skipped ? "skipped" : failed ? "failed" : expected ? "expected_failure" : "passed",
    seconds: (duration ?? 0) / 1000,
    line: test.location?.line ?? null,
    failure: failed && !skipped ? describe(errors) : null,
  };
}

function titles(task) {
  const found = [];
  for (
    let each = task;
    each && each !== each.file && each.type !== "module";
    each = each.suite ?? each.parent
  )
    found.unshift(each.name);
  return found;
}

function testsOf(task) {
  return (task.tasks ?? []).flatMap((each) => (each.type === "suite" ? testsOf(each) : [each]));
}

function suitesOf(task) {
  return [task, ...(task.tasks ?? []).filter((each) => each.type === "suite").flatMap(suitesOf)];
}

function describe(errors) {
  const [error] = errors;
  if (!error) return { type: "Error", message: "failed", stack: "" };
  return {
    type: String(error.name ?? "Error"),
    message: [error, error.cause]
      .filter(Boolean)
      .map((each) => String(each.message ?? each))
      .join(" "),
    stack: [String(error.stackStr ?? error.stack ?? ""), error.diff ?? ""].filter(Boolean).join("\n\n"),
  };
}

function linesOf(coverage, name) {
  const files = {};
  for (const [path, entry] of Object.entries(coverage)) {
    const { statementMap, s, fnMap = {}, f = {} } = entry.data ?? entry;
    const executed = new Set();
    const executable = new Set();
    for (const [key, { start }] of Object.entries(statementMap)) {
      executable.add(start.line);
      if (s[key] > 0) executed.add(start.line);
    }
    for (const [key, { decl }] of Object.entries(fnMap)) {
      executable.add(decl.start.line);
      if (f[key] > 0) executed.add(decl.start.line);
    }
    files[name(path)] = { executed: [...executed], executable: [...executable] };
  }
  return files;
}
