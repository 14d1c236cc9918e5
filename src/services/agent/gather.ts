import type { TestFailure } from "../../domain/entities/test-result.ts";
import type { Briefing, RepairTarget, SourceFile } from "../../domain/ports/repair.ts";
import { fence } from "./prompts.ts";
import { describeStart } from "./start.ts";

const AROUND = 20;
const MOST_FAILURES = 8;
const MOST_PLACES = 12;
const MOST_PATHS = 200;
const LONGEST_FILE = 12_000;

/** Everything a model is told about a failure, as fenced sections, most telling first. */
export function gatherFailure(target: RepairTarget, briefing: Briefing | null): string {
  const failures = target.failing.failures.slice(0, MOST_FAILURES);
  const files = [...target.sources, ...target.tests];
  const places = failures.flatMap((failure) => placesIn(failure, files)).slice(0, MOST_PLACES);
  const testFiles = new Set(failures.map((failure) => failure.test_file));
  return [
    briefing?.issue ? fence("what a person says is wrong", briefing.issue) : null,
    ...failures.map((failure) => fence(`failing test ${failure.test_id}`, describeFailure(failure))),
    ...windows(places, files).map(({ path, text }) => fence(path, text)),
    ...target.tests
      .filter((file) => testFiles.has(file.path))
      .slice(0, 3)
      .map((file) => fence(file.path, file.text.slice(0, LONGEST_FILE))),
    fence("files of the project", listPaths(files)),
    learned(target, briefing),
    briefing && describeStart(briefing),
  ]
    .filter((section) => section !== null)
    .join("\n\n");
}

function describeFailure(failure: TestFailure): string {
  const place = failure.test_file ? ` (${failure.test_file}:${failure.line_number ?? "?"})` : "";
  return `${failure.test_name}${place}\n${failure.error_type}: ${failure.error_message.slice(0, 2000)}\n${failure.stack_trace.slice(0, 3000)}`;
}

interface Place {
  readonly path: string;
  readonly line: number;
}

/** Stack traces name files in many ways; a known path that ends a name in the trace, with a line near it, is a place. */
function placesIn(failure: TestFailure, files: readonly SourceFile[]): Place[] {
  const places: Place[] = [];
  const named = /([\w@+./\\-]+\.\w{1,5})(?:", line |:|\()(\d{1,6})/g;
  for (const [, name = "", line = ""] of failure.stack_trace.matchAll(named)) {
    const file = files.find(({ path }) => name === path || name.replaceAll("\\", "/").endsWith(`/${path}`));
    if (file) places.push({ path: file.path, line: Number(line) });
  }
  if (failure.test_file && failure.line_number) {
    places.push({ path: failure.test_file, line: failure.line_number });
  }
  return places;
}

/** Twenty lines to either side of each place, and the file's imports; places near each other share a window. */
function windows(places: readonly Place[], files: readonly SourceFile[]): SourceFile[] {
  return [...Map.groupBy(places, (place) => place.path)].flatMap(([path, group]) => {
    const lines = files.find((file) => file.path === path)?.text.split("\n");
    if (!lines) return [];
    const shown = new Set<number>();
    for (const [index, line] of lines.entries()) if (isImport(line)) shown.add(index);
    for (const { line } of group) {
      for (let index = line - 1 - AROUND; index < line + AROUND; index += 1) {
        if (index >= 0 && index < lines.length) shown.add(index);
      }
    }
    return [{ path, text: numbered(lines, shown) }];
  });
}

function numbered(lines: readonly string[], shown: ReadonlySet<number>): string {
  let before = -1;
  return [...shown]
    .sort((left, right) => left - right)
    .flatMap((index) => {
      const gap = index === before + 1 ? [] : ["…"];
      before = index;
      return [...gap, `${String(index + 1).padStart(5)}  ${lines[index]}`];
    })
    .join("\n");
}

function isImport(line: string): boolean {
  return /^\s*(?:import|from|use|#include|package)\s|require\(/.test(line);
}

function listPaths(files: readonly SourceFile[]): string {
  const paths = files.map((file) => file.path).sort();
  const omitted = paths.length - MOST_PATHS;
  return [...paths.slice(0, MOST_PATHS), ...(omitted > 0 ? [`… and ${omitted} more`] : [])].join("\n");
}

/** What the search that went before found out. */
function learned(target: RepairTarget, briefing: Briefing | null): string | null {
  if (briefing === null || (briefing.suspects.length === 0 && briefing.tried === 0)) return null;
  const texts = new Map(target.sources.map((file) => [file.path, file.text]));
  const suspects = briefing.suspects.slice(0, 10).map(({ path, line, why }) => `${path}:${line} (${why})`);
  const partly = briefing.partly
    .slice(0, 5)
    .map(({ description, edits: [edit] }) => `${description}${edit ? ` at ${placeOf(edit, texts)}` : ""}`);
  return fence(
    "what a search learned",
    [
      `${briefing.tried} small edits were tried and none repaired it.`,
      suspects.length > 0 ? `Most suspected lines: ${suspects.join(", ")}` : "",
      partly.length > 0 ? `Edits that fixed a part: ${partly.join("; ")}` : "",
    ]
      .filter((line) => line !== "")
      .join("\n"),
  );
}

function placeOf(edit: { path: string; start: number }, texts: ReadonlyMap<string, string>): string {
  const before = texts.get(edit.path)?.slice(0, edit.start) ?? "";
  return `${edit.path}:${before.split("\n").length}`;
}
