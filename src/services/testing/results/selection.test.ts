import { expect, test } from "vitest";
import type { ReportedTest } from "../contract.ts";
import { selected } from "./selection.ts";

function report(...ids: string[]): ReportedTest[] {
  return ids.map((id) => {
    const [name = "", mark] = id.split("!");
    const status = mark === undefined ? "passed" : "error";
    return { id: name, file: name.split(/::| > /)[0] ?? null, name, status, seconds: 0, failure: null };
  });
}

test.each<[string, string[], string[], string[]]>([
  ["the test itself", ["a.py::x", "a.py::y"], ["a.py::x"], ["a.py::x"]],
  ["a test that no longer exists", ["a.py::x"], ["a.py::y"], []],
  ["a file that loads again", ["a.py::x", "a.py::y", "b.py::z"], ["a.py"], ["a.py::x", "a.py::y"]],
  ["a file that no longer loads", ["a.py!", "b.py::z"], ["a.py::x"], ["a.py"]],
  ["a class whose setup works again", ["a.py::A::x", "a.py::B::y"], ["a.py::A"], ["a.py::A::x"]],
  ["a parent that is a test itself", ["a.js > p", "a.js > p > c"], ["a.js > p"], ["a.js > p"]],
  ["a package that compiles again", ["m/p.TestA", "m/q.TestB"], ["m/p"], ["m/p.TestA"]],
  ["a crate whose tests are elsewhere", ["tests/a.rs::x"], ["src/lib.rs"], ["tests/a.rs::x"]],
  ["a go test that no longer exists", ["m/p.TestA"], ["m/p.TestB"], []],
])("%s", (_, ids, wanted, expected) => {
  const kept = selected(report(...ids), { kind: "tests", ids: wanted });
  expect(kept.map(({ id }) => id)).toEqual(expected);
});
