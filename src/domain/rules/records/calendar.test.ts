import { expect, it } from "vitest";
import { dayOf, weekOf } from "./calendar.ts";

it.each([
  ["2026-11-16T00:00:00Z", "2026-11-16", "2026-11-16"],
  ["2026-11-22T23:59:59Z", "2026-11-22", "2026-11-16"],
  ["2026-11-17T00:30:00+02:00", "2026-11-16", "2026-11-16"],
  ["2027-01-01T12:00:00Z", "2027-01-01", "2026-12-28"],
])("%s is on %s, in the week of %s", (time, day, week) => {
  expect([dayOf(time), weekOf(time)]).toEqual([day, week]);
});
