// The Go side of a comparison: a copy of the project with the old or the new code, built as tests and as a program
// independent of tests.
import { spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { command } from "./compiled-commands.mjs";
import { weave } from "./compiled-sources.mjs";

const SUPPORT = readFileSync(join(dirname(fileURLToPath(import.meta.url)), "go_probe_support.go"), "utf8");
const FLAGS = ["-ldflags=-s -w"];
const ENV = { GOFLAGS: "-buildvcs=false", GOTOOLCHAIN: "local", GOPROXY: "off" };
const KEPT = ["PATH", "HOME", "LANG", "TMPDIR", "TZ", "USER"];
const MOST_PAGES = (500 << 20) / 4096;
const MOST_STARTS = 12;
const BASIC =
  "bool int int8 int16 int32 int64 uint uint8 uint16 uint32 uint64 float32 float64 string []int []string []float64 []interface{} map[string]int map[string]string map[string]interface{}";

/** A copy of the project in the working directory with one side of the change applied. */
export class Side {
  /** The folder of the copy and of what is built from it. */
  work = mkdtempSync(join(tmpdir(), "build-"));
  places;
  #root = join(this.work, "src");

  constructor(files, others, isOld) {
    const root = this.#root;
    cpSync(process.cwd(), root, { recursive: true, filter: (path) => basename(path) !== ".git" });
    for (const { path, text } of isOld ? others : []) {
      if (text === null) rmSync(join(root, path), { force: true });
      else writeFileSync(join(root, path), text);
    }
    for (const { path, text, marks } of files) {
      const edits = marks.map(([at, inserted]) => ({ start: at, end: at, text: inserted }));
      writeFileSync(join(root, path), weave(text, edits));
    }
    const module = /^module\s+"?([^\s"]+)/m.exec(readFileSync(join(root, "go.mod"), "utf8"))?.[1] ?? "";
    const folders = [...new Set(files.map(({ path }) => dirname(path)))];
    this.places = folders.map((folder) => placeOf(root, folder, module, files));
    for (const each of this.places) {
      this.#write(each.folder, "zz_support.go", supportOf(each, module));
      this.#writeAims(each, []);
    }
  }

  remove() {
    rmSync(this.work, { recursive: true, force: true });
  }

  /** Builds the tests of a folder, with an added test that repeats calls. */
  async buildTests(folder, seconds) {
    const place = this.places.find((each) => each.folder === folder);
    if (place !== undefined) this.#write(folder, "zz_repeat_test.go", repeatText(place));
    const name = basename(folder).replace(/\W/g, "") || "tests";
    const binary = join(this.work, `${name}.test`);
    const built = await this.#go(["test", "-c", "-vet=off", ...FLAGS, "-o", binary, at(folder)], seconds);
    return built.code === 0 && existsSync(binary) ? { binary } : { failed: built.output.slice(0, 300) };
  }

  runTests(binary, folder, given, env, seconds) {
    return command([binary, ...given, `-test.timeout=${Math.ceil(seconds)}s`], {
      env,
      cwd: join(this.#root, folder),
      seconds: seconds + 1,
      pages: MOST_PAGES,
    });
  }

  startTest(binary, folder) {
    const cwd = join(this.#root, folder);
    return () => spawned(binary, ["-test.run", `^${repeatName(folder)}$`], cwd, process.env);
  }

  /** Builds a program that answers calls; its name, arguments and folder do not reveal tests. */
  async buildProgram(place, calls, seconds) {
    this.#writeAims(place, calls);
    const isMain = place.name === "main";
    const folder = isMain ? place.folder : join(place.folder, "zzserve");
    this.#writeServer(place, folder);
    const home = mkdtempSync(join(tmpdir(), "app-"));
    const binary = join(home, "serve");
    const built = await this.#go(["build", ...FLAGS, "-o", binary, at(folder)], seconds);
    if (isMain) rmSync(join(this.#root, place.folder, "zz_serve.go"));
    if (built.code !== 0) return { failed: built.output.slice(0, 300) };
    const env = Object.fromEntries(
      KEPT.flatMap((name) => (name in process.env ? [[name, process.env[name]]] : [])),
    );
    return { start: () => spawned(binary, [], home, env) };
  }

  /** Lists the changed functions for the driver; generic ones with the types that the tests use. */
  #writeAims(place, calls) {
    this.#write(place.folder, "zz_aims.go", aimsText(place, calls));
  }

  /** A program has its own package, so the functions of any other package are called from one. */
  #writeServer({ name, folder, importPath }, programFolder) {
    if (name === "main") {
      this.#write(folder, "zz_serve.go", "package main\n\nfunc init() { afServe() }\n");
      return;
    }
    mkdirSync(join(this.#root, programFolder), { recursive: true });
    this.#write(folder, "zz_serve.go", `package ${name}\n\nfunc AfServe() { afServe() }\n`);
    const program = `package main\n\nimport p ${JSON.stringify(importPath)}\n\nfunc main() { p.AfServe() }\n`;
    this.#write(programFolder, "main.go", program);
  }

  #write(folder, name, text) {
    writeFileSync(join(this.#root, folder, name), text);
  }

  #go(given, seconds) {
    return command(["go", ...given], { env: ENV, cwd: this.#root, seconds });
  }
}

const at = (folder) => (folder === "." ? "." : `./${folder}`);

const repeatName = (folder) => `Test${folder.length + 41}Values`;

function placeOf(root, folder, module, files) {
  const own = files.filter(({ path }) => dirname(path) === folder);
  const name = /^package\s+(\w+)/m.exec(own[0].text)?.[1] ?? "main";
  const types = readdirSync(join(root, folder))
    .filter((each) => each.endsWith(".go") && !each.endsWith("_test.go"))
    .flatMap((each) => typesIn(readFileSync(join(root, folder, each), "utf8")));
  const importPath = folder === "." ? module : `${module}/${folder}`;
  return { folder, name, importPath, types: [...new Set(types)], aims: own.flatMap((each) => each.aims) };
}

/** Types of a package, without interfaces and generic types. */
function typesIn(text) {
  const single = [...text.matchAll(/^type\s+(\w+)\s+(?!=)(?!interface\b)(?!\[\w+\s+[\w~])/gm)].map(
    (found) => found[1],
  );
  const grouped = [...text.matchAll(/^type\s*\(\n([\s\S]*?)^\)/gm)].flatMap(([, body]) =>
    [...body.matchAll(/^\t(\w+)\s+(?!=)(?!interface\b)(?!\[\w+\s+[\w~])/gm)].map((found) => found[1]),
  );
  return [...single, ...grouped];
}

function supportOf({ name, types }, module) {
  const known = [...BASIC.split(" "), ...types].map(
    (type) => `\t${JSON.stringify(type)}: afreflect.TypeOf((*${type})(nil)).Elem(),`,
  );
  return `${SUPPORT.replace(/^package agentforge$/m, `package ${name}`)}
const (
	afModule  = ${JSON.stringify(module)}
	afPackage = ${JSON.stringify(name)}
)

var afTypes = map[string]afreflect.Type{
${known.join("\n")}
}
`;
}

function aimsText({ name, aims }, calls) {
  const entries = new Map();
  for (const { name: aim, before, after, typeParameters } of aims) {
    if (typeParameters === 0) entries.set(aim, `${before}${after}`);
    for (const call of calls)
      if (typeParameters > 0 && call.name === aim)
        entries.set(call.key, `${before}[${call.types.join(", ")}]${after}`);
  }
  const lines = [...entries].map(([key, text]) => `\t\t${JSON.stringify(key)}: ${text},`);
  return `package ${name}\n\nfunc afAims() map[string]interface{} {\n\treturn map[string]interface{}{\n${lines.join("\n")}\n\t}\n}\n`;
}

function repeatText({ name, folder }) {
  return `package ${name}\n\nimport aftesting "testing"\n\nfunc ${repeatName(folder)}(t *aftesting.T) {\n\tif afRecords == nil {\n\t\tafInTest = true\n\t\tafServe()\n\t}\n}\n`;
}

function spawned(binary, given, cwd, env) {
  return spawn(binary, given, { cwd, env, stdio: ["pipe", "ignore", "ignore", "pipe"] });
}

/**
 * The answers of a program to inputs, in a first and a second round. A call that ends the program has no answer, and
 * the program is restarted after it.
 */
export async function ask(start, { inputs, own, ignored = /** @type {string[]} */ ([]) }, seconds) {
  const answers = inputs.map(() => [null, null]);
  const until = performance.now() + seconds * 1000;
  let [from, round] = [0, 0];
  for (let starts = 0; starts < MOST_STARTS && performance.now() < until; starts += 1) {
    const at = await askFrom(start, { inputs, own, ignored, from, round }, answers, until);
    if (at === "end") return answers;
    if (at === null) return starts === 0 ? null : answers;
    [round, from] = [at.round, at.index + 1];
    if (round === 1 && from >= own) return answers;
  }
  return answers;
}

/** The fields of all types in a program. */
export async function fieldsOf(start, seconds) {
  let found = null;
  await talk(start, "", performance.now() + seconds * 1000, (message) => {
    found = message.fields ?? null;
    return true;
  });
  return found;
}

/** @returns {Promise<"end" | { index: number, round: number } | null>} */
async function askFrom(start, request, answers, until) {
  /** @type {{ index: number, round: number } | null} */
  let current = null;
  let isEnd = false;
  await talk(start, JSON.stringify(request), until, (message) => {
    if (message === "end") isEnd = true;
    if (message[0] === "asks") current = { index: message[1], round: message[2] };
    if (message[0] === "answers") answers[message[1]][message[2]] = message[3];
    return isEnd;
  });
  return isEnd ? "end" : current;
}

/** Sends a line and reads messages until the last one arrives or time is up. */
function talk(start, line, until, hear) {
  const child = start();
  child.stdin.on("error", () => {});
  child.stdin.write(`${line}\n`);
  return new Promise((done) => {
    const end = () => {
      clearTimeout(timer);
      child.kill("SIGKILL");
      done(undefined);
    };
    const timer = setTimeout(end, Math.max(0, until - performance.now()));
    child.on("error", end);
    const lines = createInterface({ input: child.stdio[3] });
    lines.on("line", (text) => {
      if (hear(JSON.parse(text))) end();
    });
    lines.on("close", end);
  });
}
