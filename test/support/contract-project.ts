import { makeRepository, type Repository } from "./repository.ts";

const CONTRACT = `id: house
description: Rules of a small project.
applies_to: ["**/*.js"]
checks:
  - id: strict-equality
    severity: critical
    message: Compare with ===.
    ast: { language: javascript, pattern: "$A == $B", rewrite: "$A === $B" }
  - id: no-console-log
    severity: major
    message: Use the logger.
    ast: { language: javascript, pattern: "console.log($$$A)", rewrite: "log($$$A)" }
  - id: no-todo
    severity: minor
    message: Do it now.
    fix_hint: Do what the comment says.
    pattern: { regex: "TODO" }
`;

const FILES: Readonly<Record<string, string>> = {
  "package.json": '{ "name": "small", "type": "module", "scripts": { "test": "node --test" } }\n',
  ".agentforge/contracts/house.yaml": CONTRACT,
  "log.js": 'export const lines = [];\nexport function log(...parts) {\n  lines.push(parts.join(" "));\n}\n',
  "zero.js":
    'import { log } from "./log.js";\n\nexport function isZero(value) {\n  console.log("asked", value);\n  const wanted = 0;\n\n  return value == wanted;\n}\n',
  "one.js": "export function isOne(value) {\n  return value == 1;\n}\n",
  "loose.js": 'export function isLoose(value) {\n  // TODO: be strict\n  return value == "1";\n}\n',
  "all.test.js": `import assert from "node:assert/strict";
import { test } from "node:test";
import { isLoose } from "./loose.js";
import { isOne } from "./one.js";
import { isZero } from "./zero.js";

test("zero", () => assert.equal(isZero(0) && !isZero(1), true));
test("one", () => assert.equal(isOne(1), true));
test("a number counts as its text", () => assert.equal(isLoose(1), true));
`,
};

/** Three fixes that work, one that a test rejects (`loose.js`), and one that cannot be made (`no-todo`). */
export function smallProject(leaveOut: readonly string[] = []): Repository {
  const repository = makeRepository(() => {}, false);
  for (const [path, text] of Object.entries(FILES))
    if (!leaveOut.includes(path)) repository.write(path, text);
  repository.git("add", "-A");
  repository.git("commit", "-qm", "first");
  return repository;
}
