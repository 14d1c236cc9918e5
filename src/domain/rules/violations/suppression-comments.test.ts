import { expect, it } from "vitest";
import { addedSuppression } from "./suppression-comments.ts";

const file = (text: string, path = "src/a") => [{ path, text }];

it.each([
  "x = eval(s)  # agentforge: ignore house/no-eval -- later",
  "import os  # noqa",
  "import os  # noqa: F401",
  "x = f()  # type: ignore[arg-type]",
  "x = f()  # pyright: ignore",
  "x = f()  # pylint: disable=invalid-name",
  "subprocess.run(x)  # nosec B602",
  "eval(x); // eslint-disable-line no-eval",
  "/* eslint-disable */",
  "// biome-ignore lint/suspicious/noExplicitAny: reason",
  "// @ts-expect-error",
  "eval(x) // nosemgrep: rule",
  "f() //nolint:errcheck",
  "//lint:ignore SA1000 reason",
  '@SuppressWarnings("unchecked")',
  "#[allow(dead_code)]",
  "#![allow(clippy::all)]",
])("notices that a change adds %s", (line) => {
  expect(addedSuppression(file("a = 1\n"), file(`a = 1\n${line}\n`))).toEqual({
    path: "src/a",
    line: 2,
    text: line,
  });
});

it.each([
  ["an existing suppression", file("x  # noqa\n"), file("x  # noqa\ny\n")],
  ["one that moved to another file", file("x  # noqa\n"), file("x  # noqa\n", "src/b")],
  ["one that replaces another", file("// @ts-ignore\n"), file("// @ts-expect-error\n")],
  ["one that is removed", file("x  # noqa\n"), file("x\n")],
  ["words that only look like one", file(""), file("def allow(x): pass\nnoqa_count = 1\n")],
])("does not count %s", (_name, before, after) => {
  expect(addedSuppression(before, after)).toBeNull();
});
