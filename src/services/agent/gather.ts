import type { TestFailure } from "../../domain/entities/test-result.ts";
import type { Briefing, RepairTarget, SourceFile } from "../../domain/ports/repair.ts";
import { failureText } from "../../domain/rules/proof/failure-text.ts";
import { describeStart } from "./conversation/start.ts";
import { describeProject, type Project } from "./project.ts";

/** Context lines around a location from a stack trace, and around one that is only suspected. */
const AROUND = 20;
const AROUND_SUSPECT = 6;
const MOST_FAILURES = 8;
const MOST_PLACES = 12;
const MOST_SUSPECTS = 10;
/** How many suspects have their code shown from the start. */
const SHOWN_SUSPECTS = 3;

/**
 * Everything a model is told about a failure, in sections; each file appears in only one of them. The model
 * requests the rest.
 */
export function gatherFailure(target: RepairTarget, briefing: Briefing | null, project: Project): string {
  const failures = target.failing.failures.slice(0, MOST_FAILURES);
  const more = target.failing.failures.length - failures.length;
  const files = [...target.sources, ...target.tests];
  const suspects = (briefing?.suspects ?? []).slice(0, SHOWN_SUSPECTS);
  const places = [
    ...failures.flatMap((failure) => placesIn(failure, files)).slice(0, MOST_PLACES),
    ...suspects.map(({ path, line }) => ({ path, line, around: AROUND_SUSPECT })),
  ];
  return [
    ...describeProject(project),
    `# Tests\n${target.failing.framework}; run_tests and run_single_test run them in the sandbox.`,
    `# Failing tests\n${failures.map(failureText).join("\n\n")}${more > 0 ? `\n\n… and ${more} more` : ""}`,
    ...excerpts(places, files).map(({ path, text }) => `# ${path}\n${text}`),
    ...learned(target, briefing),
    ...(briefing ? describeStart(briefing) : []),
  ].join("\n\n");
}

interface Place {
  readonly path: string;
  readonly line: number;
  /** Lines of context on each side, if not the default. */
  readonly around?: number;
}

/**
 * Stack traces name files in many ways. A location is a known path at the end of a name in the trace, with a
 * line number near it.
 */
function placesIn(failure: TestFailure, files: readonly SourceFile[]): Place[] {
  const places: Place[] = [];
  const named = /([\w@+./\\-]+\.\w{1,5})(?:", line |:|\()(\d{1,6})/g;
  for (const [, name = "", line = ""] of failure.stack_trace.matchAll(named)) {
    const file = files.find(({ path }) => name === path || name.replaceAll("\\", "/").endsWith(`/${path}`));
    if (file) places.push({ path: file.path, line: Number(line) });
  }
  if (failure.test_file) places.push({ path: failure.test_file, line: failure.line_number ?? 1 });
  return places;
}

/** The lines around each location; nearby locations share an excerpt. */
function excerpts(places: readonly Place[], files: readonly SourceFile[]): SourceFile[] {
  return [...Map.groupBy(places, (place) => place.path)].flatMap(([path, group]) => {
    const text = files.find((file) => file.path === path)?.text;
    return text === undefined ? [] : [{ path, text: excerpt(text, group, AROUND) }];
  });
}

/** The lines around some locations, numbered. */
export function excerpt(
  text: string,
  places: readonly Pick<Place, "around" | "line">[],
  usual: number,
): string {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  const shown = new Set<number>();
  for (const { line, around = usual } of places) {
    for (let index = line - 1 - around; index < line + around; index += 1) {
      if (index >= 0 && index < lines.length) shown.add(index);
    }
  }
  let before = -1;
  const numbered = [...shown]
    .sort((left, right) => left - right)
    .flatMap((index) => {
      const gap = index === before + 1 ? [] : ["…"];
      before = index;
      return [...gap, `${index + 1}\t${lines[index]}`];
    });
  return [...numbered, ...(before < lines.length - 1 ? ["…"] : [])].join("\n");
}

/** What the preceding search learned. */
function learned(target: RepairTarget, briefing: Briefing | null): string[] {
  if (briefing === null || (briefing.suspects.length === 0 && briefing.tried === 0)) return [];
  const texts = new Map(target.sources.map((file) => [file.path, file.text]));
  const byReason = Map.groupBy(briefing.suspects.slice(0, MOST_SUSPECTS), ({ why }) => why);
  const suspects = [...byReason].map(([why, places]) => `${placesOf(places)} (${why})`);
  const partly = briefing.partly
    .slice(0, 5)
    .map(({ description, edits: [edit] }) => `${description}${edit ? ` at ${placeOf(edit, texts)}` : ""}`);
  const lines = [
    briefing.tried > 0 ? `${briefing.tried} small edits were tried and none repaired it.` : "",
    suspects.length > 0 ? `Most suspected lines: ${suspects.join(", ")}` : "",
    partly.length > 0 ? `Edits that fixed some of the tests: ${partly.join("; ")}` : "",
  ];
  return [`# What a search learned\n${lines.filter((line) => line !== "").join("\n")}`];
}

/** `a.js:3, 7, b.js:1`. */
function placesOf(suspects: readonly Place[]): string {
  return [...Map.groupBy(suspects, ({ path }) => path)]
    .map(([path, places]) => `${path}:${[...new Set(places.map(({ line }) => line))].join(", ")}`)
    .join(", ");
}

function placeOf(edit: { path: string; start: number }, texts: ReadonlyMap<string, string>): string {
  const before = texts.get(edit.path)?.slice(0, edit.start) ?? "";
  return `${edit.path}:${before.split("\n").length}`;
}
