/**
 * Writes the cases of a set as projects: DIR/cases/<id> is what a repair sees, DIR/hidden/<id> the tests kept apart.
 *
 *   node bench/cases/build.ts --out DIR
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { programs } from "./javascript.ts";
import type { Program } from "./program.ts";

const { values } = parseArgs({ options: { out: { type: "string" } } });
if (values.out === undefined) throw new Error("give --out DIR");
const out = resolve(values.out);
rmSync(out, { recursive: true, force: true });

let count = 0;
for (const program of programs) {
  for (const [index, [good, bad]] of program.bugs.entries()) {
    const id = `${program.name}-${index + 1}`;
    if (program.code.split(good).length !== 2) throw new Error(`${id}: "${good}" must occur exactly once`);
    writeCase(
      id,
      program,
      program.code.replace(good, () => bad),
    );
    count += 1;
  }
}
console.log(`${count} cases of ${programs.length} programs in ${out}`);

function writeCase(id: string, program: Program, code: string): void {
  const ending = { module: "js", commonjs: "cjs", typescript: "ts" }[program.kind];
  const source = `src/${program.name}.${ending}`;
  const test = `test/${program.name}.test.${program.kind === "typescript" ? "ts" : "mjs"}`;
  const manifest = { name: id, private: true, type: "module", scripts: { test: "node --test" } };
  put(join(out, "cases", id, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  put(join(out, "cases", id, source), code);
  put(join(out, "cases", id, test), testFile(program, source, program.visible));
  put(
    join(out, "hidden", id, test.replace(".test.", ".hidden.test.")),
    testFile(program, source, program.hidden),
  );
}

function testFile(program: Program, source: string, cases: Program["visible"]): string {
  const names = program.exports.join(", ");
  const load =
    program.kind === "commonjs"
      ? `import loaded from "../${source}";\n\nconst { ${names} } = loaded;`
      : `import { ${names} } from "../${source}";`;
  const tests = cases.map(
    ([expression, expected], index) =>
      `test(${JSON.stringify(`${index + 1}: ${expression}`.slice(0, 70))}, async () => {\n  assert.deepEqual(${expression}, ${expected});\n});\n`,
  );
  return `import assert from "node:assert/strict";\nimport test from "node:test";\n${load}\n\n${tests.join("\n")}`;
}

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
