import type { TestText } from "../contract.ts";
import { quoted } from "../literals.ts";

/** A failing test with its neighbor's framework imports and module format. */
export function failingText({ path, text }: TestText, name: string, framework: string): string {
  const isModule = /\.m[jt]s$/.test(path) || (!/\.c[jt]s$/.test(path) && /^\s*(import|export)\b/m.test(text));
  const from = (what: string, source: string) =>
    isModule ? `import ${what} from "${source}";\n` : `const ${what} = require("${source}");\n`;
  const title = quoted(name.replace(/[-_]+/g, " "));
  const usesIt = /^\s*it(\.\w+)*\(/m.test(text) && !/^\s*test(\.\w+)*\(/m.test(text);
  const test = usesIt ? "it" : "test";
  if (framework === "vitest" || framework === "jest") {
    const source = framework === "vitest" ? "vitest" : "@jest/globals";
    const imports =
      text.includes(`"${source}"`) || text.includes(`'${source}'`)
        ? `${from(`{ expect, ${test} }`, source)}\n`
        : "";
    return `${imports}${test}(${title}, () => {\n  expect(4).toBe(5);\n});\n`;
  }
  const body = `(${title}, () => {\n  assert.equal(4, 5);\n});\n`;
  if (framework === "mocha") {
    const runner =
      /\b(suite|test)\(/.test(text) && !usesIt && !/\b(describe|it)\(/.test(text) ? "test" : "it";
    return `${from("assert", "node:assert")}\n${runner}${body}`;
  }
  return `${from("assert", "node:assert/strict")}${usesIt ? from("{ it }", "node:test") : from("test", "node:test")}\n${test}${body}`;
}
