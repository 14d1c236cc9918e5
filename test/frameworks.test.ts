import { describe, expect, test } from "vitest";
import { WARM_FRAMEWORKS } from "../src/domain/rules/languages/warm-frameworks.ts";
import { findTestRunner } from "../src/services/guardrails/harness/test-runners.ts";
import { frameworks } from "../src/services/testing/frameworks/list.ts";

/** Services may not import each other, so their knowledge about the same frameworks is compared here. */
describe("the registry of test frameworks", () => {
  test("contains every framework that a warm worker runs, under the worker's language", () => {
    for (const [language, ids] of Object.entries(WARM_FRAMEWORKS)) {
      const known = frameworks.filter(({ meta }) => meta.language === language).map(({ meta }) => meta.id);
      for (const id of ids) expect(known).toContain(id);
    }
  });

  test.each(frameworks.flatMap(({ meta }) => (meta.startedAs ? [[meta.id, meta.startedAs]] : [])))(
    "has a command for %s that the verification guard recognizes as a run of all tests",
    (_, command = "") => {
      const [program = "", ...words] = command.split(" ");
      const rest = words.join(" ");
      const runner = findTestRunner(program);
      expect(runner?.runs?.test(rest) ?? true).toBe(true);
      expect(runner?.lists?.test(rest) ?? false).toBe(false);
      expect(runner?.narrows?.test(rest) ?? false).toBe(false);
      expect(runner).toBeDefined();
    },
  );

  test.each(frameworks.flatMap((each) => (each.meta.startedAs ? [[each.meta.id, each] as const] : [])))(
    "%s recognizes its own command and no other",
    (_, { meta, argumentsIn }) => {
      expect(argumentsIn?.((meta.startedAs ?? "").split(" "))).toEqual(expect.any(Array));
      expect(argumentsIn?.(["echo", ...(meta.startedAs ?? "").split(" ")]) ?? null).toBeNull();
    },
  );
});
