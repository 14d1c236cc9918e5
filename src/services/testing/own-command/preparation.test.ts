import { expect, test } from "vitest";
import { treeInMemory } from "../../../../test/support/direct-execution.ts";
import { readPackage } from "../ecosystems/javascript.ts";
import { openProject } from "../project.ts";
import { frameworkNamed } from "../registry.ts";
import { stepsBefore } from "./preparation.ts";

async function stepsOf(
  scripts: Record<string, string>,
  framework = "vitest",
  more: Record<string, string> = {},
) {
  const project = openProject(treeInMemory({ "package.json": JSON.stringify({ scripts }), ...more }));
  const pkg = await readPackage(".", project);
  if (pkg === null) throw new Error("no package");
  return stepsBefore(frameworkNamed(framework), pkg, project);
}

const CASES: readonly [string, Record<string, string>, readonly string[]][] = [
  ["nothing in front", { test: "vitest run" }, []],
  ["pretest", { pretest: "tsc -p .", test: "vitest run" }, ["tsc -p ."]],
  [
    "a chain",
    { test: "tsc -p . && node prepare.js && vitest run && eslint ." },
    ["tsc -p .", "node prepare.js"],
  ],
  ["another script", { build: "rolldown -c", test: "npm run -s build && vitest run" }, ["rolldown -c"]],
  ["yarn's short form", { build: "rolldown -c", test: "yarn build && vitest" }, ["rolldown -c"]],
  [
    "pre and post scripts of another script",
    {
      prebuild: "node clean.js",
      build: "tsc -p .",
      postbuild: "node copy.js",
      test: "npm run build && vitest",
    },
    ["node clean.js", "tsc -p .", "node copy.js"],
  ],
  [
    "a framework behind another script",
    {
      test: "npm run build && npm run test:unit",
      build: "tsc",
      "pretest:unit": "node a.js",
      "test:unit": "node b.js && vitest",
    },
    ["tsc", "node a.js", "node b.js"],
  ],
  [
    "a script that needs a shell",
    { build: "rm -rf dist/*", test: "npm run build && vitest" },
    ["npm run build"],
  ],
  [
    "a script with arguments",
    { build: "tsc", test: "npm run build -- --force && vitest" },
    ["npm run build -- --force"],
  ],
  [
    "a chain that needs a shell",
    { test: "rm -rf dist/* && tsc && vitest" },
    ["npm exec -c rm -rf dist/* && tsc"],
  ],
  ["a chain that continues after failures", { test: "tsc; vitest run" }, []],
  [
    "checkers",
    {
      pretest: "npm run lint",
      lint: "eslint . && prettier --check .",
      test: "tsc --noEmit && npx biome ci . && vitest",
    },
    [],
  ],
  [
    "scripts that only check, by their names",
    {
      pretest: "npm run --silent readme && npm run --silent lint",
      readme: "evalmd README.md",
      lint: "eslint .",
      postlint: "eclint check $(git ls-files | grep -v dist/)",
      "lint:types": "node check-types.js > /dev/null",
      test: "npm run lint:types -- --all && vitest",
    },
    [],
  ],
  ["another framework", { test: "jest && node --test && vitest run" }, []],
  ["an installation", { pretest: "npm ci", test: "vitest" }, []],
  ["a framework behind variables", { test: "tsc && cross-env A=1 npx vitest run" }, ["tsc"]],
  ["scripts that call each other", { pretest: "npm test", test: "npm run a && vitest", a: "npm run a" }, []],
  ["a framework that npm test does not name", { pretest: "tsc", test: "node run-tests.js" }, ["tsc"]],
];

test.each(CASES)("steps: %s", async (_, scripts, expected) => {
  expect((await stepsOf(scripts)).map(({ argv }) => argv.join(" "))).toEqual(expected);
});

test.each([
  ["jest", "tsc && jest --ci"],
  ["mocha", "tsc && mocha spec"],
  ["node:test", "tsc && node --test dist/"],
  ["node:test", "tsc && tsx --test"],
])("finds %s in %s", async (framework, script) => {
  expect((await stepsOf({ test: script }, framework)).map(({ name }) => name)).toEqual(["tsc"]);
});

test("a step has the variables of its own script", async () => {
  const [step] = await stepsOf({ build: "B=2 tsc", test: "A=1 npm run build && vitest" });
  expect(step?.env).toEqual({
    A: "1",
    B: "2",
    npm_lifecycle_event: "build",
    npm_lifecycle_script: "B=2 tsc",
  });
});

test("a compiler configured to emit nothing is a checker", async () => {
  const scripts = { test: "tsc -p lib && vitest" };
  expect(
    await stepsOf(scripts, "vitest", { "lib/tsconfig.json": '{"compilerOptions":{"noEmit": true}}' }),
  ).toEqual([]);
  expect(await stepsOf(scripts, "vitest", { "lib/tsconfig.json": "{}" })).toHaveLength(1);
});
