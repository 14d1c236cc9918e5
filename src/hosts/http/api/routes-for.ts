import { mayDo, type Role } from "../../../domain/entities/role.ts";
import { ROUTES, type Route } from "./routes.ts";

/** The names of the routes that a role may use, so that the page hides buttons the server would reject. */
export function routesFor(site: "repository" | "fleet", role: Role): string[] {
  return Object.entries<Route>(ROUTES)
    .filter(([, route]) => route.site === site || route.site === "both")
    .filter(([, route]) => mayDo(role, route.least))
    .map(([name]) => name);
}
