import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const folders = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

it("has folders", () => {
  expect(folders.length).toBeGreaterThan(5);
});

it.each(folders)("the commands in %s are defined by the file of that name in tree/", (folder) => {
  const definition = readFileSync(new URL(`../tree/${folder}.ts`, import.meta.url), "utf8");
  const loaded = [...definition.matchAll(/import\("\.\.\/commands\/([\w-]+)\//g)].map(([, name]) => name);
  expect(new Set(loaded)).toContain(folder);
});
