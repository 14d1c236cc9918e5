import { expect, test } from "vitest";
import { sourceFiles, splitByJudging } from "./source-files.ts";

/** Counts the calls. */
function asked(answer: (path: string) => boolean) {
  const paths: string[] = [];
  const ask = (path: string) => {
    paths.push(path);
    return answer(path);
  };
  return { ask, paths };
}

test("files are classified once for as long as a tree lists the same ones", async () => {
  const { ask: isSource, paths } = asked((path) => path.endsWith(".py"));
  let files = ["a.py", "b.txt"];
  const tree = { files: async () => files };
  expect(await sourceFiles({ isSource }, tree)).toEqual(["a.py"]);
  expect(await sourceFiles({ isSource }, tree)).toEqual(["a.py"]);
  expect(paths).toHaveLength(2);
  files = ["a.py", "b.txt", "c.py"];
  expect(await sourceFiles({ isSource }, tree)).toEqual(["a.py", "c.py"]);
});

test("separates judging files once for each `JudgingFiles`", () => {
  const files = ["a.py", "test_a.py"];
  const first = asked((path) => path.startsWith("test_"));
  const judging = { has: first.ask };
  const split = { sources: ["a.py"], tests: ["test_a.py"] };
  expect(splitByJudging(files, judging)).toEqual(split);
  const before = first.paths.length;
  expect(splitByJudging(files, judging)).toEqual(split);
  expect(first.paths).toHaveLength(before);
  expect(splitByJudging(files, { has: () => false })).toEqual({ sources: files, tests: [] });
});
