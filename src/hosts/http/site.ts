import type { Journal } from "../../domain/ports/journal.ts";
import type { Redactor } from "../../domain/rules/secrets/redactor.ts";
import type { RouteName } from "./api/routes.ts";
import type { ApiRequest } from "./context.ts";

/** What a page is about, with everything the server needs to answer for it. */
export interface Site {
  /** Only the routes it has a handler for are answered. */
  readonly handlers: Readonly<Partial<Record<RouteName, SiteHandler>>>;
  readonly redactor: Redactor;
  /** Whom the link of this machine signs in. */
  readonly person: string;
  readonly elapsed: () => number;
  readonly journal: Pick<Journal, "query">;
  /** Stops what was started here. */
  stop(): Promise<void>;
  close(): Promise<void>;
}

type SiteHandler = (request: ApiRequest<RouteName>) => Promise<unknown>;

/** Binds handlers to their context. Which handler takes which request is what the table of routes says. */
export function bindHandlers<Context>(context: Context, handlers: object): Site["handlers"] {
  const bound = Object.entries(handlers).map(([name, handler]) => [
    name,
    (request: ApiRequest<RouteName>) =>
      (handler as (context: Context, request: unknown) => Promise<unknown>)(context, request),
  ]);
  return Object.fromEntries(bound) as Site["handlers"];
}
