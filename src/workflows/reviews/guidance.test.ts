import { describe, expect, it } from "vitest";
import type { Escalation } from "../../domain/entities/escalation.ts";
import type { Decision, ReviewSummary } from "../../domain/entities/review.ts";
import type { Ports } from "../ports.ts";
import { guidanceFor } from "./guidance.ts";

function answered(id: string, at: string, about: Partial<Escalation>, by = "ada"): Escalation {
  const resolution = { by, at, guidance: `words of ${id}` };
  return { escalation_id: id, violation_id: null, tests: [], resolution, ...about } as unknown as Escalation;
}

type GuidancePorts = Pick<Ports, "escalations" | "reviews">;

const given = (resolved: readonly Escalation[], sentBack: readonly Partial<ReviewSummary>[] = []) =>
  ({
    escalations: { list: async () => resolved },
    reviews: { summaries: async () => sentBack },
  }) as unknown as GuidancePorts;
const idsFor = async (ports: GuidancePorts, violationId: string | null, tests: readonly string[]) =>
  (await guidanceFor(ports, { violationId, tests })).map(({ about }) => about);

describe("guidanceFor", () => {
  it("returns only guidance about the same tests or the same violation", async () => {
    const ports = given([
      answered("E-1", "2026-01-01", { tests: ["a.test > adds"] }),
      answered("E-2", "2026-01-02", { tests: ["b.test > adds"] }),
      answered("E-3", "2026-01-03", { violation_id: "V-1" }),
    ]);
    expect(await idsFor(ports, null, ["a.test > adds", "c.test > adds"])).toEqual(["E-1"]);
    expect(await idsFor(ports, "V-1", ["a.test > adds"])).toEqual(["E-3"]);
  });

  it("returns the three newest, newest first, and nothing that AgentForge wrote itself", async () => {
    const about = { violation_id: "V-1" };
    const ports = given([
      ...["E-1", "E-2", "E-3", "E-4"].map((id, day) => answered(id, `2026-01-0${day + 1}`, about)),
      answered("E-5", "2026-01-09", about, "agentforge"),
    ]);
    expect(await idsFor(ports, "V-1", [])).toEqual(["E-4", "E-3", "E-2"]);
  });

  it("returns the comments on a change that was sent back", async () => {
    const decision = { by: "ada", at: "2026-01-05", reason: "handle zero" } as Decision;
    const sentBack = { review_id: "RV-1", violation_id: null, fixed: ["a.test > adds"], decision };
    const ports = given([answered("E-1", "2026-01-01", { tests: ["a.test > adds"] })], [sentBack]);
    expect(await idsFor(ports, null, ["a.test > adds"])).toEqual(["RV-1", "E-1"]);
    expect(await idsFor(ports, null, ["b.test > adds"])).toEqual([]);
  });
});
