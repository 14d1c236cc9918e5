import fc from "fast-check";
import { expect, test } from "vitest";
import { isClean, redactData, textsToJudge } from "./redact-data.ts";
import { createRedactor } from "./redactor.ts";

const { text: redact, find } = createRedactor({ values: ["hunter2-hunter2"], tag: () => "abcdef" });

test("data is clean exactly when redacting it changes nothing", () => {
  const leaf = fc.constantFrom<unknown>(
    1,
    null,
    true,
    "plain",
    "hunter2-hunter2",
    "x hunter2-hunter2 y",
    "Zk3vR8qLw1Yt6Bn",
  );
  const name = fc.constantFrom("n", "password", "hunter2-hunter2");
  const data = fc.letrec((tie) => ({
    node: fc.oneof(
      leaf,
      fc.array(tie("node"), { maxLength: 3 }),
      fc.dictionary(name, tie("node"), { maxKeys: 3 }),
    ),
  })).node;
  let seen = { clean: 0, dirty: 0 };
  fc.assert(
    fc.property(data, (value) => {
      const text = JSON.stringify(value);
      const clean = JSON.stringify(redactData(JSON.parse(text), redact)) === text;
      seen = { clean: seen.clean + Number(clean), dirty: seen.dirty + Number(!clean) };
      expect(isClean(value, redact)).toBe(clean);
      expect(find(textsToJudge([value])).length === 0).toBe(clean);
    }),
    { numRuns: 2000 },
  );
  expect(Math.min(seen.clean, seen.dirty)).toBeGreaterThan(100);
});

test.each([
  [
    "a class with its own text form",
    {
      at: new (class {
        toJSON() {
          return "hunter2-hunter2";
        }
      })(),
    },
  ],
  ["a function", { toJSON: () => "hunter2-hunter2" }],
])("%s is not considered clean, because its text is not visible", (_name, value) => {
  expect(isClean(value, redact)).toBe(false);
});
