/**
 * Writes the Python cases as projects: DIR/cases/<id> is what a repair sees, DIR/hidden/<id> the hidden tests,
 * DIR/whole/<id> the projects without a bug, to verify that all tests pass there.
 *
 *   node bench/cases/build-python.ts --out DIR
 *
 * A project in the set is a folder: project/, hidden/ and bugs.json, a list of [file, right text, wrong text].
 */
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const { values } = parseArgs({ options: { out: { type: "string" } } });
if (values.out === undefined) throw new Error("give --out DIR");
const out = resolve(values.out);
const set = fileURLToPath(new URL("python", import.meta.url));
rmSync(out, { recursive: true, force: true });

let count = 0;
const names = readdirSync(set).sort();
for (const name of names) {
  const [project, hidden] = [join(set, name, "project"), join(set, name, "hidden")];
  for (const folder of [project, hidden]) cpSync(folder, join(out, "whole", name), { recursive: true });
  const bugs = JSON.parse(readFileSync(join(set, name, "bugs.json"), "utf8")) as [string, string, string][];
  for (const [index, [file, right, wrong]] of bugs.entries()) {
    const id = `${name}-${index + 1}`;
    cpSync(project, join(out, "cases", id), { recursive: true });
    cpSync(hidden, join(out, "hidden", id), { recursive: true });
    const text = readFileSync(join(project, file), "utf8");
    if (text.split(right).length !== 2) throw new Error(`${id}: "${right}" must occur exactly once`);
    writeFileSync(
      join(out, "cases", id, file),
      text.replace(right, () => wrong),
    );
    count += 1;
  }
}
console.log(`${count} cases of ${names.length} projects in ${out}`);
