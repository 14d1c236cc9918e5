import { useSyncExternalStore } from "react";
import type { RouteName } from "../../src/hosts/http/api/routes.ts";

const listeners = new Set<() => void>();
let allowed: ReadonlySet<string> = new Set();

/** What the server said that this person may do. It refuses the rest, so the page does not offer it. */
export function setAllowed(names: readonly string[]): void {
  allowed = new Set(names);
  for (const listener of listeners) listener();
}

/** Whether the person may use a route; false until the server has said. */
export function useMay(name: RouteName): boolean {
  return useSyncExternalStore(subscribe, () => allowed.has(name));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
