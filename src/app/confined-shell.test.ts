import { expect, it } from "vitest";
import type { GuardDecision } from "../domain/entities/guard-event.ts";
import { permitConfined } from "./confined-shell.ts";

const objection = (about: Partial<GuardDecision>): GuardDecision => ({
  effect: "ask",
  reason: "it cannot be read",
  rule: "inline_code",
  guard: "command_policy",
  ...about,
});

it.each<[string, readonly GuardDecision[], boolean]>([
  ["a snippet", [objection({})], true],
  ["a snippet and an unknown program", [objection({}), objection({ rule: "unknown_program" })], true],
  ["a denial of the same", [objection({ effect: "deny" })], false],
  ["another question", [objection({ rule: "network" })], false],
  ["another question next to it", [objection({}), objection({ rule: "git_destructive" })], false],
  ["a rule of the user's", [objection({ layer: "user" })], false],
  ["nothing that was asked", [], false],
])("%s", (_what, objections, isPermitted) => {
  expect(permitConfined({}, objections)?.effect === "allow").toBe(isPermitted);
});
