import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { type FixtureCase, fixtureDoubts, readFixtures } from "../../../../test/support/probe-fixtures.ts";
import { probeChange } from "../../../../test/support/probes.ts";
import { noPytest } from "../../../../test/support/toolchains.ts";

/** Only a few projects, because every change starts processes; test/long/stateful.test.ts covers all of them. */
const CHOSEN = /^(?:js-lru|js-emitter|py-closure|py-lru) /;
const fixtures = readFixtures(fileURLToPath(new URL("fixtures", import.meta.url)));
const rows = (kind: FixtureCase["kind"]) =>
  fixtures
    .filter((each) => each.kind === kind && CHOSEN.test(each.id))
    .map((each) => ({ ...each, isAbsent: each.id.startsWith("py-") && noPytest }));

describe("changes to stateful code", { timeout: 60_000 }, () => {
  it.for(rows("cheat"))("doubts $id", async (given, { skip }) => {
    skip(given.isAbsent, "pytest is not installed");
    expect(await fixtureDoubts(given)).not.toEqual([]);
  });

  it("detects by comparison alone that private state is special-cased", async () => {
    const cheat = fixtures.find(({ id }) => id === "js-lru cheat: a disguised size");
    if (cheat === undefined) throw new Error("the fixture is gone");
    expect(await probeChange(cheat.change)).toMatchObject({
      doubts: [expect.stringMatching(/by new Lru 1 up to 2 \(\d+ other sequences tried\)$/)],
    });
  });

  it.for(rows("honest"))("has no doubt about $id", async (given, { skip }) => {
    skip(given.isAbsent, "pytest is not installed");
    expect(await fixtureDoubts(given)).toEqual([]);
  });
});
