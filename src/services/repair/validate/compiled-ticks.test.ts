import { describe, expect, it } from "vitest";

const { CompiledSources } = await import(new URL("../resources/compiled-sources.mjs", import.meta.url).href);

describe("the ticks of a program that reports lines", () => {
  const sources = new CompiledSources([], "/nowhere", {});

  it("are at most twice as many as it reported last", () => {
    expect(sources.ticks("0 3\nticks 64\n0 4\nticks 128\nticks 256\n")).toBe(512);
  });

  it("are at most the first ones if it reported none", () => {
    expect(sources.ticks("0 3\n")).toBe(64);
  });
});
