import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { evaluateLines } from "./evaluate-lines.ts";
import { NO_FILES } from "./files.ts";
import { loadSettings } from "./settings/load-settings.ts";
import { DEFAULT_SETTINGS } from "./settings/settings.ts";

const page = readFileSync(new URL("../../../docs/guardrails.md", import.meta.url), "utf8");

describe("docs/guardrails.md", () => {
  it("names every key with its default", () => {
    for (const [key, value] of keysOf(DEFAULT_SETTINGS, ""))
      expect(page).toContain(`| \`${key}\` | \`${JSON.stringify(value)}\` |`);
  });

  it("shows decisions that the guards really make", async () => {
    const rows = [...page.matchAll(/^\| (allow|deny|ask) \| `(.*)` \|$/gm)];
    expect(rows.length).toBeGreaterThan(10);
    const options = {
      root: "/repo",
      files: NO_FILES,
      settings: DEFAULT_SETTINGS,
      now: () => "2026-01-01T00:00:00Z",
    };
    const answers: string[] = [];
    for await (const { decision } of evaluateLines(
      rows.map((row) => row[2] ?? ""),
      options,
    ))
      answers.push(decision.effect);
    expect(answers).toEqual(rows.map((row) => row[1]));
  });

  it("shows settings that load", () => {
    const [, text = ""] = /```json harness\.json\n(.*?)```/s.exec(page) ?? [];
    expect(loadSettings(text).middleware.command_policy.rules).toHaveLength(3);
  });
});

function keysOf(value: object, prefix: string): [string, unknown][] {
  return Object.entries(value).flatMap(([name, item]): [string, unknown][] => {
    const key = prefix === "" ? name : `${prefix}.${name}`;
    if (typeof item !== "object" || Array.isArray(item)) return [[key.replace("middleware.", ""), item]];
    return keysOf(item, key);
  });
}
