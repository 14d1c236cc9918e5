import type { PlanHouse } from "../../src/workflows/plans/plan-house.ts";

const PORTS = ["plans", "folders"] as const;
/** Questions to the database are asked about every plan there is, and change nothing. */
const PASSED_OVER = ["pathOf", "watch", "read", "get", "byTrace", "names", "list", "unexposed"];

/**
 * The same house, in which a person does something right before or right after one of its calls, counted through.
 * `happened` says whether the work got that far.
 */
export function withPersonAt(
  house: PlanHouse,
  moment: number,
  act: () => void,
): { readonly house: PlanHouse; readonly happened: () => boolean; readonly where: () => string } {
  let passed = 0;
  let where = "";
  const step = (name: string) => {
    if (passed === moment) {
      where = name;
      act();
    }
    passed += 1;
  };
  const watched = <Service extends object>(service: Service, prefix: string): Service => {
    const copy = { ...service } as Record<string, unknown>;
    for (const [name, value] of Object.entries(copy)) {
      if (typeof value !== "function" || PASSED_OVER.includes(name)) continue;
      copy[name] = (...given: unknown[]) => {
        step(`before ${prefix}.${name}`);
        const result: unknown = value.apply(service, given);
        if (!(result instanceof Promise)) return result;
        return result.then((done: unknown) => {
          step(`after ${prefix}.${name}`);
          return done;
        });
      };
    }
    return copy as Service;
  };
  const ports = Object.fromEntries(PORTS.map((name) => [name, watched(house[name] as object, name)]));
  const { rehearse } = watched({ rehearse: house.rehearse }, "house");
  return {
    house: { ...house, ...ports, rehearse } as PlanHouse,
    happened: () => passed > moment,
    where: () => where,
  };
}
