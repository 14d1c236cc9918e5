/**
 * Programs by authors who had seen neither AgentForge nor its other cases: one bug each, visible and hidden tests.
 * `blind/<set>.jsonl` has one program per line, with all files as text.
 *
 *   node bench/cases/blind.ts --set python-1 --out DIR      # DIR/cases/<id>, DIR/hidden/<id>, DIR/fixed/<id>
 *   node bench/cases/blind.ts --pack DIR --set python-2     # the other way around
 */
import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const PARTS = ["cases", "hidden", "fixed"] as const;
type Files = Readonly<Record<string, string>>;
type Line = { readonly id: string } & Readonly<Record<(typeof PARTS)[number], Files>>;

const { values } = parseArgs({
  options: { set: { type: "string" }, out: { type: "string" }, pack: { type: "string" } },
});
const sets = fileURLToPath(new URL("blind", import.meta.url));
if (values.set === undefined || (values.out === undefined) === (values.pack === undefined)) {
  const known = globSync("*.jsonl", { cwd: sets }).map((path) => path.replace(".jsonl", ""));
  throw new Error(`give --set and either --out DIR or --pack DIR; sets: ${known.sort().join(", ")}`);
}
const file = join(sets, `${values.set}.jsonl`);
if (values.pack !== undefined) pack(resolve(values.pack));
else unpack(resolve(values.out ?? ""));

function pack(from: string): void {
  const ids = globSync("*", { cwd: join(from, "cases") }).sort();
  const lines = ids.map((id): Line => {
    const [cases, hidden, fixed] = PARTS.map((part) => filesIn(join(from, part, id)));
    return { id, cases: cases ?? {}, hidden: hidden ?? {}, fixed: fixed ?? {} };
  });
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  console.log(`${lines.length} programs in ${file}`);
}

function unpack(out: string): void {
  const lines = readFileSync(file, "utf8").trim().split("\n");
  for (const text of lines) {
    const line = JSON.parse(text) as Line;
    for (const part of PARTS)
      for (const [path, content] of Object.entries(line[part])) put(join(out, part, line.id, path), content);
  }
  console.log(`${lines.length} programs in ${out}`);
}

function filesIn(folder: string): Files {
  const paths = globSync("**/*.{py,js,mjs,cjs,ts,go,rs,json,mod,toml}", { cwd: folder }).sort();
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(folder, path), "utf8")]));
}

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
