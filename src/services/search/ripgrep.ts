import { spawn } from "node:child_process";
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import { AgentForgeError } from "../../domain/errors.ts";
import type { PathMatcher } from "../../domain/rules/paths/glob.ts";
import type { KeptMatches } from "./kept-matches.ts";
import { NEVER_SEARCHED } from "./walk.ts";

export interface RipgrepSearch {
  readonly program: string;
  readonly root: string;
  readonly pattern: string;
  readonly ignoreCase: boolean;
  readonly literal: boolean;
  /** Files and folders to search, relative to the root, known to be inside it; null means the whole root. */
  readonly paths: readonly string[] | null;
  /** File names that every match must have according to the globs, so that ripgrep can skip the rest. */
  readonly fileNames: readonly string[] | null;
  readonly wanted: PathMatcher | null;
  readonly signal: AbortSignal;
}

/** `unusable`: this ripgrep does not support the options we pass. `stopped`: the signal ended it; what was found is kept. */
export type RipgrepOutcome = { readonly status: "searched" | "stopped" | "unusable" };

const NEWLINE = 0x0a;
const NUL = 0x00;

/**
 * The first `rg` on the search path. Only absolute folders count: a relative one would let the searched
 * repository provide its own.
 */
export function findRipgrep(searchPath: string): string | null {
  for (const folder of searchPath.split(delimiter)) {
    if (!isAbsolute(folder)) continue;
    const program = join(folder, process.platform === "win32" ? "rg.exe" : "rg");
    if (isProgram(program)) return program;
  }
  return null;
}

export async function runRipgrep(search: RipgrepSearch, kept: KeptMatches): Promise<RipgrepOutcome> {
  const child = spawn(search.program, buildArguments(search), {
    cwd: search.root,
    env: {},
    stdio: ["ignore", "pipe", "pipe"],
    signal: search.signal,
  });
  const reader = new MatchReader(search.wanted, kept);
  let complaint = "";
  child.stdout.on("data", (chunk: Buffer) => reader.read(chunk));
  child.stderr.on("data", (chunk: Buffer) => {
    complaint = (complaint + chunk.toString("utf8")).slice(0, 4000);
  });
  const outcome = await new Promise<{ code: number | null; error?: Error }>((resolve) => {
    child.once("error", (error) => resolve({ code: null, error }));
    child.once("close", (code) => resolve({ code }));
  });
  if (search.signal.aborted) return { status: "stopped" };
  if (outcome.error !== undefined || outcome.code === null) return { status: "unusable" };
  // Exit code 2 without a message means that some file could not be read; `--no-messages` suppresses it.
  if (outcome.code > 1 && complaint !== "") {
    if (/unrecognized|wasn't expected|unexpected argument/i.test(complaint)) return { status: "unusable" };
    throw new AgentForgeError("bad_input", `cannot search for ${search.pattern}: ${summarize(complaint)}`, {
      hint: "Use RE2 syntax: no look-around, no back-references; escape ( [ { . * + ? to match them literally.",
    });
  }
  return { status: "searched" };
}

function buildArguments(search: RipgrepSearch): string[] {
  return [
    "--no-config",
    "--no-messages",
    "--color=never",
    "--no-heading",
    "--with-filename",
    "--null",
    "--line-number",
    "--column",
    "--crlf",
    "--engine=default",
    "--hidden",
    "--no-ignore-global",
    // For a folder below the root, the root's own ignore files are those of a parent.
    ...(search.paths === null ? ["--no-ignore-parent"] : []),
    "--no-require-git",
    ...NEVER_SEARCHED.map((name) => `--glob=!${name}`),
    ...typeFilter(search.fileNames),
    ...(search.ignoreCase ? ["--ignore-case"] : ["--case-sensitive"]),
    ...(search.literal ? ["--fixed-strings"] : []),
    `--regexp=${search.pattern}`,
    "--",
    ...(search.paths === null ? ["./"] : search.paths.map((path) => `./${path}`)),
  ];
}

/** As a file type, not as `--glob`, because a glob would include ignored files. */
function typeFilter(fileNames: readonly string[] | null): string[] {
  if (fileNames === null) return [];
  return [...fileNames.map((name) => `--type-add=wanted:${name}`), "--type=wanted"];
}

/** Reads `path NUL line:column:text` lines as they stream in; a file no longer wanted is only counted. */
class MatchReader {
  readonly #wanted: PathMatcher | null;
  readonly #kept: KeptMatches;
  #rest: Buffer[] = [];
  #pathBytes: Buffer = Buffer.alloc(0);
  #path = "";
  #isWanted = false;
  #isKept = false;
  #uncounted = 0;

  constructor(wanted: PathMatcher | null, kept: KeptMatches) {
    this.#wanted = wanted;
    this.#kept = kept;
  }

  read(chunk: Buffer): void {
    const lastNewline = chunk.lastIndexOf(NEWLINE);
    if (lastNewline < 0) {
      this.#rest.push(chunk);
      return;
    }
    const whole = this.#rest.length === 0 ? chunk : Buffer.concat([...this.#rest, chunk]);
    const end = whole.length - chunk.length + lastNewline + 1;
    this.#rest = end < whole.length ? [Buffer.from(whole.subarray(end))] : [];
    this.#readLines(whole, end);
  }

  #readLines(bytes: Buffer, end: number): void {
    for (let start = 0; start < end; ) {
      const separator = bytes.indexOf(NUL, start);
      if (separator < 0 || separator >= end) break;
      const newline = bytes.indexOf(NEWLINE, separator);
      const known = this.#pathBytes;
      const isSameFile =
        separator - start === known.length && bytes.compare(known, 0, known.length, start, separator) === 0;
      if (!isSameFile) this.#enterFile(bytes.subarray(start, separator));
      if (this.#isWanted && this.#isKept) this.#keep(bytes.subarray(separator + 1, newline));
      else if (this.#isWanted) this.#uncounted++;
      start = newline + 1;
    }
    this.#count();
  }

  #keep(rest: Buffer): void {
    const firstColon = rest.indexOf(0x3a);
    const secondColon = rest.indexOf(0x3a, firstColon + 1);
    const text = rest.subarray(secondColon + 1);
    const bytesBefore = Number(rest.toString("latin1", firstColon + 1, secondColon)) - 1;
    this.#kept.add({
      path: this.#path,
      line: Number(rest.toString("latin1", 0, firstColon)),
      column: text.toString("utf8", 0, bytesBefore).length + 1,
      text: text.toString("utf8").replace(/\r$/, ""),
    });
  }

  #count(): void {
    if (this.#uncounted > 0) this.#kept.count(this.#path, this.#uncounted);
    this.#uncounted = 0;
  }

  #enterFile(pathBytes: Buffer): void {
    this.#count();
    this.#pathBytes = Buffer.from(pathBytes);
    // A separate line about a binary file may precede the path.
    const name = pathBytes.subarray(pathBytes.lastIndexOf(NEWLINE) + 1).toString("utf8");
    this.#path = name.replace(/^\.\//, "");
    this.#isWanted = this.#wanted === null || this.#wanted(this.#path);
    this.#isKept = this.#isWanted && this.#kept.wants(this.#path);
  }
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

function summarize(complaint: string): string {
  const lines = complaint.split("\n").filter((line) => line.trim() !== "");
  return (lines.find((line) => line.startsWith("error:")) ?? lines[0] ?? "").replace(/^error:\s*/, "");
}
