import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { GuardEvent } from "../../../domain/entities/guard-event.ts";
import { evaluate } from "../evaluate.ts";
import type { FileView } from "../files.ts";
import type { Guard, GuardExample } from "../guard.ts";
import { EMPTY_STATE } from "../harness/state.ts";
import { loadSettings } from "../settings/load-settings.ts";
import { DEFAULT_SETTINGS } from "../settings/settings.ts";
import { GUARDS } from "./list.ts";

describe("the family of guards", () => {
  it("is listed completely, each under the name of its file", () => {
    const files = readdirSync(import.meta.dirname).filter(
      (name) => !name.endsWith(".test.ts") && name !== "list.ts",
    );
    expect(GUARDS.map((guard) => `${guard.meta.id.replaceAll("_", "-")}.ts`).sort()).toEqual(files.sort());
  });

  it("has one guard for every section of harness.json", () => {
    expect(GUARDS.map((guard) => guard.meta.id).sort()).toEqual(
      Object.keys(DEFAULT_SETTINGS.middleware).sort(),
    );
  });

  for (const guard of GUARDS) {
    describe(guard.meta.id, () => {
      it("states its purpose", () => {
        expect(guard.meta.title.length).toBeGreaterThan(10);
        expect(guard.meta.why.length).toBeGreaterThan(40);
        expect(guard.meta.examples.length).toBeGreaterThan(1);
      });

      for (const example of guard.meta.examples) {
        it(`example: ${example.title}`, () => check(guard, example));
      }

      it("stays silent when it is switched off", () => {
        const settings = loadSettings(
          JSON.stringify({ middleware: { [guard.meta.id]: { enabled: false } } }),
        );
        for (const example of guard.meta.examples) {
          const result = evaluate(eventOf(example.event, 9), EMPTY_STATE, settings, [guard], {
            files: filesOf(example.files),
          });
          expect(result.decision.effect).toBe("allow");
          expect(result.notes).toEqual([]);
        }
      });
    });
  }
});

function check(guard: Guard, example: GuardExample): void {
  const settings = loadSettings(JSON.stringify(example.settings ?? {}));
  const files = filesOf(example.files);
  let state = EMPTY_STATE;
  for (const [index, earlier] of (example.after ?? []).entries())
    state = evaluate(eventOf(earlier, index), state, settings, GUARDS, { files }).state;
  const result = evaluate(eventOf(example.event, (example.after ?? []).length), state, settings, [guard], {
    files,
  });
  expect(result.decision.effect).toBe(example.effect);
  const said = [...result.notes.map((note) => note.text), result.output ?? ""].join("\n");
  if (example.says) expect(said).toContain(example.says);
  else if (guard.meta.id === "loop_detection") expect(said).not.toContain("reconsider");
  const alone = evaluate(eventOf(example.event, 99), state, settings, GUARDS, { files });
  if (example.effect === "deny") expect(alone.decision.effect).toBe("deny");
}

function eventOf(partial: GuardExample["event"], index: number): GuardEvent {
  return {
    session_id: "s",
    at: `2026-01-01T00:00:${String(index).padStart(2, "0")}Z`,
    root: "/repo",
    cwd: "/repo",
    ...partial,
  } as GuardEvent;
}

function filesOf(files: Readonly<Record<string, string>> = {}): FileView {
  const paths = Object.keys(files).map((path) => `/repo/${path}`);
  return {
    stat: (path) =>
      paths.includes(path)
        ? { kind: "file", links: 1 }
        : paths.some((other) => other.startsWith(`${path}/`))
          ? { kind: "folder", links: 1 }
          : null,
    real: (path) => (paths.some((other) => other === path || other.startsWith(`${path}/`)) ? path : null),
    text: (path) => files[path.replace("/repo/", "")] ?? null,
    list: (folder) => [
      ...new Set(
        paths
          .filter((path) => path.startsWith(`${folder}/`))
          .map((path) => {
            const [first = "", ...rest] = path.slice(folder.length + 1).split("/");
            return rest.length > 0 ? `${first}/` : first;
          }),
      ),
    ],
  };
}
