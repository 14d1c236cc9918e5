import { resolve } from "node:path";
import type { GuardedTool } from "../../domain/entities/guard-event.ts";
import { isKnownProgram, judgeOf } from "./command/registry.ts";
import { type Call, changes, type Survey } from "./command/survey.ts";
import { HOLE } from "./command/values.ts";
import { surveyText, surveyVector, type WalkOptions } from "./command/walk.ts";
import type { FileView } from "./files.ts";
import { within } from "./paths/judge.ts";
import type { RuleSubject } from "./rules.ts";

export interface Place {
  readonly root: string;
  readonly cwd: string;
}

const SURVEYS = new WeakMap<GuardedTool, Survey>();

/** What a command would do; null for tools that run none. Several guards ask, the work is done once. */
export function inspectCommand(tool: GuardedTool, place: Place, files: FileView): Survey | null {
  if (tool.kind !== "shell" && tool.kind !== "execute") return null;
  const known = SURVEYS.get(tool);
  if (known) return known;
  const options = walkOptions(place, files);
  const survey = tool.kind === "shell" ? surveyText(tool.command, options) : surveyVector(tool.argv, options);
  SURVEYS.set(tool, survey);
  return survey;
}

/** The same call as the rules of `harness.json` see it: itself, and every program in it. */
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
    enter(cwd, path) {
      if (/^~/.test(path)) return null;
      const folder = resolve(cwd, path);
      const inside = within(place.root, folder);
      if (inside === null) return null;
      const real = files.real(folder);
      const root = files.real(place.root) ?? place.root;
      if (real !== null && within(root, real) === null) return null;
      return { path: folder, exists: /[*?[]/.test(path) || files.stat(folder)?.kind === "folder" };
    },
  };
}
