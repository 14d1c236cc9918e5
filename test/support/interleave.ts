import type { PlanPorts } from "../../src/workflows/plans/plan-ports.ts";

const PORTS = ["plans", "folders"] as const;
/** Database queries are made for every plan and change nothing. */
const PASSED_OVER = ["pathOf", "watch", "read", "get", "byTrace", "names", "list", "unexposed"];

/**
 * The same ports, except that a person acts right before or right after the n-th call. `happened` says
 * whether the work got that far.
 */
export function withPersonAt(
  ports: PlanPorts,
  moment: number,
  act: () => void,
): { readonly ports: PlanPorts; readonly happened: () => boolean; readonly where: () => string } {
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
  const interrupted = Object.fromEntries(PORTS.map((name) => [name, watched(ports[name] as object, name)]));
  const { rehearse } = watched({ rehearse: ports.rehearse }, "ports");
  return {
    ports: { ...ports, ...interrupted, rehearse } as PlanPorts,
    happened: () => passed > moment,
    where: () => where,
  };
}
