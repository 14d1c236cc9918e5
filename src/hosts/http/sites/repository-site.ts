import { openPlanPorts } from "../../../app/plans.ts";
import { createIntegrityCheck } from "../../../app/storage/journal-integrity.ts";
import { type AppOptions, openApp } from "../../../app.ts";
import { recover } from "../../../workflows/sessions/recover.ts";
import type { ApiContext } from "../context.ts";
import { HANDLERS } from "../handlers/index.ts";
import { createLiveRuns } from "../live/live-runs.ts";
import type { Streams } from "../live/streams.ts";
import { bindHandlers, type Site } from "../site.ts";

interface RepositorySiteOptions extends AppOptions {
  readonly bug: (error: unknown) => void;
  readonly notice: (message: string) => void;
}

/** The page of one repository. */
export async function openRepositorySite(options: RepositorySiteOptions, streams: Streams): Promise<Site> {
  const app = await openApp(options);
  try {
    const { repairs, notices } = await recover(app.ports);
    for (const message of [...repairs, ...notices]) options.notice(message);
    const { newId, now, person, elapsed, journal } = app.ports;
    const changed = (run: unknown) => streams.send("run", app.redactor.data(run));
    const runs = createLiveRuns({ newId, now, bug: options.bug, changed });
    const plans = await openPlanPorts(app);
    const context: ApiContext = { app, plans, runs, checkIntegrity: createIntegrityCheck(app) };
    return {
      ...{ handlers: bindHandlers(context, HANDLERS), redactor: app.redactor, person, elapsed, journal },
      stop: () => runs.close(),
      close: () => app.close(),
    };
  } catch (error) {
    await app.close();
    throw error;
  }
}
