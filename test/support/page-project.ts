import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { agentforge } from "./cli.ts";
import { makeRepository, type Repository } from "./repository.ts";

/** A file name that would run a script on a page that treated it as HTML. */
export const HOSTILE_FILE = "src/<img src=x onerror=alert(1)>.js";
/** Reverses the rest of the line on a page that obeys it. */
const OVERRIDE = "\u202e";

const FILES: Readonly<Record<string, string>> = {
  "package.json": '{ "name": "shop", "type": "module", "scripts": { "test": "node --test" } }\n',
  "src/add.js": "export function add(a, b) {\n  return a - b;\n}\n",
  "src/biggest.js": `export function biggest(numbers) {
  let most = numbers[0];
  for (const number of numbers) {
    if (number < most) most = number;
  }
  return most;
}
`,
  "src/even.js": "export function isEven(number) {\n  return number % 2 === 1;\n}\n",
  "src/twice.js": `// </script><script>alert(2)</script> ${OVERRIDE}
export function twice(number) {
  return number + 2;
}
`,
  [HOSTILE_FILE]: "export const rate = 0.07;\n",
  "src/price.js": "var tax = 0.19;\nexport const total = (price) => price * (1 + tax);\n",
  "test/add.test.js": testOf("add", "src/add.js", "add(2, 3)", "5"),
  "test/biggest.test.js": testOf("biggest", "src/biggest.js", "biggest([1, 5, 2])", "5"),
  "test/even.test.js": testOf("isEven", "src/even.js", "isEven(4)", "true"),
  "test/twice.test.js": testOf(
    "twice",
    "src/twice.js",
    "twice(5)",
    "10",
    `<script>alert(3)</script> ${OVERRIDE}`,
  ),
  ".agentforge/contracts/style.yaml": `id: style
description: "<b onclick=alert(4)>House rules</b>"
applies_to: ["src/**/*.js"]
checks:
  - id: no-rate
    severity: minor
    message: Rates are settings.
    pattern: { regex: "rate =" }
  - id: no-var
    severity: major
    message: "var is visible outside its block <img src=x onerror=alert(5)>"
    ast: { language: javascript, pattern: "var $NAME = $VALUE;", rewrite: "let $NAME = $VALUE;" }
`,
};

/** A small shop with four broken functions, a violated rule, and names that attack a page. */
export function shopRepository(): Repository {
  return makeRepository((folder) => {
    for (const [path, text] of Object.entries(FILES)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
  });
}

/** Repairs the function that a test file tests, and returns the waiting review. */
export async function repairOne(repository: Repository, test: string): Promise<string> {
  const { json, stderr } = await agentforge(repository.path, ["repair", "--test", test, "--json"]);
  const id: unknown = json.review?.review_id;
  if (typeof id !== "string") throw new Error(`no fix for ${test}: ${stderr}`);
  return id;
}

function testOf(name: string, path: string, call: string, value: string, title = name): string {
  return `import assert from "node:assert/strict";
import { test } from "node:test";
import { ${name} } from "../${path}";

test(${JSON.stringify(title)}, () => {
  assert.equal(${call}, ${value});
});
`;
}
