import { describe, expect, it } from "vitest";
import { applyEdits } from "../fix.ts";
import { runOver } from "../fixture-run.ts";
import { STARTERS } from "./list.ts";
import { contractText } from "./starter.ts";

const rules = STARTERS.flatMap((starter) => starter.rules.map((rule) => ({ starter, rule })));

describe.each(STARTERS)("starter $id", (starter) => {
  const contract = contractText(starter);

  /** The checks that find something in this text. */
  async function findings(path: string, text: string) {
    const outcome = await runOver(contract, { [path]: text });
    expect(outcome.problems).toEqual([]);
    return outcome.findings;
  }

  it.each(starter.rules)("$id finds its bad example, and not its good one", async (rule) => {
    const path = rule.path ?? starter.path;
    const found = (await findings(path, rule.bad)).filter((raw) => raw.rule.check.id === rule.id);
    expect(found.length).toBeGreaterThan(0);
    const inGood = await findings(path, rule.good);
    expect(inGood.map((raw) => raw.rule.check.id)).not.toContain(rule.id);
  });

  it.each(starter.rules.filter((rule) => rule.fixed !== undefined))(
    "$id fixes its bad example completely",
    async (rule) => {
      const path = rule.path ?? starter.path;
      const edits = async (text: string) =>
        (await findings(path, text))
          .filter((raw) => raw.rule.check.id === rule.id)
          .map((raw) => {
            expect(raw.edits).toBeDefined();
            return raw.edits ?? [];
          });
      const fixed = applyEdits(rule.bad, (await edits(rule.bad)).flat());
      expect(fixed).toBe(rule.fixed);
      expect(await edits(fixed)).toEqual([]);
    },
  );

  it.each(starter.rules.filter((rule) => rule.fixed === undefined))(
    "$id offers no fix if its example shows none",
    async (rule) => {
      const found = (await findings(rule.path ?? starter.path, rule.bad)).filter(
        (raw) => raw.rule.check.id === rule.id,
      );
      expect(found.flatMap((raw) => raw.edits ?? [])).toEqual([]);
    },
  );
});

it("names every rule once, and says why", () => {
  const ids = rules.map(({ starter, rule }) => `${starter.id}/${rule.id}`);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { rule } of rules) expect(rule.why.length, rule.id).toBeGreaterThan(20);
});
