// What the reporters for Jest and Vitest have in common. Writes one JSON line per event into the artifacts folder.
const { openSync, writeSync } = require("node:fs");
const { join, relative } = require("node:path");

const QUIET_MS = 5000;

class Report {
  constructor() {
    this.output = openSync(join(process.env.AGENTFORGE_ARTIFACTS ?? ".", "report.jsonl"), "a");
    this.start = process.cwd();
    this.spoke = performance.now();
  }

  emit(event) {
    writeSync(this.output, `${JSON.stringify(event)}\n`);
  }

  file(path) {
    return relative(this.start, path);
  }

  // The tool itself is silent until a file has finished; a watcher must not mistake that for a hang.
  speak() {
    if (performance.now() - this.spoke < QUIET_MS) return;
    this.spoke = performance.now();
    process.stdout.write(".\n");
  }
}

// Converts Istanbul's statements to lines.
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

module.exports = { Report, linesOf };
