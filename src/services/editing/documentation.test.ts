import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { FAITHFUL_PASSES, FREE_PASSES } from "./passes.ts";
import { READINGS } from "./readings.ts";

const page = readFileSync(new URL("../../../docs/editing.md", import.meta.url), "utf8");

it.each([
  ["readings", READINGS],
  ["passes", [...FAITHFUL_PASSES, ...FREE_PASSES]],
])("the page lists the %s as they are", (name, family) => {
  const rows = family.map(({ meta }) => `| \`${meta.name}\` | ${meta.title} | ${meta.why} |`);
  const table = ["| name | what differs | why, and when not |", "|---|---|---|", ...rows].join("\n");
  const shown = page.split(`<!-- ${name} -->\n`)[1]?.split(`\n<!-- /${name} -->`)[0];
  expect(shown).toBe(table);
});
