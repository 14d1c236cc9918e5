import { useSyncExternalStore } from "react";
import type { RouteName } from "../../src/hosts/http/api/routes.ts";

const listeners = new Set<() => void>();
let allowed: ReadonlySet<string> = new Set();

/** The routes that this person may use. The server rejects the others, so the page does not offer them. */
export function setAllowed(names: readonly string[]): void {
  allowed = new Set(names);
  for (const listener of listeners) listener();
}

/** Whether the person may use a route; false until the server has answered. */
export function useMay(name: RouteName): boolean {
  return useSyncExternalStore(subscribe, () => allowed.has(name));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
