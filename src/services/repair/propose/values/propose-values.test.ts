import { expect, it } from "vitest";
import { makeTarget } from "../../../../../test/support/repair/target.ts";
import { suspect } from "../../localize/suspicion.ts";
import type { ObservedPlace, ObservedTest } from "../../validate/worker.ts";
import { proposeValues } from "./propose-values.ts";

const code = "def f(a, b):\n    return a - b\n";
const target = makeTarget(
  { "m.py": code },
  { "test_m.py": "from m import f\n\n\ndef test_f():\n    assert f(1, 2) == 3\n" },
);

/** As a worker would answer: the values of the names in two calls of the function. */
function observed({ start, end, atoms }: ObservedPlace): readonly ObservedTest[] {
  if (code.slice(start, end) !== "a - b") return [];
  return [
    [1, 2],
    [5, 3],
  ].map(([a = 0, b = 0]) => ({
    failing: true,
    events: [
      {
        atoms: atoms.map((each) => ({ a, b })[each] ?? (/^\d$/.test(each) ? Number(each) : each)),
        value: a - b,
      },
      { got: a - b, wanted: a + b, equal: false },
    ],
  }));
}

const suspicion = suspect(target);

it("replaces an expression by one that has the wanted values, and doubts it", async () => {
  const observe = async (place: ObservedPlace) => observed(place);
  const [first] = await proposeValues(target, {
    suspicion,
    observe,
    mayObserve: () => true,
  });
  expect(first).toMatchObject({
    operator: "value",
    description: "m.py:2: return a - b → return a + b",
    doubt: expect.stringContaining("the tests may not determine it"),
  });
});

it("stops observing when the time is needed for the candidates", async () => {
  let count = 0;
  const observe = async () => {
    count += 1;
    return [];
  };
  await proposeValues(target, { suspicion, observe, mayObserve: () => count === 0 });
  expect(count).toBeLessThan(3);
});
