import { expect, it } from "vitest";
import { checkCall } from "./caller.ts";
import { TOOLS } from "./catalog/list.ts";

const edit = (change: object) => ({ files: [{ path: "a.py", changes: [change] }] });

it.each<[string, string, Record<string, unknown>, string]>([
  ["a field that is missing", "read_file", {}, "path: missing; expected string"],
  ["a wrong type", "read_file", { path: 3 }, "path: is 3; expected string"],
  [
    "an unknown field",
    "read_file",
    { path: "a.py", start: 4 },
    "start: unknown field; expected only path, start_line, end_line",
  ],
  ["a field for a tool without any", "git_diff", { path: "a.py" }, "path: unknown field; expected no fields"],
  [
    "an unknown word",
    "search_code",
    { query: "x", mode: "fuzzy" },
    'mode: is "fuzzy"; expected one of regex, literal, meaning',
  ],
  [
    "half of a search and replace",
    "edit_file",
    edit({ search: "a" }),
    "files[0].changes[0].replace: missing; expected string",
  ],
  [
    "half of a line range",
    "edit_file",
    edit({ start_line: 1, text: "x" }),
    "files[0].changes[0].end_line: missing; expected number",
  ],
  [
    "a misspelled field in a form",
    "edit_file",
    edit({ search: "a", replace: "b", occurence: 2 }),
    "files[0].changes[0].occurence: unknown field; expected only search, replace, line, occurrence",
  ],
  [
    "a form that is not an object",
    "edit_file",
    { files: [{ path: "a.py", changes: ["x"] }] },
    "files[0].changes[0]: ",
  ],
  ["an empty list of tests", "run_tests", { files: [] }, "files: is an empty list; "],
  [
    "an empty list of files",
    "run_check",
    { check_ids: ["no-print"], files: [] },
    "files: is an empty list; ",
  ],
])("names %s and what is expected", (_title, name, parameters, expected) => {
  const why = checkCall(TOOLS, { name, parameters: parameters as never, category: null });
  expect(why).toMatch(new RegExp(`^bad parameters for ${name}:\n`));
  expect(why).toContain(expected);
  expect(why).not.toContain("Invalid input");
});

it("no tool ignores an unknown field, at any depth", () => {
  const misspelled = (value: unknown): unknown[] => {
    if (Array.isArray(value))
      return value.flatMap((item, at) => misspelled(item).map((each) => value.with(at, each)));
    if (typeof value !== "object" || value === null) return [];
    const inner = Object.entries(value).flatMap(([key, item]) =>
      misspelled(item).map((each) => ({ ...value, [key]: each })),
    );
    return [{ ...value, no_such_field: 1 }, ...inner];
  };
  for (const { name, examples } of TOOLS)
    for (const { input } of examples)
      for (const parameters of misspelled(input))
        expect(checkCall(TOOLS, { name, parameters: parameters as never, category: null })).toMatch(
          /no_such_field: unknown field/,
        );
});
