import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { RE2JS } from "re2js";
import { AgentForgeError, messageOf } from "../../domain/errors.ts";
import type { KeptMatches } from "./kept-matches.ts";

export interface BuiltInSearch {
  readonly root: string;
  readonly files: readonly string[];
  /** Called only for a file with a match. */
  readonly isOwn?: (path: string) => boolean;
  readonly pattern: string;
  readonly ignoreCase: boolean;
  readonly literal: boolean;
  readonly signal: AbortSignal;
}

export interface SkippedFile {
  readonly path: string;
  readonly why: string;
}

export interface BuiltInOutcome {
  readonly status: "searched" | "stopped";
  readonly skipped: readonly SkippedFile[];
}

const LARGEST_FILE = 32 * 1024 * 1024;
const MILLISECONDS_BETWEEN_BREATHS = 20;

/** Searches with RE2's algorithm in plain JavaScript: time is linear in the text, for every pattern. */
export async function runBuiltIn(search: BuiltInSearch, kept: KeptMatches): Promise<BuiltInOutcome> {
  const expression = compilePattern(search);
  const skipped: SkippedFile[] = [];
  let breath = performance.now();
  for (const path of search.files) {
    if (performance.now() - breath > MILLISECONDS_BETWEEN_BREATHS) {
      await setImmediate();
      breath = performance.now();
    }
    if (search.signal.aborted) return { status: "stopped", skipped };
    const content = readSearchable(join(search.root, path));
    if (typeof content !== "string") skipped.push({ path, why: content.why });
    else matchLines(path, content, expression, kept, search.isOwn);
  }
  return { status: "searched", skipped };
}

interface Expression {
  readonly line: RE2JS;
  /** Whether a text can be ruled out as a whole; not valid for patterns in which `\A` or `\z` refer to a line. */
  readonly canDismiss: boolean;
}

function compilePattern(search: BuiltInSearch): Expression {
  const flags = RE2JS.MULTILINE | (search.ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
  const source = search.literal ? RE2JS.quote(search.pattern) : search.pattern;
  try {
    return { line: RE2JS.compile(source, flags), canDismiss: !/\\[Az]/.test(source) };
  } catch (cause) {
    const why = messageOf(cause);
    throw new AgentForgeError("bad_input", `cannot search for ${search.pattern}: ${why}`, {
      hint: "Use RE2 syntax: no look-around, no back-references; escape ( [ { . * + ? to match them literally.",
      cause,
    });
  }
}

function matchLines(
  path: string,
  text: string,
  expression: Expression,
  kept: KeptMatches,
  isOwn: BuiltInSearch["isOwn"] = () => true,
): void {
  if (expression.canDismiss && !expression.line.test(text.replaceAll("\r\n", "\n"))) return;
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  for (const [index, raw] of lines.entries()) {
    const line = raw.endsWith("\r") ? raw.slice(0, -1) : raw;
    if (!expression.line.test(line)) continue;
    if (!isOwn(path)) return;
    if (!kept.wants(path)) {
      kept.count(path, 1);
      continue;
    }
    const matcher = expression.line.matcher(line);
    const column = matcher.find() ? matcher.start() + 1 : 1;
    kept.add({ path, line: index + 1, column, text: line });
  }
}

/** The text of a file, "" if it is binary; rejects a link that replaced the file. */
function readSearchable(file: string): string | { why: string } {
  let handle: number;
  try {
    handle = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    return { why: `cannot be read (${(error as NodeJS.ErrnoException).code ?? "unknown"})` };
  }
  try {
    const stats = fstatSync(handle);
    if (!stats.isFile()) return { why: "not an ordinary file" };
    if (stats.size > LARGEST_FILE) return { why: `larger than ${LARGEST_FILE / 1024 / 1024} MB` };
    const bytes = readFileSync(handle);
    return bytes.includes(0) ? "" : bytes.toString("utf8");
  } catch (error) {
    return { why: `cannot be read (${(error as NodeJS.ErrnoException).code ?? "unknown"})` };
  } finally {
    closeSync(handle);
  }
}
