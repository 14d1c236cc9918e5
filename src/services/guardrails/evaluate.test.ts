import { describe, expect, it } from "vitest";
import type { Effect, GuardEvent } from "../../domain/entities/guard-event.ts";
import { evaluate } from "./evaluate.ts";
import { NO_FILES } from "./files.ts";
import type { Guard, GuardId } from "./guard.ts";
import { GUARDS } from "./guards/list.ts";
import { EMPTY_STATE, type HarnessState } from "./harness/state.ts";
import { DEFAULT_SETTINGS } from "./settings/settings.ts";

const BASE = { session_id: "s", at: "2026-01-01T00:00:00Z", root: "/repo", cwd: "/repo" };
const CALL: GuardEvent = { ...BASE, event: "before_tool", tool: { kind: "other", name: "x" } };

describe("evaluate", () => {
  const table: readonly (readonly [
    said: readonly Effect[],
    attended: boolean,
    wanted: Effect,
    by: string,
  ])[] = [
    [[], false, "allow", "none"],
    [["ask", "deny", "deny"], true, "deny", "loop_detection"],
    [["ask", "ask"], true, "ask", "budget"],
    [["ask"], false, "deny", "budget"],
    [["allow", "ask"], false, "deny", "loop_detection"],
    [["allow", "ask"], true, "ask", "loop_detection"],
    [["allow", "deny"], true, "deny", "loop_detection"],
  ];
  it.each(table)("turns %j (attended: %s) into %s", (said, attended, wanted, by) => {
    const ids: readonly GuardId[] = ["budget", "loop_detection", "trace_logging"];
    const guards = said.map((effect, index) =>
      guard(ids[index] ?? "budget", () => ({ decision: { effect, rule: `r${index}`, reason: "because" } })),
    );
    const result = evaluate({ ...CALL, attended }, EMPTY_STATE, DEFAULT_SETTINGS, guards, {
      files: NO_FILES,
    });
    expect(result.decision).toMatchObject({ effect: wanted, guard: by });
    expect(result.decisions).toHaveLength(said.length);
  });

  it("denies when a guard fails, but only warns when it observes", () => {
    const broken = guard("budget", () => {
      throw new Error("boom");
    });
    expect(
      evaluate(CALL, EMPTY_STATE, DEFAULT_SETTINGS, [broken], { files: NO_FILES }).decision,
    ).toMatchObject({ effect: "deny", rule: "guard_failed" });
    const observed = evaluate(
      { ...BASE, event: "start", source: "startup" },
      EMPTY_STATE,
      DEFAULT_SETTINGS,
      [
        {
          ...broken,
          onStart: () => {
            throw new Error("boom");
          },
        },
      ],
      { files: NO_FILES },
    );
    expect(observed.decision.effect).toBe("allow");
    expect(observed.notes[0]?.text).toContain("boom");
  });

  it("does not modify its arguments", () => {
    const frozen = deepFreeze(structuredClone(EMPTY_STATE)) as HarnessState;
    const result = evaluate(
      {
        ...BASE,
        event: "after_tool",
        tool: { kind: "write", name: "w", paths: ["a.ts"] },
        result: { exit_code: null, output: "" },
      },
      frozen,
      DEFAULT_SETTINGS,
      GUARDS,
      { files: NO_FILES },
    );
    expect(result.state.edits).toEqual({ "a.ts": 1 });
  });
});

describe("loops", () => {
  const step = (name: string): GuardEvent => ({
    ...BASE,
    event: "after_tool",
    tool: { kind: "read", name: "read", paths: [name] },
    result: { exit_code: null, output: "" },
  });
  const failure = (command: string, output: string): GuardEvent => ({
    ...BASE,
    event: "tool_failed",
    tool: { kind: "shell", name: "Bash", command },
    result: { exit_code: 1, output },
  });

  it.each([2, 3, 4, 5])("detects a cycle of %i steps at its third repetition, not before", (length) => {
    const events = Array.from({ length: length * 3 }, (_, index) => step(`f${index % length}`));
    expect(warnings(events.slice(0, -1))).toEqual([]);
    expect(warnings(events)).toEqual([expect.stringContaining(`same ${length} steps`)]);
  });

  it("does not detect a cycle of six, nor one whose steps differ", () => {
    expect(warnings(Array.from({ length: 24 }, (_, index) => step(`f${index % 6}`)))).toEqual([]);
    expect(warnings(["a", "b", "a", "b", "a", "c"].map(step))).toEqual([]);
  });

  it("recognizes the same error after different commands, regardless of line numbers", () => {
    expect(
      warnings([
        failure("make a", "error: x.c:12: undefined y"),
        failure("make b", "error: x.c:99: undefined y"),
        failure("make c", "error: x.c:7: undefined y"),
      ]),
    ).toEqual([expect.stringContaining("same error")]);
    expect(
      warnings([
        failure("make a", "error: one"),
        failure("make b", "error: two"),
        failure("make c", "error: three"),
      ]),
    ).toEqual([]);
  });

  it("forgets a failing command that succeeded", () => {
    const good: GuardEvent = {
      ...BASE,
      event: "after_tool",
      tool: { kind: "shell", name: "Bash", command: "make" },
      result: { exit_code: 0, output: "" },
    };
    expect(
      warnings([failure("make", "error: a"), failure("make", "error: b"), good, failure("make", "error: c")]),
    ).toEqual([]);
  });

  it("does not count a failure twice when the batch reports it again", () => {
    const tool = { kind: "shell", name: "Bash", command: "make" } as const;
    const batch: GuardEvent = { ...BASE, event: "batch", calls: [{ tool, error: "error: a" }] };
    expect(warnings([failure("make", "error: a"), batch, failure("make", "error: a"), batch])).toEqual([]);
    expect(
      warnings([
        failure("make", "error: a"),
        batch,
        failure("make", "error: a"),
        batch,
        failure("make", "error: a"),
      ]),
    ).toHaveLength(1);
  });

  it("counts edits that a host rejected before they ran", () => {
    const batch: GuardEvent = {
      ...BASE,
      event: "batch",
      calls: [
        {
          tool: { kind: "write", name: "Edit", paths: ["a.ts"] },
          error: "String to replace not found in file.",
        },
      ],
    };
    expect(warnings([batch, batch, batch])).toEqual([expect.stringContaining("failed 3 times")]);
  });

  /** What the loop guard says about the last event. */
  function warnings(events: readonly GuardEvent[]): string[] {
    let state = EMPTY_STATE;
    let said: string[] = [];
    for (const event of events) {
      const result = evaluate(event, state, DEFAULT_SETTINGS, GUARDS, { files: NO_FILES });
      state = result.state;
      said = result.notes.filter((note) => note.guard === "loop_detection").map((note) => note.text);
    }
    return said;
  }
});

function guard(id: GuardId, before: NonNullable<Guard["before"]>): Guard {
  return { meta: { id, title: "a guard for the test", why: "", examples: [] }, before };
}

function deepFreeze(value: unknown): unknown {
  if (typeof value === "object" && value !== null)
    for (const item of Object.values(Object.freeze(value))) deepFreeze(item);
  return value;
}
