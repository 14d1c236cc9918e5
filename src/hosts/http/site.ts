import type { Journal } from "../../domain/ports/journal.ts";
import type { Redactor } from "../../domain/rules/secrets/redactor.ts";
import type { RouteName } from "./api/routes.ts";
import type { ApiRequest } from "./context.ts";

/** What a page is about, with everything the server needs to serve it. */
export interface Site {
  /** Routes without a handler are not served. */
  readonly handlers: Readonly<Partial<Record<RouteName, SiteHandler>>>;
  readonly redactor: Redactor;
  /** The person that the local link signs in. */
  readonly person: string;
  readonly elapsed: () => number;
  readonly journal: Pick<Journal, "query">;
  /** Stops everything that was started here. */
  stop(): Promise<void>;
  close(): Promise<void>;
}

type SiteHandler = (request: ApiRequest<RouteName>) => Promise<unknown>;

/** Binds handlers to their context. The route table maps requests to handlers. */
export function bindHandlers<Context>(context: Context, handlers: object): Site["handlers"] {
  const bound = Object.entries(handlers).map(([name, handler]) => [
    name,
    (request: ApiRequest<RouteName>) =>
      (handler as (context: Context, request: unknown) => Promise<unknown>)(context, request),
  ]);
  return Object.fromEntries(bound) as Site["handlers"];
}
