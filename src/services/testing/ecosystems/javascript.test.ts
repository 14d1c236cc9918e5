import { expect, test } from "vitest";
import { argumentsOf, mainCommand, testCommands } from "./javascript.ts";
import { javascriptRole } from "./javascript-detect.ts";

const VITEST = (words: readonly string[]) => argumentsOf(words, /(^|\/)vitest$/);

test.each([
  ["lint && vitest --run typecheck && vitest run", ["vitest", "run"]],
  ["vitest run && vitest bench", ["vitest", "run"]],
  ["vitest bench && vitest run -c unit.ts", ["vitest", "run", "-c", "unit.ts"]],
  ["vitest run src/a && vitest run src/b", ["vitest", "run", "src/a"]],
  ['echo "vitest run; vitest" && npx vitest run --dir src', ["vitest", "run", "--dir", "src"]],
  ["npm run types && pnpm unit", ["vitest", "run", "--coverage"]],
])("finds the test run in %s", (script, words) => {
  const scripts = { test: script, types: "vitest typecheck", unit: "vitest run --coverage" };
  expect(mainCommand(testCommands(scripts), VITEST)?.words).toEqual(words);
});

test.each([
  ["cross-env A=1 B='c d' jest --ci", { A: "1", B: "c d" }, ["jest", "--ci"]],
  [
    "NODE_OPTIONS='--max-old-space-size=1 --x' mocha 'test/**/*.js'",
    { NODE_OPTIONS: "--max-old-space-size=1 --x" },
    ["mocha", "test/**/*.js"],
  ],
  ["bun test src", {}, ["bun", "test", "src"]],
])("reads %s as a shell does", (script, env, words) => {
  expect(testCommands({ test: script })).toEqual([{ words, env }]);
});

test.each([
  ["test.js", "test"],
  ["tests.mjs", "test"],
  ["a.test.js", "test"],
  ["test/a.js", "test"],
  ["test/a.json", "support"],
  ["src/test.js", null],
  ["testing.js", null],
])("knows the role of %s", (path, role) => {
  expect(javascriptRole(path, /^none$/)).toBe(role);
});
