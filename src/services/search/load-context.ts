import { readFileSync } from "node:fs";
import { join } from "node:path";
import { languageOf } from "./languages.ts";
import { resolvePaths } from "./list-files.ts";
import { type CodeSymbol, extractSymbols } from "./symbols.ts";
import { resolveRoot } from "./walk.ts";

export interface ContextRequest {
  readonly path: string;
  /** The place of interest, if only part of the file matters. */
  readonly line?: number;
}

export interface ContextOptions {
  readonly root: string;
  /** The maximum number of characters in total. */
  readonly budget?: number;
  /** Lines around a place that no function encloses. */
  readonly around?: number;
}

interface ContextSection {
  readonly path: string;
  /** Null if the file is shown as an outline. */
  readonly lines: { readonly first: number; readonly last: number } | null;
  /** Source with line numbers, or one signature per line. */
  readonly text: string;
  /** Lines of the file that are not shown. */
  readonly omittedLines: number;
}

export interface LoadedContext {
  readonly sections: readonly ContextSection[];
  readonly skipped: readonly { readonly path: string; readonly why: string }[];
}

const DEFAULT_BUDGET = 40_000;
const DEFAULT_AROUND = 20;

/**
 * The code that a brain should read around some places: a whole file if it fits, otherwise the function
 * around the place, or else an outline of signatures. Omitted lines are always counted.
 */
export function loadContext(requests: readonly ContextRequest[], options: ContextOptions): LoadedContext {
  const root = resolveRoot(options.root);
  let budget = options.budget ?? DEFAULT_BUDGET;
  const sections: ContextSection[] = [];
  const skipped: { path: string; why: string }[] = [];
  for (const [position, request] of requests.entries()) {
    const resolved = resolvePaths(root, [request.path]);
    const path = resolved.paths?.[0];
    if (path === undefined) {
      skipped.push({ path: request.path, why: resolved.skipped[0]?.why ?? "not a file" });
      continue;
    }
    const text = readText(join(root, path));
    if (text === null) {
      skipped.push({ path: request.path, why: "not a text file" });
      continue;
    }
    const share = Math.floor(budget / (requests.length - position));
    const section = chooseSection(path, text, request.line ?? null, share, options.around ?? DEFAULT_AROUND);
    if (section === null) {
      skipped.push({ path: request.path, why: "no space left for it" });
      continue;
    }
    budget -= section.text.length;
    sections.push(section);
  }
  return { sections, skipped };
}

function chooseSection(
  path: string,
  text: string,
  place: number | null,
  room: number,
  around: number,
): ContextSection | null {
  const lines = text.replace(/\r?\n$/, "").split(/\r?\n/);
  const symbols = symbolsOf(path, text);
  const candidates = [numbered(path, lines, 1, lines.length)];
  if (place !== null) {
    const enclosing = symbols.filter((symbol) => symbol.line <= place && place <= symbol.endLine);
    for (const symbol of enclosing) candidates.push(numbered(path, lines, symbol.line, symbol.endLine));
    candidates.push(numbered(path, lines, place - around, place + around));
  } else {
    candidates.push(outline(path, lines, symbols));
    candidates.push(numbered(path, lines, 1, 2 * around));
  }
  return candidates.find((candidate) => candidate.text !== "" && candidate.text.length <= room) ?? null;
}

function numbered(path: string, lines: readonly string[], from: number, to: number): ContextSection {
  const first = Math.max(1, from);
  const last = Math.min(lines.length, to);
  const shown = lines.slice(first - 1, last);
  const width = String(last).length;
  return {
    path,
    lines: { first, last },
    text: shown.map((line, index) => `${String(first + index).padStart(width)}  ${line}`).join("\n"),
    omittedLines: lines.length - shown.length,
  };
}

function outline(path: string, lines: readonly string[], symbols: readonly CodeSymbol[]): ContextSection {
  const rows = symbols.map((symbol) => {
    const depth = symbol.container === "" ? 0 : symbol.container.split(".").length;
    return `${String(symbol.line).padStart(6)}  ${"  ".repeat(depth)}${symbol.signature}`;
  });
  return { path, lines: null, text: rows.join("\n"), omittedLines: lines.length };
}

function symbolsOf(path: string, text: string): readonly CodeSymbol[] {
  const language = languageOf(path);
  return language === null ? [] : extractSymbols(language, text);
}

function readText(file: string): string | null {
  try {
    const bytes = readFileSync(file);
    return bytes.includes(0) ? null : bytes.toString("utf8");
  } catch {
    return null;
  }
}
