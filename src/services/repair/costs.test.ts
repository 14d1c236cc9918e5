import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { COSTS, ORIGINS } from "./costs.ts";
import { allOperators } from "./operators/late.ts";

const read = (pattern: string) =>
  globSync(pattern, { cwd: import.meta.dirname })
    .filter((path) => !path.endsWith(".test.ts"))
    .map((path) => ({ path, text: readFileSync(join(import.meta.dirname, path), "utf8") }));
const files = [...read("{operators,propose,localize,search}/**/*.ts"), ...read("violations.ts")];
const groups = Object.entries(COSTS);

describe("costs", () => {
  it.each(groups)("of %s document their origin", (_, { from }) => {
    expect(from.length).toBeGreaterThan(0);
    expect(Object.keys(ORIGINS)).toEqual(expect.arrayContaining([...from]));
  });

  it.each(groups)("of %s are all used", (id, group) => {
    const code = files
      .filter(({ path, text }) => path.endsWith(`/${id}.ts`) || text.includes(`COSTS.${id}`))
      .map(({ text }) => text)
      .join("\n");
    const names = Object.keys(group).filter((name) => name !== "from" && name !== "about");
    expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(code))).toEqual([]);
  });

  it("are not defined anywhere else", () => {
    const written = files.flatMap(({ path, text }) =>
      text
        .split("\n")
        .filter((line) => /(?<![\w.$"'`])\d+\.\d+/.test(line.replace(/(["'`])(?:\\.|(?!\1).)*\1/g, "")))
        .map((line) => `${path}: ${line.trim()}`),
    );
    expect(written).toEqual([]);
  });

  it("match the priors of the operators", () => {
    const priors = new Map(groups.map(([id, group]) => [id, "prior" in group ? group.prior : null]));
    for (const { meta } of allOperators) expect([meta.id, meta.cost]).toEqual([meta.id, priors.get(meta.id)]);
  });
});
