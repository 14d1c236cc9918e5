import { describe, expect, it } from "vitest";
import type { GuardEvent } from "../../../domain/entities/guard-event.ts";
import { evaluate } from "../evaluate.ts";
import { type FileView, NO_FILES } from "../files.ts";
import { GUARDS } from "../guards/list.ts";
import { DEFAULT_SETTINGS } from "../settings/settings.ts";
import { EMPTY_STATE, type HarnessState } from "./state.ts";

type Part = Partial<GuardEvent> & Pick<GuardEvent, "event">;

const stop: Part = { event: "stop", continued: false };
const edit: Part = {
  event: "after_tool",
  tool: { kind: "write", name: "Edit", paths: ["src/a.py"] },
  result: { exit_code: null, output: "" },
};
const look: Part = {
  event: "after_tool",
  tool: { kind: "read", name: "Read", paths: ["src/a.py"] },
  result: { exit_code: null, output: "x" },
};
const green = ran("pytest -q", "5 passed in 0.12s");
const tested: FileView = { ...NO_FILES, list: () => ["test_a.py"] };
const planned: FileView = {
  ...tested,
  text: (path) => (path.endsWith("IMPLEMENTATION_PLAN.md") ? "- [ ] two\n" : null),
};

describe("the checklist", () => {
  it("stays silent after a plain question, even with an open plan", () => {
    expect(effects([look, stop], planned)).toEqual(["allow"]);
    expect(effects([edit, green, stop], planned)).toEqual(["deny"]);
  });

  it("does not ask again about work it has let through until something is edited", () => {
    const worn = [edit, stop, stop, stop];
    expect(effects([...worn, look, stop], tested)).toEqual(["deny", "deny", "allow", "allow"]);
    expect(effects([...worn, edit, stop], tested)).toEqual(["deny", "deny", "allow", "deny"]);
  });

  it("asks once if nothing indicates any tests", () => {
    expect(effects([edit, stop, look, stop, look, stop], NO_FILES)).toEqual(["deny", "allow", "allow"]);
  });

  it("asks after waiting for a background command", () => {
    expect(effects([edit, { ...stop, background: 1 }, stop], tested)).toEqual(["allow", "deny"]);
  });

  it("asks even though a subagent has stopped", () => {
    expect(effects([edit, green, { ...stop, agent_id: "sub" }, edit, stop], tested)).toEqual([
      "allow",
      "deny",
    ]);
  });

  it("reports that only part of the tests ran", () => {
    const [reason] = reasons([edit, ran("pytest -k a", "1 passed, 3 deselected in 0.1s"), stop], tested);
    expect(reason).toContain("Only part of the tests ran");
  });
});

function ran(command: string, output: string): Part {
  return {
    event: "after_tool",
    tool: { kind: "shell", name: "Bash", command },
    result: { exit_code: 0, output },
  };
}

function effects(parts: readonly Part[], files: FileView): string[] {
  return decisions(parts, files).map((decision) => decision.effect);
}

function reasons(parts: readonly Part[], files: FileView): string[] {
  return decisions(parts, files).map((decision) => decision.reason);
}

/** The decision about every stop. */
function decisions(parts: readonly Part[], files: FileView) {
  let state: HarnessState = EMPTY_STATE;
  return parts.flatMap((part, index) => {
    const at = `2026-01-01T00:00:0${index}Z`;
    const event = { session_id: "s", at, root: "/repo", cwd: "/repo", ...part } as GuardEvent;
    const evaluation = evaluate(event, state, DEFAULT_SETTINGS, GUARDS, { files });
    state = evaluation.state;
    return event.event === "stop" ? [evaluation.decision] : [];
  });
}
