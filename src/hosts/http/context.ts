import type { FleetApp } from "../../app/fleet/fleet.ts";
import type { CheckedJournal } from "../../app/storage/journal-integrity.ts";
import type { App } from "../../app.ts";
import type { PlanPorts } from "../../workflows/plans/plan-ports.ts";
import type { AnswerOf, BodyOf, QueryOf, RouteName, RouteOf } from "./api/routes.ts";
import type { LiveRuns } from "./live/live-runs.ts";
import type { Visitor } from "./security/sign-in.ts";

/** Dependencies of every handler on a repository's page. */
export interface ApiContext {
  readonly app: App;
  readonly plans: PlanPorts;
  readonly runs: LiveRuns;
  readonly checkIntegrity: () => Promise<CheckedJournal>;
}

/** Dependencies of every handler on a fleet's page. */
export type FleetContext = Pick<FleetApp, "fleet" | "delivery" | "queue" | "now">;

export interface ApiRequest<Name extends RouteName> {
  /** The path segment that names an id; empty if the route has none. */
  readonly id: string;
  readonly query: QueryOf<Name>;
  readonly body: BodyOf<Name>;
  readonly visitor: Visitor;
}

export type Handler<Name extends RouteName, Context = ApiContext> = (
  context: Context,
  request: ApiRequest<Name>,
) => Promise<AnswerOf<Name>>;

export type Handlers = { readonly [Name in RouteOf<"repository">]: Handler<Name> };
export type FleetHandlers = { readonly [Name in RouteOf<"fleet">]: Handler<Name, FleetContext> };
