import { basename } from "node:path";
import { chooseBrainFor } from "../../../app/brains/brain-choice.ts";
import { version } from "../../../app.ts";
import { routesFor } from "../api/routes-for.ts";
import type { Handler } from "../context.ts";

export const getProject: Handler<"getProject"> = async ({ app }, { visitor }) => {
  const { workspace, settings } = app.ports;
  const choice = chooseBrainFor(app.environment, app.settings, null);
  return {
    site: "repository",
    name: basename(workspace.root),
    branch: (await workspace.state()).branch,
    version,
    person: visitor.person,
    role: visitor.role,
    may: routesFor("repository", visitor.role),
    brain: choice.kind,
    model: choice.kind === "search" ? null : `${choice.model.provider.meta.id}:${choice.model.model}`,
    land_to: settings.landTo,
    csrf_token: visitor.csrfToken,
  };
};
