/**
 * Writes the cases of a set as projects: DIR/cases/<id> is what a repair sees, DIR/hidden/<id> the hidden tests.
 *
 *   node bench/cases/build.ts --out DIR [--set javascript|javascript-more|go|rust]
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { programs as go } from "./go.ts";
import { programs as javascript } from "./javascript.ts";
import { programs as javascriptMore } from "./javascript-more.ts";
import { goFiles, javascriptFiles, rustFiles } from "./layout.ts";
import type { Program } from "./program.ts";
import { programs as rust } from "./rust.ts";

const SETS = {
  javascript: { programs: javascript, files: javascriptFiles },
  "javascript-more": { programs: javascriptMore, files: javascriptFiles },
  go: { programs: go, files: goFiles },
  rust: { programs: rust, files: rustFiles },
};

const { values } = parseArgs({
  options: { out: { type: "string" }, set: { type: "string", default: "javascript" } },
});
if (values.out === undefined) throw new Error("give --out DIR");
const out = resolve(values.out);
const chosen = SETS[values.set as keyof typeof SETS];
if (chosen === undefined) throw new Error(`no set ${values.set}: ${Object.keys(SETS).join(", ")}`);
rmSync(out, { recursive: true, force: true });

let count = 0;
for (const program of chosen.programs) {
  writeCase(`${program.name}-0`, program, program.code, "whole");
  for (const [index, [good, bad]] of program.bugs.entries()) {
    const id = `${program.name}-${index + 1}`;
    if (program.code.split(good).length !== 2) throw new Error(`${id}: "${good}" must occur exactly once`);
    writeCase(
      id,
      program,
      program.code.replace(good, () => bad),
      "cases",
    );
    count += 1;
  }
}
console.log(`${count} cases of ${chosen.programs.length} programs in ${out}`);

/** `whole` contains the programs without a bug, to verify that all tests pass there. */
function writeCase(id: string, program: Program, code: string, folder: "cases" | "whole"): void {
  const { visible, hidden } = chosen.files(id, program, code);
  for (const [path, text] of Object.entries(visible)) put(join(out, folder, id, path), text);
  const apart = folder === "whole" ? join(out, folder, id) : join(out, "hidden", id);
  for (const [path, text] of Object.entries(hidden)) put(join(apart, path), text);
}

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
