import { z } from "zod";

/** What a person may do on the page: look; answer as well; start work and steer the fleet as well. */
export const Role = z.enum(["viewer", "reviewer", "admin"]);
export type Role = z.infer<typeof Role>;

/** Whether one role may do what needs the other. */
export function mayDo(role: Role, least: Role): boolean {
  return Role.options.indexOf(role) >= Role.options.indexOf(least);
}
