import { z } from "zod";

/** What a person may do on the page: look; also answer; also start work and control the fleet. */
export const Role = z.enum(["viewer", "reviewer", "admin"]);
export type Role = z.infer<typeof Role>;

/** Whether one role may do what needs the other. */
export function mayDo(role: Role, least: Role): boolean {
  return Role.options.indexOf(role) >= Role.options.indexOf(least);
}
