// A reporter for Vitest (1 and later).
import { linesOf, Report } from "./reporting.cjs";

// biome-ignore lint/style/noDefaultExport: Vitest loads a reporter by its default export.
export default class AgentForgeReporter extends Report {
  constructor() {
    super();
    this.ended = false;
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
