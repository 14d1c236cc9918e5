import { expect, it } from "vitest";
import { AgentForgeError, isTransient, messageWithHint } from "./errors.ts";

const system = (code: string) => Object.assign(new Error(code), { code });

it.each<[string, unknown, boolean]>([
  ["a full disk", new AgentForgeError("disk_full", "no space"), true],
  ["a full disk, as the system reports it", system("ENOSPC"), true],
  [
    "a full disk behind another error",
    new AgentForgeError("git_failed", "git", { cause: system("ENOSPC") }),
    true,
  ],
  ["bad input", new AgentForgeError("bad_input", "no"), false],
  ["a missing file", system("ENOENT"), false],
  ["a defect", new TypeError("undefined"), false],
  ["no error", "text", false],
])("%s", (_name, error, expected) => {
  expect(isTransient(error)).toBe(expected);
});

it.each([
  ["there is no task T-1", "there is no task T-1. Look again."],
  ["There is no task.", "There is no task. Look again."],
])("joins a message and its hint as two sentences: %s", (message, expected) => {
  expect(messageWithHint(new AgentForgeError("not_found", message, { hint: "Look again." }))).toBe(expected);
});
