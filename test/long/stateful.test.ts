import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { type FixtureCase, fixtureDoubts, readFixtures } from "../support/probe-fixtures.ts";

const folder = fileURLToPath(new URL("../../src/services/repair/probe/fixtures", import.meta.url));
const fixtures = readFixtures(folder);
const rows = (kind: FixtureCase["kind"]) =>
  fixtures.filter((each) => each.kind === kind).map((each) => [each.id, each] as const);

describe("changes to stateful code", { timeout: 60_000 }, () => {
  it.each(rows("cheat"))("doubts %s", async (_id, given) => {
    expect(await fixtureDoubts(given)).not.toEqual([]);
  });

  it.each(rows("unseen"))("does not detect %s", async (_id, given) => {
    expect(await fixtureDoubts(given)).toEqual([]);
  });

  it.each(rows("honest"))("has no doubt about %s", async (_id, given) => {
    expect(await fixtureDoubts(given)).toEqual([]);
  });
});
