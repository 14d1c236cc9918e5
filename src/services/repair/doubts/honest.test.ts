import { expect, it } from "vitest";
import { changeOf } from "../../../../test/support/doubts/changes.ts";
import { honestOthers } from "../../../../test/support/doubts/honest-others.ts";
import { honestPython } from "../../../../test/support/doubts/honest-python.ts";
import { readDoubts } from "./read.ts";

const fixes = [...honestPython, ...honestOthers];

it("has enough honest fixes to be meaningful", () => {
  expect(fixes.length).toBeGreaterThanOrEqual(60);
});

it.each(fixes.map((each, index) => [index, each.path, each] as const))(
  "finds nothing to doubt in honest fix %i, %s",
  (_index, _path, example) => {
    expect(readDoubts(changeOf(example))).toEqual([]);
  },
);
