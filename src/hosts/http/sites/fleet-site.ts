import { openFleetApp } from "../../../app/fleet/fleet.ts";
import { type AppOptions, openRedactor } from "../../../app.ts";
import { FLEET_HANDLERS } from "../handlers/fleet/index.ts";
import { bindHandlers, type Site } from "../site.ts";

interface FleetSiteOptions extends Pick<AppOptions, "environment" | "redactor"> {
  readonly fleet: { readonly database: string | null } | null;
  readonly notice: (message: string) => void;
}

/** The fleet page, covering every repository that its workers maintain. */
export async function openFleetSite(options: FleetSiteOptions): Promise<Site> {
  const { environment, notice } = options;
  const redactor = options.redactor ?? openRedactor(environment.secrets);
  const app = await openFleetApp({
    ...{ environment, redactor, database: options.fleet?.database ?? null, worker: null },
    onError: (error) => notice(error.message),
  });
  return {
    ...{ handlers: bindHandlers(app, FLEET_HANDLERS), redactor, journal: app.journal },
    person: environment.person,
    elapsed: () => performance.now(),
    async stop() {},
    close: () => app.close(),
  };
}
