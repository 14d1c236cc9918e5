import { resolve } from "node:path";
import type { GuardedTool } from "../../domain/entities/guard-event.ts";
import { isKnownProgram, judgeOf } from "./command/registry.ts";
import { type Call, changes, type Survey } from "./command/survey.ts";
import { HOLE } from "./command/values.ts";
import { surveyText, surveyVector, type WalkOptions } from "./command/walk.ts";
import type { FileView } from "./files.ts";
import { isNeighbor, isTemporary } from "./paths/places.ts";
import { realPath } from "./paths/real-path.ts";
import { within } from "./paths/within.ts";
import type { RuleSubject } from "./rules.ts";

export interface Place {
  readonly root: string;
  readonly cwd: string;
}

const SURVEYS = new WeakMap<GuardedTool, Survey>();

/** What a command would do; null for tools that run none. Cached, because several guards ask. */
export function inspectCommand(tool: GuardedTool, place: Place, files: FileView): Survey | null {
  if (tool.kind !== "shell" && tool.kind !== "execute") return null;
  const known = SURVEYS.get(tool);
  if (known) return known;
  const options = walkOptions(place, files);
  const survey = tool.kind === "shell" ? surveyText(tool.command, options) : surveyVector(tool.argv, options);
  SURVEYS.set(tool, survey);
  return survey;
}

/** The call as the rules of `harness.json` see it: the call itself and every program in it. */
export function ruleSubjects(tool: GuardedTool, place: Place, files: FileView): readonly RuleSubject[] {
  const survey = inspectCommand(tool, place, files);
  if (!survey)
    return [
      {
        tool: tool.name,
        program: null,
        arguments: [],
        paths: "paths" in tool ? (tool.paths ?? []).map((path) => repositoryPath(path, place)) : [],
      },
    ];
  const paths = survey.touches
    .filter((touch) => changes(touch.intent))
    .map((touch) => repositoryPath(touch.field.text, place));
  return [
    { tool: tool.name, program: null, arguments: [], paths },
    ...survey.calls.map((call) => callSubject(tool.name, call)),
  ];
}

/** One program of a command, as the rules see it. */
export function callSubject(tool: string, call: Call): RuleSubject {
  const words = call.args.map((field) => field.text.replaceAll(HOLE, ""));
  return { tool, program: call.name, arguments: words, paths: [] };
}

export function repositoryPath(path: string, place: Place): string {
  const absolute = resolve(place.cwd, path);
  return within(place.root, absolute) ?? absolute;
}

function walkOptions(place: Place, files: FileView): WalkOptions {
  return {
    cwd: place.cwd,
    root: place.root,
    judgeOf,
    isKnown: isKnownProgram,
    surroundings: {
      root: place.root,
      has: (path) => files.stat(resolve(place.root, path)) !== null,
      text: (path) => files.text(resolve(place.root, path)),
      wrote: (path) => files.wrote?.(path) === true,
    },
    enter(cwd, path) {
      if (/^~/.test(path)) return null;
      const folder = resolve(cwd, path);
      if (within(place.root, folder) === null)
        return isNeighbor(path, { ...place, cwd }) ? null : enterTemporary(folder, files);
      const real = files.real(folder);
      const root = files.real(place.root) ?? place.root;
      if (real !== null && within(root, real) === null) return null;
      return { path: folder, exists: /[*?[]/.test(path) || files.stat(folder)?.kind === "folder" };
    },
  };
}

function enterTemporary(folder: string, files: FileView): ReturnType<WalkOptions["enter"]> {
  const real = realPath(folder, files);
  if (!isTemporary(folder) || real === null || !isTemporary(real)) return null;
  return { path: folder, exists: files.stat(folder)?.kind === "folder" };
}
