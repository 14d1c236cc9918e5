import { afterEach, expect, it, vi } from "vitest";
import { languages } from "../../languages/list.ts";
import type { Crash } from "../proposals.ts";
import { openSource } from "../source.ts";
import { earlyExit } from "./early-exit.ts";
import type { Expected } from "./expected.ts";
import type { Experiment } from "./experiment.ts";
import { experimentsAt } from "./list.ts";

afterEach(() => void vi.restoreAllMocks());

const python = languages.find(({ id }) => id === "python");
if (python === undefined) throw new Error("Python is a language of the search");
const context = openSource({ path: "m.py", text: "a = 1\n" }, python);
const experiment: Experiment = { proposal: { edits: [], extra: 0 }, grow: () => [] };

function ask(kind: typeof earlyExit.experimentsAt) {
  vi.spyOn(earlyExit, "experimentsAt").mockImplementation(kind);
  const crashes: Crash[] = [];
  const found = experimentsAt(context.tree, context, {} as Expected, (crash) => crashes.push(crash));
  return { found: found.filter(({ id }) => id === earlyExit.id), crashes };
}

it("asks at most 50 questions of a kind at a site", () => {
  const { found } = ask(function* () {
    for (;;) yield experiment;
  });
  expect(found).toHaveLength(50);
});

it("reports a kind that crashes, with the place, and loses only its questions there", () => {
  const { found, crashes } = ask(function* () {
    yield experiment;
    throw new Error("no such child");
  });
  expect(found).toEqual([]);
  expect(crashes).toEqual([{ operator: earlyExit.id, path: "m.py", line: 1, message: "no such child" }]);
});
