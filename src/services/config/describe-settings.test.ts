import { expect, it } from "vitest";
import { parse } from "yaml";
import { describeSections, describeSettings, settingsTemplate } from "./describe-settings.ts";
import { DEFAULT_SETTINGS, Settings } from "./settings.ts";
import { stricterSettings } from "./stricter-settings.ts";

it("describes every setting and every section", () => {
  const settings = describeSettings();
  expect(settings.length).toBeGreaterThan(40);
  expect(settings.filter(({ meaning }) => meaning === "")).toEqual([]);
  const sections = new Set(settings.map(({ section }) => section).filter((name) => name !== ""));
  expect([...sections].filter((name) => !describeSections().has(name))).toEqual([]);
});

it("the file that init writes has the defaults, and only what a repository may ask for", () => {
  const template = settingsTemplate();
  expect(parse(template)).toBeNull();
  const written = parse(template.replace(/^# ?/gm, "").replace(/^[A-Z].*$/gm, ""));
  expect(Settings.parse(written)).toEqual(DEFAULT_SETTINGS);
  expect(stricterSettings(DEFAULT_SETTINGS, written)).toEqual({ settings: DEFAULT_SETTINGS, refused: [] });
  expect(Object.keys(written)).toEqual(
    expect.arrayContaining(["gate", "repair", "landing", "tests", "daemon", "sandbox", "brain", "model"]),
  );
});

it("names who may set what", () => {
  const can = new Map(describeSettings().map((setting) => [setting.name, setting.repositoryCan]));
  expect(can.get("gate.mode")).toBe("make it `threshold` or `supervised`");
  expect(can.get("tests.commands")).toBeNull();
  expect(can.get("database")).toBeNull();
});
