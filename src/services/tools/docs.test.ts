import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { TOOLS } from "./catalog/list.ts";

it("docs/tools.md is up to date", () => {
  const page = readFileSync(new URL("../../../docs/tools.md", import.meta.url), "utf8");
  for (const { name, effect, description } of TOOLS)
    expect(page).toContain(`| \`${name}\` | ${effect} | ${description} |`);
});
