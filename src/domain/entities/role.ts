import { z } from "zod";

/** What a person may do on the page: view; view and answer; or also start work and control the fleet. */
export const Role = z.enum(["viewer", "reviewer", "admin"]);
export type Role = z.infer<typeof Role>;

/** Whether a role includes the rights of another. */
export function mayDo(role: Role, least: Role): boolean {
  return Role.options.indexOf(role) >= Role.options.indexOf(least);
}
