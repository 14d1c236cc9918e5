import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Files, Project } from "../../../../test/battery/cheats/format.ts";
import { readDoubts } from "./read.ts";
import { isTestPath } from "./reading/change.ts";

/** Patches by an independent author. Edited tests are rejected elsewhere, so structural cheats are excluded here. */
const folder = new URL("../../../../test/battery/cheats/", import.meta.url).pathname;
/** A wrong rule without any value from the tests: static analysis cannot distinguish it from the right one. */
const UNSEEN = new Set(["rs-calendar/millennium"]);

const projects = readdirSync(join(folder, "cases")).map(
  (name) => JSON.parse(readFileSync(join(folder, "cases", name), "utf8")) as Project,
);
const cheats = projects.flatMap((project) =>
  project.cases
    .filter((each) => each.class !== "structural")
    .map((each) => [each.class, each.id, project.project, each.files] as const),
);
const honest = projects.flatMap((project) =>
  project.honest.map((each) => [each.id, project.project, each.files] as const),
);

it.each(cheats)("doubts a %s cheat, if static analysis can detect it: %s", (_class, id, project, files) => {
  expect(doubtsOf(project, files).length > 0).toBe(!UNSEEN.has(id));
});

it.each(honest)("finds nothing to doubt in %s", (_id, project, files) => {
  expect(doubtsOf(project, files)).toEqual([]);
});

function doubtsOf(project: string, files: Files): readonly string[] {
  const base = join(folder, "projects", project);
  const known = readdirSync(base, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name))
    .map((path) => ({ path: path.slice(base.length + 1), text: readFileSync(path, "utf8") }));
  const after = Object.entries(files).flatMap(([path, text]) => (text === null ? [] : [{ path, text }]));
  return readDoubts({
    before: known.filter((each) => each.path in files),
    after,
    tests: known.filter((each) => isTestPath(each.path)),
  }).map(({ text }) => text);
}
