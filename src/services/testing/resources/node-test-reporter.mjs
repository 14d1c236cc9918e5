// A reporter for `node --test` (Node 20 and later). Writes one JSON line per event into the artifacts folder.
import { openSync, readFileSync, writeSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const LIMIT = 20_000;

// biome-ignore lint/style/noDefaultExport: the runner loads a reporter by its default export.
export default async function* report(source) {
  const output = openSync(join(process.env.AGENTFORGE_ARTIFACTS ?? ".", "report.jsonl"), "a");
  const emit = (event) => writeSync(output, `${JSON.stringify(event)}\n`);
  const reported = [];
  const errors = new Map();
  const seen = new Set();

  emit({ event: "start", tool: "node:test", version: process.versions.node });
  for await (const { type, data } of source) {
    if (type === "test:stderr") remember(errors, data);
    if (type === "test:start") reported.splice(data.nesting, Infinity, data.name);
    if (type !== "test:pass" && type !== "test:fail") continue;
    if (isFile(data)) {
      const verdict = judgeFile(type, data, errors, seen);
      if (verdict) emit(verdict);
      continue;
    }
    seen.add(entry(data));
    const event = judge(type, data, reported.slice(0, data.nesting));
    if (event) emit(event);
  }
  emit({ event: "end" });
}

function judge(type, data, parents) {
  const suite = data.details?.type === "suite";
  const failureType = data.details?.error?.failureType;
  if (suite && (type === "test:pass" || failureType === "subtestsFailed")) return null;
  return {
    event: "test",
    file: entry(data),
    path: [...parents, data.name],
    status: statusOf(type, data, suite),
    seconds: (data.details?.duration_ms ?? 0) / 1000,
    line: data.line ?? null,
    failure: type === "test:fail" ? describe(data.details?.error) : null,
  };
}

function statusOf(type, data, suite) {
  const given = (mark) => mark !== undefined && mark !== false;
  if (type === "test:pass") return given(data.skip) || given(data.todo) ? "skipped" : "passed";
  if (given(data.todo)) return "expected_failure";
  const failureType = data.details?.error?.failureType;
  return suite || failureType === "hookFailed" || failureType === "cancelledByParent" ? "error" : "failed";
}

// A file that only asserts, without node:test, is one test. A file that could contain tests and reports none has none;
// if it was interrupted, the preload script has reported which test was running.
function judgeFile(type, data, errors, seen) {
  const file = entry(data);
  if (type === "test:pass") {
    if (seen.has(file)) return null;
    if (usesTestModule(data.file)) return null;
    return {
      event: "test",
      file,
      path: [],
      status: "passed",
      seconds: seconds(data),
      line: 1,
      failure: null,
    };
  }
  if (data.details?.error?.failureType === "subtestsFailed") return null;
  const stderr = errors.get(file) ?? "";
  const { signal } = data.details?.error ?? {};
  return { event: "error", file, seconds: seconds(data), failure: fileFailure(data, stderr, signal) };
}

function fileFailure(data, stderr, signal) {
  if (signal)
    return { type: "Crash", message: `the test process was terminated by ${signal}`, stack: stderr };
  return stderr === "" ? describe(data.details?.error) : { output: stderr };
}

function describe(error) {
  if (error === undefined || error === null) return { type: "Error", message: "failed", stack: "" };
  const cause = error.cause ?? error;
  if (typeof cause !== "object") {
    return {
      type: error.failureType ?? "Error",
      message: bound(String(cause)),
      stack: bound(error.stack ?? ""),
    };
  }
  return {
    type: String(cause.name ?? cause.constructor?.name ?? "Error"),
    message: bound(String(cause.message ?? "")),
    stack: bound(String(cause.stack ?? "")),
  };
}

function isFile(data) {
  if (data.nesting !== 0 || !data.file) return false;
  return data.name === data.file || resolve(data.name) === plain(data.file);
}

function remember(errors, data) {
  const file = entry(data);
  const text = errors.get(file) ?? "";
  if (text.length < LIMIT) errors.set(file, text + data.message);
}

function usesTestModule(file) {
  try {
    return /["'](node:)?test["']/.test(readFileSync(plain(file), "utf8"));
  } catch {
    return true;
  }
}

function entry(data) {
  const file = data.entryFile ?? data.file;
  return file ? relative(process.cwd(), plain(file)) : null;
}

function plain(file) {
  return file.startsWith("file:") ? fileURLToPath(file) : file;
}

function seconds(data) {
  return (data.details?.duration_ms ?? 0) / 1000;
}

// Keeps the beginning and the end, which contain the cause and the location.
function bound(text) {
  if (text.length <= LIMIT) return text;
  const tail = Math.floor(LIMIT / 3);
  return `${text.slice(0, LIMIT - tail)}\n… ${text.length - LIMIT} characters left out …\n${text.slice(-tail)}`;
}
