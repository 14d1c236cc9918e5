import { describe, expect, it } from "vitest";
import type { PlanRecord } from "../../domain/entities/plan-record.ts";
import { authorOf, idIn, planName } from "./plan-ports.ts";

const record = (stage: PlanRecord["stage"], attempt: number | null = null) =>
  ({
    request_id: "add-login",
    stage,
    execution: attempt === null ? null : { number: attempt },
  }) as PlanRecord;

describe("planName", () => {
  it.each<[PlanRecord["stage"], number | null, string]>([
    ["review", null, "add-login_plan.md"],
    ["needs_revision", null, "add-login_plan.md"],
    ["approved", null, "add-login.md"],
    ["active", 1, "add-login.md"],
    ["rejected", null, "add-login_rejected.md"],
    ["needs_reason", null, "add-login_rejected.md"],
    ["error", 2, "add-login_plan_failed_2.md"],
  ])("names the file of a plan that is in %s", (stage, attempt, name) => {
    expect(planName(record(stage, attempt))).toBe(name);
  });
});

describe("idIn", () => {
  it.each([
    ["add-login.md", "add-login"],
    ["add-login_plan.md", "add-login"],
    ["add-login_rejected.MD", "add-login"],
    ["floor_plan_plan.md", "floor_plan"],
  ])("reads the request of %s", (name, id) => {
    expect(idIn(name)).toBe(id);
  });
});

describe("authorOf", () => {
  const file = { owner: "ada" } as Parameters<typeof authorOf>[1];
  it.each([
    ["the name in the file", "grace", file, "grace"],
    ["the account that owns the file", null, file, "ada"],
    ["the person who runs us", null, { ...file, owner: null }, "me"],
  ])("takes %s", (_source, named, found, author) => {
    expect(authorOf({ person: "me" }, found, named)).toBe(author);
  });
});
