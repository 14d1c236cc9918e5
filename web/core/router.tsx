import type { AnchorHTMLAttributes, MouseEvent } from "react";
import { createStore } from "./store.ts";

export interface Location {
  readonly path: string;
  readonly query: URLSearchParams;
}

const current = createStore(read());
addEventListener("popstate", update);

/** The current location, from the browser's history. */
export function useLocation(): Location {
  return current.useValue();
}

export function navigate(to: string, { replace = false } = {}): void {
  if (to === `${location.pathname}${location.search}`) return;
  if (replace) history.replaceState(null, "", to);
  else history.pushState(null, "", to);
  update();
}

/** The same address with changed filters; empty filters are removed. */
export function withQuery(changes: Readonly<Record<string, string | null>>): string {
  const query = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === "") query.delete(name);
    else query.set(name, value);
  }
  return `${location.pathname}${query.size === 0 ? "" : `?${query}`}`;
}

/** `/reviews/:id` on `/reviews/RV-1` gives `RV-1`; null if the path does not match. */
export function matchPath(pattern: `/${string}/:id`, path: string): string | null {
  const start = pattern.slice(0, -":id".length);
  if (!path.startsWith(start) || path.length === start.length) return null;
  try {
    return decodeURIComponent(path.slice(start.length));
  } catch {
    return null;
  }
}

export function Link({ href, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & { readonly href: string }) {
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigate(href);
  };
  return <a href={href} onClick={follow} {...rest} />;
}

function update(): void {
  current.set(read());
}

function read(): Location {
  return { path: location.pathname, query: new URLSearchParams(location.search) };
}
