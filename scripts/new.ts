/**
 * Starts a plug-in: writes its file, with examples that run as its test, and its line in the family's list.
 *
 *   npm run new -- check|guard|tool|framework NAME
 *   npm run new -- operator GROUP/NAME
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { top } from "./generated-docs.ts";
import { FAMILIES, inGroup } from "./new/families.ts";
import { addLine, addToList } from "./new/list.ts";
import { camelCase, isKebabCase } from "./new/names.ts";

const [kind = "", place = ""] = process.argv.slice(2);
const name = place.slice(place.lastIndexOf("/") + 1);
const group = place.slice(0, -name.length - 1);
const family = inGroup(FAMILIES[kind], group);
if (family === null || !isKebabCase(name)) {
  console.error(`npm run new -- ${Object.keys(FAMILIES).join("|")} NAME, with a NAME such as line-length`);
  for (const [each, { groups }] of Object.entries(FAMILIES))
    if (groups) console.error(`${each}: NAME is GROUP/NAME; GROUP is one of ${groups.join(", ")}`);
  process.exitCode = 2;
} else if (existsSync(join(top, family.folder, `${name}.ts`))) {
  console.error(`${family.folder}/${name}.ts exists`);
  process.exitCode = 2;
} else {
  const written = Object.entries(family.files(name));
  for (const [path, text] of written) writeFileSync(join(top, path), text);
  const list = join(top, family.list);
  writeFileSync(list, addToList(readFileSync(list, "utf8"), { ...family, name, value: camelCase(name) }));
  const additions = family.additions(name);
  for (const { path, line, before } of additions)
    writeFileSync(join(top, path), addLine(readFileSync(join(top, path), "utf8"), line, before));
  const paths = new Set([
    ...written.map(([path]) => path),
    family.list,
    ...additions.map(({ path }) => path),
  ]);
  execFileSync("biome", ["check", "--write", "--no-errors-on-unmatched", ...paths], {
    cwd: top,
    stdio: "ignore",
  });
  for (const path of paths) console.log(`wrote ${path}`);
  for (const step of family.next) console.log(`next: ${step}`);
}
