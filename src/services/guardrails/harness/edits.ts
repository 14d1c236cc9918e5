import { resolve } from "node:path";
import type { GuardedTool } from "../../../domain/entities/guard-event.ts";
import { authors, type Survey } from "../command/survey.ts";
import { textsOf } from "../command/values.ts";
import { within } from "../paths/within.ts";

/** Repository paths that a call changed. A shell that ran `sed -i` counts like the edit tool. */
export function writtenPaths(
  tool: GuardedTool,
  survey: Survey | null,
  place: { readonly root: string; readonly cwd: string },
): readonly string[] {
  if (tool.kind === "write") return tool.paths.map((path) => repositoryPath(path, place.cwd, place.root));
  if (!survey) return [];
  const touched = survey.touches.filter(authors);
  const paths = touched.flatMap((touch) =>
    (textsOf(touch.field) ?? []).map((text) => repositoryPath(text, touch.cwds[0] ?? place.cwd, place.root)),
  );
  const rewriting = survey.calls.some(
    (call) =>
      call.name === "git" &&
      call.args.some((field) =>
        /^(?:stash|merge|rebase|pull|cherry-pick|revert|apply|am|checkout|switch|reset|restore)$/.test(
          field.text,
        ),
      ),
  );
  return [...new Set(rewriting ? [...paths, "."] : paths)];
}

function repositoryPath(path: string, cwd: string, root: string): string {
  return within(root, resolve(cwd, path)) || path;
}
