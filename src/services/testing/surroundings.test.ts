import { execFileSync } from "node:child_process";
import { chmodSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import {
  executeDirectly,
  type TemporaryTree,
  temporaryTree,
} from "../../../test/support/direct-execution.ts";
import { createTestRunner, whyNotStarted } from "./index.ts";

const OPTIONS = {
  execute: executeDirectly,
  nodeProgram: process.execPath,
  searchPath: process.env.PATH ?? "",
  resourceFolder: join(import.meta.dirname, "resources"),
  defaults: { timeoutMs: 30_000 },
};
const runner = createTestRunner(OPTIONS);
const PASSES = 'require("node:test").test("a", () => {});\n';

/** Runs the one suite of a tree and returns its result. */
async function resultIn(tree: TemporaryTree, using = runner) {
  const [suite, ...others] = await using.detect(tree);
  if (!suite || others.length > 0) throw new Error(`${others.length} suites too many, or none`);
  return (await using.run(tree, suite)).result;
}

/** A test file that fails with the value of a variable. */
const shows = (name: string) =>
  `require("node:test").test("a", () => { throw new Error("found " + process.env[${JSON.stringify(name)}]); });\n`;

test("tests see the variables and the search path of npm test", async () => {
  using tree = temporaryTree({
    "packages/one/package.json": JSON.stringify({
      name: "one",
      version: "1.2.3",
      config: { port: 8080 },
      scripts: { test: "node --test" },
    }),
    "packages/one/a.test.js":
      'require("node:test").test("a", () => { throw new Error(JSON.stringify(process.env)); });',
  });
  const [failure] = (await resultIn(tree)).failures;
  const env = JSON.parse(failure?.error_message ?? "{}");
  expect(env).toMatchObject({
    npm_command: "test",
    npm_lifecycle_event: "test",
    npm_lifecycle_script: "node --test",
    npm_package_name: "one",
    npm_package_version: "1.2.3",
    npm_package_config_port: "8080",
    npm_package_json: `${tree.path}/packages/one/package.json`,
    npm_node_execpath: process.execPath,
    NODE: process.execPath,
    INIT_CWD: `${tree.path}/packages/one`,
  });
  const folders = ["packages/one/", "packages/", ""].map((each) => `${tree.path}/${each}node_modules/.bin`);
  expect(env.PATH.split(":").slice(0, 3)).toEqual(folders);
});

test.each(["npm_execpath", "npm_config_user_agent"])("%s is the same as in npm itself", async (name) => {
  using tree = temporaryTree({
    "package.json": JSON.stringify({
      scripts: { test: "node --test", show: `node -p process.env.${name}` },
    }),
    "a.test.js": shows(name),
  });
  const said = execFileSync("npm", ["run", "-s", "show"], { cwd: tree.path, encoding: "utf8" }).trim();
  const [failure] = (await resultIn(tree)).failures;
  expect(failure?.error_message.replace(/node\/\S+/, "")).toBe(`found ${said}`.replace(/node\/\S+/, ""));
});

test("a build runs before the tests that load its output, and prints nothing into their report", async () => {
  using tree = temporaryTree({
    "package.json": JSON.stringify({
      scripts: {
        build: "maker && echo made",
        pretest: "node first.js",
        test: "npm run build && node --test a.test.js",
      },
    }),
    "first.js": 'require("fs").writeFileSync("first.txt", process.env.npm_lifecycle_event);',
    "node_modules/.bin/maker": `#!/usr/bin/env node
const { readFileSync, writeFileSync } = require("fs");
writeFileSync("made.js", "module.exports = " + JSON.stringify([readFileSync("first.txt", "utf8"), process.env.npm_lifecycle_event]));`,
    "a.test.js": `const assert = require("node:assert");
require("node:test").test("a", () => assert.deepStrictEqual(require("./made.js"), ["pretest", "build"]));`,
  });
  chmodSync(join(tree.path, "node_modules/.bin/maker"), 0o755);
  const result = await resultIn(tree);
  expect(result).toMatchObject({ status: "passed", passed: 1 });
  expect(result.command.join(" ")).toContain("--test");
  expect(result.raw_output).not.toMatch(/^made$/m);
});

test.each([
  [
    "node broken.js",
    /cannot build this[\s\S]*The step "node broken.js" before the tests failed: exit code 3/,
  ],
  ["absent-program --x", /The step "absent-program --x" before the tests failed: its program was not found/],
])("a suite whose step %s fails could not run, and the result says so", async (step, words) => {
  using tree = temporaryTree({
    "package.json": JSON.stringify({ scripts: { pretest: step, test: "mocha" } }),
    "broken.js":
      'console.log("Error: cannot build this\\n    at " + __filename + ":1:1"); process.exitCode = 3;',
    "test/a.js": PASSES,
  });
  const [suite] = (await runner.detect(tree)).filter(({ framework }) => framework === "mocha");
  if (!suite) throw new Error("nothing detected");
  const { result } = await runner.run(tree, suite);
  expect(result).toMatchObject({ status: "could_not_run", total_tests: 0 });
  expect(result.raw_output).toMatch(words);
});

test("a step that needs a shell gets one from npm", async () => {
  using tree = temporaryTree({
    "package.json": JSON.stringify({
      scripts: { test: "echo $npm_package_name > name.txt && node --test", other: "" },
      name: "shelled",
    }),
    "a.test.js": `require("node:test").test("a", () => {
  if (require("fs").readFileSync("name.txt", "utf8") !== "shelled\\n") throw new Error("no");
});`,
  });
  expect(await resultIn(tree)).toMatchObject({ status: "passed" });
});

test("without a step, there is no additional process", async () => {
  using tree = temporaryTree({
    "package.json": JSON.stringify({ scripts: { pretest: "eslint .", test: "node --test" } }),
    "a.test.js": PASSES,
  });
  const seen: string[][] = [];
  const watching = createTestRunner({
    ...OPTIONS,
    execute: (command) => {
      seen.push([...command.argv]);
      return executeDirectly(command);
    },
  });
  const result = await resultIn(tree, watching);
  expect(seen).toEqual([result.command]);
});

test("the Node that the project has installed runs its tests", async () => {
  using tree = temporaryTree({
    "package.json": JSON.stringify({ scripts: { test: "node --test" } }),
    "node_modules/node/package.json": JSON.stringify({ name: "node", version: process.versions.node }),
    "node_modules/node/bin/README": "",
    "a.test.js": shows("npm_node_execpath"),
  });
  const own = join(tree.path, "node_modules/node/bin/node");
  expect((await resultIn(tree)).command[0]).toBe(process.execPath);
  symlinkSync(process.execPath, own);
  const result = await resultIn(tree);
  expect(result.command[0]).toBe(own);
  expect(result.failures[0]?.error_message).toBe(`found ${own}`);
});

test("Vitest finds its programs in its global setup, and the suite could not run if that setup fails", async () => {
  const modules = fileURLToPath(new URL("../../../node_modules", import.meta.url));
  const files = (program: string) => ({
    "package.json": JSON.stringify({ scripts: { test: "vitest run" }, type: "module" }),
    "vitest.config.js": 'export default { test: { globalSetup: ["./setup.js"] } };',
    "setup.js": `import { execFileSync } from "node:child_process";
export const setup = () => { execFileSync(${JSON.stringify(program)}, ["--version"]); };`,
    "a.test.js": 'import { test } from "vitest";\ntest("a", () => {});',
  });
  const lent = [{ source: modules, at: "node_modules" }];
  using healthy = temporaryTree(files("rolldown"), lent);
  expect(await resultIn(healthy)).toMatchObject({ status: "passed", passed: 1 });
  using broken = temporaryTree(files("absent-program"), lent);
  const result = await resultIn(broken);
  expect(result.status).toBe("could_not_run");
  expect(whyNotStarted(result)).toMatch(/^its global setup failed: the program absent-program was not found/);
});
