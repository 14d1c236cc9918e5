import type { RouteName } from "../../src/hosts/http/api/routes.ts";
import { createStore } from "./store.ts";

const allowed = createStore<ReadonlySet<string>>(new Set());

/** The routes that this person may use. The server rejects the others, so the page does not offer them. */
export function setAllowed(names: readonly string[]): void {
  allowed.set(new Set(names));
}

/** Whether the person may use a route; false until the server has answered. */
export function useMay(name: RouteName): boolean {
  return allowed.useValue().has(name);
}
