import { expect, it } from "vitest";
import { humanMinutes } from "./human-minutes.ts";

const answer = (by: string, asked: string, at: string) => ({
  by,
  askedAt: `2026-11-16T${asked}:00Z`,
  at: `2026-11-16T${at}:00Z`,
});

it("measures an answer from its question or the person's previous answer, up to ten minutes", () => {
  const answers = [
    answer("ada", "08:00", "12:04"),
    answer("ada", "08:00", "12:00"),
    answer("ada", "12:04", "12:05"),
    answer("bob", "12:00", "12:03"),
    answer("bob", "12:04", "12:03"),
  ];
  expect(humanMinutes(answers)).toEqual([4, 10, 1, 3, 0]);
});
