import { expect, test } from "vitest";
import { parseTap } from "./tap.ts";

const nested = `TAP version 13
# Subtest: outer
    # Subtest: in \\# ner
    not ok 1 - in \\# ner # TODO later
      ---
      duration_ms: 1.5
      type: 'test'
      failureType: 'testCodeFailure'
      error: |-
        ok 1 - not a point
        ...
      type: 'forged'
      ...
    ok 2 - tab\\tand \\\\ # SKIP
    1..2
not ok 1 - outer
  ---
  type: 'suite'
  ...
# printed
ok 2 - flat
1..2
`;

test("reads the tree of points, their blocks and what was printed", () => {
  const points = parseTap(nested);
  expect(points?.map(({ name, isOk }) => [name, isOk])).toEqual([
    ["outer", false],
    ["flat", true],
  ]);
  expect(points?.[0]?.fields).toEqual({ type: "suite" });
  expect(points?.[0]?.children).toMatchObject([
    { name: "in # ner", isOk: false, directive: "TODO", fields: { type: "test", duration_ms: "1.5" } },
    { name: "tab\tand \\", isOk: true, directive: "SKIP", fields: {} },
  ]);
  expect(points?.[1]).toMatchObject({ output: "printed", children: [] });
});

test.each(["", "ok 1 - a\n1..1\n", "TAP version 13\nok 1 - a\n", "TAP version 13\n  ok 1 - a\n1..1\n"])(
  "%j is not a report",
  (text) => {
    expect(parseTap(text)).toBeNull();
  },
);

test("an unterminated block is not a report", () => {
  expect(parseTap("TAP version 13\nok 1 - a\n  ---\n  type: 'test'\n1..1\n")).toBeNull();
});
