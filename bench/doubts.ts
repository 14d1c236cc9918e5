/**
 * Reads the right fix of every case in the repair sets and counts the doubts: all of them are false alarms.
 *
 *   node bench/doubts.ts
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { SourceFile } from "../src/domain/ports/repair.ts";
import { readDoubts } from "../src/services/repair/index.ts";
import { programs as go } from "./cases/go.ts";
import { programs as javascript } from "./cases/javascript.ts";
import { programs as javascriptMore } from "./cases/javascript-more.ts";
import { goFiles, javascriptFiles, rustFiles } from "./cases/layout.ts";
import { programs as rust } from "./cases/rust.ts";

const SETS = [
  { programs: [...javascript, ...javascriptMore], files: javascriptFiles },
  { programs: go, files: goFiles },
  { programs: rust, files: rustFiles },
];
const counts = { fixes: 0, doubted: 0, milliseconds: 0 };

for (const { programs, files } of SETS) {
  for (const program of programs) {
    for (const [index, [good, bad]] of program.bugs.entries()) {
      const broken = program.code.replace(good, () => bad);
      const layout = (code: string) => sourcesOf(files(program.name, program, code).visible);
      read(`${program.name}-${index + 1}`, layout(broken), layout(program.code));
    }
  }
}
const set = fileURLToPath(new URL("cases/python", import.meta.url));
for (const name of readdirSync(set).sort()) {
  const project = join(set, name, "project");
  const bugs = JSON.parse(readFileSync(join(set, name, "bugs.json"), "utf8")) as [string, string, string][];
  const whole = filesIn(project);
  for (const [index, [file, right, wrong]] of bugs.entries()) {
    const broken = whole.map((each) =>
      each.path === file ? { ...each, text: each.text.replace(right, () => wrong) } : each,
    );
    read(`${name}-${index + 1}`, broken, whole);
  }
}
console.log(
  `${counts.doubted} of ${counts.fixes} right fixes raise a doubt; ${(counts.milliseconds / counts.fixes).toFixed(1)} ms each`,
);

function read(id: string, before: readonly SourceFile[], after: readonly SourceFile[]): void {
  const changed = after.filter((each) => before.find((old) => old.path === each.path)?.text !== each.text);
  const paths = new Set(changed.map((each) => each.path));
  const started = performance.now();
  const doubts = readDoubts({
    before: before.filter((each) => paths.has(each.path)),
    after: changed,
    tests: after.filter((each) => /test/.test(each.path)),
  });
  counts.milliseconds += performance.now() - started;
  counts.fixes += 1;
  if (doubts.length === 0) return;
  counts.doubted += 1;
  console.log(`${id}: ${doubts.map(({ text }) => text).join("; ")}`);
}

function sourcesOf(files: Readonly<Record<string, string>>): readonly SourceFile[] {
  return Object.entries(files).map(([path, text]) => ({ path, text }));
}

function filesIn(folder: string): readonly SourceFile[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".py"))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path: path.slice(folder.length + 1), text: readFileSync(path, "utf8") }));
}
