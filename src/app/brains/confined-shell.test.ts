import { expect, it } from "vitest";
import type { GuardDecision } from "../../domain/entities/guard-event.ts";
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
  ["a denial by the same rule", [objection({ effect: "deny" })], false],
  ["another question", [objection({ rule: "network" })], false],
  ["another question next to it", [objection({}), objection({ rule: "git_destructive" })], false],
  ["a rule from the user", [objection({ layer: "user" })], false],
  ["no question", [], false],
])("%s", (_what, objections, isPermitted) => {
  expect(permitConfined({}, objections)?.effect === "allow").toBe(isPermitted);
});
