// Loaded into every test process of `node --test`. Reports which test is running, immediately and not through
// Node's own stream, which is lost when the process exits early. Also measures executed lines of the files
// named in AGENTFORGE_COVERAGE, per test if AGENTFORGE_PER_TEST is set.
const { openSync, readFileSync, realpathSync, writeSync } = require("node:fs");
const { join, relative, resolve } = require("node:path");
const { fileURLToPath } = require("node:url");

const folder = process.env.AGENTFORGE_ARTIFACTS;
const entry = process.argv[1];
const MOST_SPENT_MS = 500;
/** @type {number | null} */
let output = null;
if (folder && entry && !process.execArgv.includes("--test")) {
  const take = process.env.AGENTFORGE_COVERAGE ? measure(JSON.parse(process.env.AGENTFORGE_COVERAGE)) : null;
  if (holdsTests()) announce(process.env.AGENTFORGE_PER_TEST ? take : null);
}

// Registering hooks with node:test turns a process into a test process, so this must not be done in a plain
// script.
function holdsTests() {
  try {
    return /["'](node:)?test["']/.test(readFileSync(entry, "utf8"));
  } catch {
    return false;
  }
}

function write(event) {
  output ??= openSync(join(folder ?? ".", "process.jsonl"), "a");
  writeSync(output, `${JSON.stringify(event)}\n`);
}

function announce(take) {
  const { beforeEach, afterEach } = require("node:test");
  const file = relative(process.cwd(), entry);
  const named = (context) => ({ file, path: (context.fullName ?? context.name).split(" > ") });
  const lines = take && linesByTest(take);
  beforeEach((context) => {
    write({ event: "begin", ...named(context) });
    lines?.begin(context);
  });
  afterEach((context) => {
    const ran = lines?.end(context);
    if (ran) write({ event: "lines", ...named(context), lines: ran });
    write({ event: "finish", ...named(context) });
  });
  const exit = process.exit;
  process.exit = (code) => {
    write({ event: "exit", file, stack: new Error("process.exit was called").stack });
    return exit.call(process, code);
  };
}

// The lines of one test, as long as no other test runs at the same time; an enclosing test does not count as
// another. A snapshot from V8 takes time proportional to the size of the program, so a process that has spent
// too much on it stops taking them.
function linesByTest(take) {
  const running = new Map();
  let spent = 0;
  const timed = () => {
    const start = performance.now();
    const lines = take();
    spent += performance.now() - start;
    return lines;
  };
  return {
    begin(context) {
      const name = context.fullName ?? context.name;
      for (const other of running.keys()) if (!name.startsWith(`${other} > `)) running.set(other, false);
      running.set(
        name,
        [...running.values()].every((isAlone) => isAlone),
      );
      if (spent < MOST_SPENT_MS) timed();
    },
    end(context) {
      const name = context.fullName ?? context.name;
      const isAlone = running.get(name);
      running.delete(name);
      return isAlone && spent < MOST_SPENT_MS ? timed() : null;
    },
  };
}

function measure(files) {
  const wanted = new Map();
  for (const file of files) {
    try {
      wanted.set(realpathSync(resolve(file)), file);
    } catch {}
  }
  const { Session } = require("node:inspector");
  const session = new Session();
  session.connect();
  session.post("Profiler.enable");
  session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  const texts = new Map();
  const verbatim = new Map();
  const total = new Map();

  const take = () => {
    let scripts = [];
    session.post("Profiler.takePreciseCoverage", (error, answer) => {
      if (!error) scripts = answer.result;
    });
    const hits = {};
    for (const script of scripts) {
      const path = pathOf(script.url);
      const name = path && wanted.get(path);
      if (!name) continue;
      const lines = textOf(texts, path);
      if (!verbatim.has(script.scriptId)) verbatim.set(script.scriptId, isVerbatim(script, lines.text));
      if (!verbatim.get(script.scriptId)) continue;
      const executed = executedLines(script, lines);
      if (executed.length > 0) hits[name] = executed;
      if (!total.has(name)) total.set(name, { executed: new Set(), executable: lines.executable });
      for (const line of executed) total.get(name).executed.add(line);
    }
    return hits;
  };

  process.on("exit", () => {
    take();
    const measured = {};
    for (const [name, { executed, executable }] of total)
      measured[name] = { executed: [...executed], executable };
    write({ event: "coverage", files: measured });
  });
  return take;
}

function pathOf(url) {
  if (!url.startsWith("file:") && !url.startsWith("/")) return null;
  try {
    return realpathSync(url.startsWith("file:") ? fileURLToPath(url) : url);
  } catch {
    return null;
  }
}

// Offsets refer to the text that V8 received. Stripped types keep its length, with a comment appended; any
// other rewriting makes the offsets meaningless, and such a file is not measured.
function isVerbatim(script, text) {
  const end = Math.max(
    0,
    ...script.functions.flatMap(({ ranges }) => ranges.map(({ endOffset }) => endOffset)),
  );
  return end === text.length || end === text.length + `\n\n//# sourceURL=${script.url}`.length;
}

function textOf(texts, path) {
  const known = texts.get(path);
  if (known) return known;
  const text = readFileSync(path, "utf8");
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  const spans = starts.map((start, index) => ({
    line: index + 1,
    start,
    end: (starts[index + 1] ?? text.length + 1) - 1,
  }));
  const code = codeSpans(text, spans);
  const read = { text, code, executable: code.map((span) => span.line) };
  texts.set(path, read);
  return read;
}

// Lines that contain more than comments and brackets, and where their words start.
function codeSpans(text, spans) {
  const found = [];
  let inComment = false;
  for (const span of spans) {
    const raw = text.slice(span.start, span.end);
    if (inComment) {
      if (raw.includes("*/")) inComment = false;
      continue;
    }
    const shown = raw.trim();
    if (shown.startsWith("/*")) {
      inComment = !shown.includes("*/");
      continue;
    }
    if (shown === "" || shown.startsWith("//") || /^[\s{}()[\];,]*$/.test(shown)) continue;
    const words = [...raw.matchAll(/[\w$"'`]+/g)].map(({ index }) => span.start + index);
    found.push({ line: span.line, words: words.length > 0 ? words : [span.start + raw.search(/\S/)] });
  }
  return found;
}

// V8 lists ranges outermost first; the last one that contains an offset decides. A line was executed if a
// word on it was.
function executedLines(script, { code, text }) {
  const ran = new Int8Array(text.length + 1);
  for (const { ranges } of script.functions) {
    for (const { startOffset, endOffset, count } of ranges)
      ran.fill(count > 0 ? 1 : 0, startOffset, endOffset);
  }
  return code.filter(({ words }) => words.some((at) => ran[at] === 1)).map(({ line }) => line);
}
