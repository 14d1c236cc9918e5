import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { READINGS } from "./list.ts";

it("lists every reading of the folder", () => {
  const files = readdirSync(import.meta.dirname)
    .filter((file) => !file.endsWith(".test.ts") && file !== "list.ts")
    .map((file) => file.replace(".ts", ""));
  expect(READINGS.map((reading) => reading.meta.name).sort()).toEqual(files.sort());
});

describe.each(READINGS.map((reading) => [reading.meta.name, reading] as const))("%s", (_, reading) => {
  it("states its purpose", () => {
    expect(reading.meta.title).not.toBe("");
    expect(reading.meta.why).toMatch(/\.$/);
  });

  it.each(reading.meta.examples.map((example) => [JSON.stringify(example.before.search), example] as const))(
    "%s",
    (_title, example) => {
      expect(reading.read(example.before)).toEqual(example.after);
    },
  );

  it("does not change a request that shows no sign of it", () => {
    expect(reading.read({ search: "plain\ntext\n", replace: "other\ntext\n" })).toBeNull();
  });
});
