import { resolve } from "node:path";
import { allowsCall, allowsPath } from "../allow-rules.ts";
import { deny, judgeAll } from "../answers.ts";
import { changes, type Survey, type Touch } from "../command/survey.ts";
import { textsOf } from "../command/values.ts";
import { command, read, write } from "../example-events.ts";
import type { Guard, GuardAnswer, GuardInput } from "../guard.ts";
import { inspectCommand } from "../inspect.ts";
import { expandsTo } from "../paths/patterns.ts";
import { isClientNote } from "../paths/places.ts";
import {
  type Objection,
  type Protection,
  protectedByGlob,
  protectedFromReading,
  protectedFromWriting,
} from "../paths/protected.ts";
import { within } from "../paths/within.ts";

const PATTERNS = "middleware.file_protection.protected_patterns";
/** Folders that builds recreate: removing a whole one is ordinary, writing into it is not. */
const REMADE = /(?:^|\/)(?:node_modules(?:\/\.(?:cache|vite))?|\.venv|venv)$/;

/** Settings files that developers add lines to, excluding those of a production service. */
const SETTINGS_FILE = /(?:^|\/)\.env(?:\.(?:local|development|test))?$/;

export const fileProtection: Guard = {
  meta: {
    id: "file_protection",
    title: "Protected files stay unchanged",
    why: "Secrets, git's own files, hooks, continuous integration and the configuration of agents and editors are trusted by every program that reads them. Blocking the edit tool alone is not enough: a shell redirection bypasses it.",
    examples: [
      { title: "an edit tool on .env", event: write(".env"), effect: "deny" },
      { title: "a redirection into .env", event: command("echo SECRET=1 > .env"), effect: "deny" },
      {
        title: "a writer hidden in a loop",
        event: command("for f in .env; do tee $f < x; done"),
        effect: "deny",
      },
      { title: "a git hook", event: write(".git/hooks/pre-commit"), effect: "deny" },
      {
        title: "a default in the value of an option",
        event: command(`grep --file=\${names:-.env} a.txt`),
        effect: "deny",
      },
      { title: "reading a private key", event: read("certs/server.pem"), effect: "deny" },
      { title: "an ordinary file", event: write("src/app.ts"), effect: "allow" },
      { title: "an example environment file may be read", event: read(".env.example"), effect: "allow" },
      {
        title: "a custom exception",
        event: write(".github/workflows/ci.yml"),
        settings: { middleware: { file_protection: { allowed_patterns: [".github/workflows/"] } } },
        effect: "allow",
      },
    ],
  },
  before(input) {
    const { tool } = input.event;
    const survey = inspectCommand(tool, input.event, input.files);
    if (survey)
      return judgeAll(survey.touches, (touch) => judgeTouch(touch, input)) ?? judgeMentions(survey, input);
    const paths = "paths" in tool ? (tool.paths ?? []) : [];
    return judgeAll(paths, (path) =>
      isClientNote(path, input.event.cwd, input.files)
        ? null
        : judge(path, input.event.cwd, tool.kind !== "read", false, input),
    );
  },
};

function judgeTouch(touch: Touch, input: GuardInput<"before_tool">): GuardAnswer | null {
  const writing = changes(touch.intent);
  if (allowsCall(touch.call, input)) return null;
  return judgeAll(touch.cwds, (cwd) =>
    judgeAll([...(textsOf(touch.field) ?? []), ...(touch.field.fallbacks ?? [])], (text) => {
      if (touch.intent === "remove_tree" && REMADE.test(text.replace(/\/+$/, ""))) return null;
      if (touch.intent === "execute" || touch.intent === "look") return null;
      if (touch.intent === "extend" && SETTINGS_FILE.test(text)) return null;
      if (touch.intent !== "remove_tree" && isClientNote(text, cwd, input.files)) return null;
      return judge(text.replace(/(?<=.)\/+$/, ""), cwd, writing, touch.field.glob, input);
    }),
  );
}

/**
 * The command names a secret and reads something unknown: `cat $(echo .env)` cannot be distinguished from
 * something worse.
 */
function judgeMentions(survey: Survey, input: GuardInput<"before_tool">): GuardAnswer | null {
  const { tool } = input.event;
  const { protected_patterns, allowed_patterns, protect_reads } = input.settings.middleware.file_protection;
  if (tool.kind !== "shell" || !protect_reads) return null;
  if (survey.touches.every((touch) => textsOf(touch.field) !== null)) return null;
  const protection = { patterns: protected_patterns, allowed: allowed_patterns };
  const words = tool.command.split(/[\s"'`=;|&()<>{}$,:]+/).map((word) => word.replace(/\*+$/, ""));
  const named = words.find((word) => word !== "" && protectedFromReading(word, protection) !== null);
  if (named === undefined) return null;
  return denied(`the command names ${named} and reads something that is known only at run time`);
}

function judge(
  path: string,
  cwd: string,
  writing: boolean,
  glob: boolean,
  input: GuardInput<"before_tool">,
): GuardAnswer | null {
  const { protected_patterns, allowed_patterns, protect_reads } = input.settings.middleware.file_protection;
  const { root } = input.event;
  const protection = { patterns: protected_patterns, allowed: allowed_patterns };
  if (!writing && !protect_reads) return null;
  for (const candidate of namesOf(path, cwd, input)) {
    const objection = writing
      ? protectedFromWriting(candidate, protection)
      : protectedFromReading(candidate, protection);
    if (objection && (glob || !allowsPath(candidate, root, input))) return refused(objection);
  }
  const reached = glob ? protectedByGlob(path) : null;
  if (reached !== null && (writing || protectedFromReading(reached, protection) !== null))
    return denied(`${path} could name ${reached}`);
  return glob ? judgeExpansion(path, cwd, writing, protection, input) : null;
}

/** What the last part of a pattern actually expands to, if the folder can be listed. */
function judgeExpansion(
  path: string,
  cwd: string,
  writing: boolean,
  protection: Protection,
  input: GuardInput<"before_tool">,
): GuardAnswer | null {
  const slash = path.lastIndexOf("/");
  const folder = resolve(cwd, path.slice(0, slash + 1) || ".");
  const pattern = path.slice(slash + 1);
  const hit = input.files
    .list(folder)
    .map((name) => name.replace(/\/$/, ""))
    .find((name) => expandsTo(pattern, name) && isProtected(name));
  return hit === undefined ? null : denied(`${path} names ${hit}`);

  function isProtected(name: string): boolean {
    const full = within(input.event.root, resolve(folder, name)) ?? name;
    return (
      (writing ? protectedFromWriting(full, protection) : protectedFromReading(full, protection)) !== null
    );
  }
}

/** The path as given, and the file it actually leads to. */
function namesOf(path: string, cwd: string, input: GuardInput<"before_tool">): readonly string[] {
  const absolute = resolve(cwd, path);
  const { root } = input.event;
  const real = input.files.real(absolute);
  const realRoot = input.files.real(root) ?? root;
  return [within(root, absolute) ?? absolute, ...(real === null ? [] : [within(realRoot, real) ?? real])];
}

function denied(reason: string): GuardAnswer {
  return deny("protected_file", reason);
}

/** A reversible change asks the user instead of being denied. */
function refused({ why, pattern, reversible }: Objection): GuardAnswer {
  const setting = pattern === undefined ? {} : { setting: `${PATTERNS}[${pattern}]` };
  return {
    decision: { effect: reversible ? "ask" : "deny", rule: "protected_file", reason: why, ...setting },
  };
}
