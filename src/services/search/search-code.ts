import { readFileSync } from "node:fs";
import { join } from "node:path";
import { AgentForgeError } from "../../domain/errors.ts";
import { compileFilter } from "../../domain/rules/paths/glob.ts";
import { shortened } from "../../domain/rules/text/shortened.ts";
import { runBuiltIn, type SkippedFile } from "./built-in.ts";
import { foreignBelow, ownBelow } from "./foreign.ts";
import { KeptMatches, type LineMatch } from "./kept-matches.ts";
import { listFiles, resolvePaths } from "./list-files.ts";
import { runRipgrep } from "./ripgrep.ts";
import { resolveRoot } from "./walk.ts";

export interface CodeSearchOptions {
  /** The folder to search; nothing outside it is read. */
  readonly root: string;
  /** Files and folders below the root; default: all. */
  readonly paths?: readonly string[];
  /** As `compileFilter` reads them: `*.py`, `src/**`, `!test_*`. */
  readonly globs?: readonly string[];
  readonly ignoreCase?: boolean;
  /** Treat the pattern as literal text. */
  readonly literal?: boolean;
  /** The maximum number of matching lines to return; the rest is counted. */
  readonly limit?: number;
  /** Lines to show before and after each match. */
  readonly context?: number;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** Absolute path of the program, from `findRipgrep`; null for the built-in engine. */
  readonly ripgrep?: string | null;
}

interface CodeMatch extends LineMatch {
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** Whether a very long line was truncated to the part around the match. */
  readonly clipped: boolean;
}

export interface CodeSearchResult {
  /** By path, then line; one for each matching line. */
  readonly matches: readonly CodeMatch[];
  /** The number of matching lines. Exact, unless `timedOut`, when it is a lower bound. */
  readonly total: number;
  /** Matching lines that were found and are not in `matches`. */
  readonly omitted: number;
  /** Files that have a matching line. */
  readonly files: number;
  readonly timedOut: boolean;
  /** Files that could not be searched, and why. Binary files are skipped without notice. */
  readonly skipped: readonly SkippedFile[];
  readonly engine: "ripgrep" | "built-in";
}

const DEFAULT_LIMIT = 100;
const DEFAULT_TIMEOUT_MS = 30_000;
const LONGEST_LINE = 400;

/**
 * Lines that match a regular expression in RE2 syntax, in time linear in the text, for every pattern.
 * Respects ignore files, follows no links.
 */
export async function searchCode(pattern: string, options: CodeSearchOptions): Promise<CodeSearchResult> {
  requireSearchable(pattern);
  const root = resolveRoot(options.root);
  const { paths, skipped } = resolvePaths(root, options.paths);
  const kept = new KeptMatches(options.limit ?? DEFAULT_LIMIT);
  const timeout = AbortSignal.timeout(options.timeoutMs ?? DEFAULT_TIMEOUT_MS);
  const signal = options.signal === undefined ? timeout : AbortSignal.any([timeout, options.signal]);
  const query = { pattern, ignoreCase: options.ignoreCase ?? false, literal: options.literal ?? false };
  const ran =
    paths?.length === 0
      ? { status: "searched" as const, engine: "built-in" as const, skipped: [] }
      : await runEngine({ ...query, root, paths, globs: options.globs ?? [], signal }, options, kept);
  options.signal?.throwIfAborted();
  const first = kept.first();
  return {
    matches: withContext(root, first, options.context ?? 0),
    total: kept.total,
    omitted: kept.total - first.length,
    files: kept.files,
    timedOut: ran.status === "stopped",
    skipped: [...skipped, ...ran.skipped],
    engine: ran.engine,
  };
}

interface EngineQuery {
  readonly root: string;
  readonly pattern: string;
  readonly ignoreCase: boolean;
  readonly literal: boolean;
  readonly paths: readonly string[] | null;
  readonly globs: readonly string[];
  readonly signal: AbortSignal;
}

interface EngineOutcome {
  readonly status: "searched" | "stopped";
  readonly engine: CodeSearchResult["engine"];
  readonly skipped: readonly SkippedFile[];
}

async function runEngine(
  query: EngineQuery,
  options: CodeSearchOptions,
  kept: KeptMatches,
): Promise<EngineOutcome> {
  const { globs, signal } = query;
  const isOwn = ownBelow(query.root, foreignBelow(query.root, { paths: query.paths, globs }));
  const program = options.ripgrep ?? null;
  if (program !== null) {
    const asked = compileFilter(globs);
    const wanted = (path: string) => asked(path) && isOwn(path);
    const outcome = await runRipgrep({ ...query, program, fileNames: fileNamesOf(globs), wanted }, kept);
    if (outcome.status !== "unusable") return { status: outcome.status, engine: "ripgrep", skipped: [] };
  }
  const only = query.paths === null ? {} : { paths: query.paths };
  const files = await listFiles({ root: query.root, ...only, globs, signal }).catch((error: unknown) => {
    if (signal.aborted) return null;
    throw error;
  });
  if (files === null) return { status: "stopped", engine: "built-in", skipped: [] };
  const outcome = await runBuiltIn({ ...query, files, isOwn }, kept);
  return { status: outcome.status, engine: "built-in", skipped: outcome.skipped };
}

function requireSearchable(pattern: string): void {
  if (pattern === "") {
    throw new AgentForgeError("bad_input", "the pattern is empty", { hint: "Give a regular expression." });
  }
  if (/[\n\0]/.test(pattern) || /(?:^|[^\\])(?:\\\\)*\\n/.test(pattern)) {
    throw new AgentForgeError("bad_input", "the pattern contains a line break or NUL", {
      hint: "A search matches line by line: look for one line, then read the file around it.",
    });
  }
}

/** The last part of every including glob, if ripgrep interprets all of them the same way. */
function fileNamesOf(globs: readonly string[]): readonly string[] | null {
  const names = globs.filter((glob) => !glob.startsWith("!")).map((glob) => glob.split("/").at(-1) ?? "");
  const arePlain = names.every((name) => /^[\w.*?-]+$/.test(name) && !name.includes("**"));
  return names.length > 0 && arePlain ? names : null;
}

function withContext(root: string, matches: readonly LineMatch[], context: number): readonly CodeMatch[] {
  const texts = new Map<string, readonly string[]>();
  return matches.map((match) => {
    const lines = context > 0 ? readLines(root, match.path, texts) : [];
    const index = match.line - 1;
    return {
      ...clip(match),
      before: lines.slice(Math.max(0, index - context), index).map((line) => shortened(line, LONGEST_LINE)),
      after: lines.slice(index + 1, index + 1 + context).map((line) => shortened(line, LONGEST_LINE)),
    };
  });
}

function readLines(root: string, path: string, texts: Map<string, readonly string[]>): readonly string[] {
  const known = texts.get(path);
  if (known !== undefined) return known;
  let lines: readonly string[] = [];
  try {
    lines = readFileSync(join(root, path), "utf8")
      .replace(/\r?\n$/, "")
      .split(/\r?\n/);
  } catch {
    // The file has disappeared since the search: the match is kept, without context lines.
  }
  texts.set(path, lines);
  return lines;
}

function clip(match: LineMatch): LineMatch & { clipped: boolean } {
  if (match.text.length <= LONGEST_LINE) return { ...match, clipped: false };
  const start = Math.max(0, match.column - 1 - LONGEST_LINE / 4);
  const text = match.text.slice(start, start + LONGEST_LINE);
  return {
    ...match,
    text: `${start > 0 ? "…" : ""}${text}${start + LONGEST_LINE < match.text.length ? "…" : ""}`,
    clipped: true,
  };
}
