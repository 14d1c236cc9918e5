import { resolve } from "node:path";
import { allowsCall, allowsPath } from "../allow-rules.ts";
import { ask, deny, judgeAll } from "../answers.ts";
import { changes, type Intent, type Touch } from "../command/survey.ts";
import { HOLE, textsOf } from "../command/values.ts";
import { command, write } from "../example-events.ts";
import type { FileView } from "../files.ts";
import type { Guard, GuardAnswer, GuardInput } from "../guard.ts";
import { inspectCommand } from "../inspect.ts";
import { judgePath } from "../paths/judge.ts";
import { expandsTo } from "../paths/patterns.ts";
import { isClientNote } from "../paths/places.ts";

const MOST_TRACKED = 500;

/** Folders and lock files that tools recreate. Removing any other tree asks the user. */
const REMADE =
  /(?:^|\/)(?:node_modules|dist|build|out|target|coverage|\.coverage|htmlcov|tmp|temp|\.tmp|\.cache|\.next|\.nuxt|\.turbo|\.parcel-cache|\.pytest_cache|\.mypy_cache|\.ruff_cache|__pycache__|\.tox|\.nox|\.nyc_output|\.vite|\.svelte-kit|\.angular|bin|obj|site|public\/build|storybook-static|logs?|reports?|test-results|playwright-report|\.eggs|[\w.-]+\.egg-info|\.venv|venv|package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|poetry\.lock|uv\.lock|Pipfile\.lock|Cargo\.lock|Gemfile\.lock|composer\.lock|go\.sum|\.gradle|\.terraform|\.dart_tool|Pods|DerivedData|_build|deps|\.serverless|\.parcel|\.output|\.docusaurus)$/;

export const pathSandbox: Guard = {
  meta: {
    id: "path_sandbox",
    title: "Work stays inside the repository",
    why: "No task needs a file outside it. Comparing path prefixes missed 58 of 67 known tricks, so links, look-alike characters, and the separators and reserved names of other systems are refused too.",
    examples: [
      { title: "a parent folder", event: write("../other/file.ts"), effect: "deny" },
      { title: "a sibling with the same prefix", event: write("/repo-evil/x"), effect: "deny" },
      { title: "a redirection out of the repository", event: command("echo x > /srv/x"), effect: "deny" },
      { title: "an option of a script", event: command("./report.sh --out=/srv/x"), effect: "deny" },
      { title: "a dot segment that stays inside", event: write("src/../src/b.ts"), effect: "allow" },
      {
        title: "a folder that the settings allow",
        event: command("echo x > /scratch/x"),
        settings: { middleware: { path_sandbox: { writable: ["/scratch"] } } },
        effect: "allow",
      },
      { title: "removing build output", event: command("rm -rf dist node_modules"), effect: "allow" },
      { title: "removing everything", event: command("rm -rf ."), effect: "deny" },
      {
        title: "a question about one path does not hide the denial of another",
        event: { ...command("for d in src /srv; do rm -rf $d/x; done"), attended: true },
        effect: "deny",
      },
    ],
  },
  before(input) {
    const { tool } = input.event;
    const survey = inspectCommand(tool, input.event, input.files);
    if (survey) return judgeAll(survey.touches, (touch) => judgeTouch(touch, input));
    for (const path of "paths" in tool ? (tool.paths ?? []) : []) {
      const { cwd } = input.event;
      if (isClientNote(path, cwd, input.files)) continue;
      const verdict = judgePath(path, question(input, cwd, tool.kind !== "read"));
      if (verdict.status === "refused" && !isNamed(verdict.rule, path, cwd, input))
        return deny(verdict.rule, verdict.reason);
    }
    return null;
  },
};

function judgeTouch(touch: Touch, input: GuardInput<"before_tool">): GuardAnswer | null {
  const writing = changes(touch.intent) || touch.intent === "execute";
  if (allowsCall(touch.call, input)) return null;
  const known = textsOf(touch.field);
  if (known === null && (writing || touch.field.fallbacks === undefined))
    return unknownTarget(touch, writing);
  const texts = [...(known ?? []), ...(touch.field.fallbacks ?? [])];
  return judgeAll(touch.cwds, (cwd) => judgeAll(texts, (text) => judgeOne(text, cwd, touch, writing, input)));
}

/** Unknown paths are not written. Reading them is ordinary: `for f in …; do wc -l "$f"; done`. */
function unknownTarget(touch: Touch, writing: boolean): GuardAnswer | null {
  const shown = touch.field.text.replaceAll(HOLE, "…");
  if (writing)
    return deny(
      "unknown_target",
      `${touch.program} would ${touch.intent.replace("_", " a ")} something that is known only at run time: ${shown}`,
    );
  if (/\0[^/\0]+\0/.test(touch.field.text)) {
    return ask("obfuscated", `${touch.program} reads a path that is assembled from parts: ${shown}`);
  }
  return null;
}

function judgeOne(
  text: string,
  cwd: string,
  touch: Touch,
  writing: boolean,
  input: GuardInput<"before_tool">,
): GuardAnswer | null {
  if (touch.intent === "execute" && /^(?:-|\/dev\/.*|\/proc\/.*)$/.test(text))
    return deny("unknown_text", `${touch.program} would run what it reads from its input`);
  if (text === "-" || (text === "" && !writing)) return null;
  if (isNoted(touch.intent) && isClientNote(text, cwd, input.files)) return null;
  const changing = changes(touch.intent);
  const named = touch.field.glob ? fixedPart(text) : text;
  if (
    /^\/dev\/(?:null|stdin|stdout|stderr|tty|zero|urandom|random)$/.test(text) &&
    (!changing || !/zero|random|stdin/.test(text))
  )
    return null;
  const verdict = judgePath(
    named,
    question(input, cwd, changing && named !== "." && !/^\.?\/?$/.test(named) && !isFolderWord(named)),
  );
  if (verdict.status === "refused")
    return !touch.field.glob && isNamed(verdict.rule, text, cwd, input)
      ? null
      : deny(verdict.rule, `${touch.program}: ${verdict.reason}`);
  if (verdict.status === "elsewhere")
    return writing && !isNamed("outside", text, cwd, input)
      ? judgeElsewhere(text, verdict.path, touch, input)
      : null;
  if (touch.intent === "remove_tree" && (touch.field.glob || !allowsPath(text, cwd, input)))
    return judgeTree(text, verdict.path, touch, input);
  if (touch.intent === "remove" && touch.field.glob && /^(?:\.?\/?)?\*+$/.test(text))
    return deny("destructive", `${touch.program} would remove everything here`);
  return null;
}

/**
 * A writable folder outside the repository: scratch files are ordinary; running a program from there or emptying the
 * folder is not.
 */
function judgeElsewhere(
  text: string,
  path: string,
  touch: Touch,
  input: GuardInput<"before_tool">,
): GuardAnswer | null {
  if (!isWritable(path, input)) return deny("outside", `${touch.program}: ${text} is outside the repository`);
  if (touch.intent === "execute")
    return ask("outside_script", `${touch.program} would run ${text}, which is not part of the repository`);
  const { writable } = input.settings.middleware.path_sandbox;
  const everything = touch.field.glob
    ? /^[*?.]*$/.test(text.slice(text.lastIndexOf("/") + 1)) && isOneOf(writable, path)
    : isOneOf(writable, path);
  return everything && /^remove/.test(touch.intent)
    ? deny("destructive", `${touch.program} would remove everything in ${path}`)
    : null;
}

function isOneOf(folders: readonly string[], path: string): boolean {
  return folders.some((folder) => folder.replace(/\/$/, "") === path.replace(/\/$/, ""));
}

/** Notes are read, written and removed, never executed. */
function isNoted(intent: Intent): boolean {
  return intent !== "execute" && intent !== "remove_tree";
}

/** A subfolder whose files are all in git's index, so git can restore it. If the index is too large to read, ask. */
function isTracked(path: string, { event, files }: GuardInput<"before_tool">): boolean {
  const index = files.text(`${event.root}/.git/index`);
  if (index === null || !path.includes("/") || path.includes("*")) return false;
  const names = filesBelow(path, event.root, files);
  return names !== null && names.length > 0 && names.every((name) => index.includes(`${name}\0`));
}

function filesBelow(folder: string, root: string, files: FileView): readonly string[] | null {
  const found: string[] = [];
  const open = [folder];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const name of files.list(`${root}/${next}`)) {
      if (found.length + open.length > MOST_TRACKED) return null;
      if (name.endsWith("/")) open.push(`${next}/${name.slice(0, -1)}`);
      else found.push(`${next}/${name}`);
    }
  }
  return found;
}

function judgeTree(
  text: string,
  path: string,
  touch: Touch,
  input: GuardInput<"before_tool">,
): GuardAnswer | null {
  if (path === "" || /^(?:\.?\/?)?\*/.test(text))
    return deny("destructive", `${touch.program} would remove the repository: ${text}`);
  if (REMADE.test(path) || REMADE.test(path.split("/").slice(0, -1).join("/"))) return null;
  if (input.files.stat(`${input.event.root}/${path}`)?.kind === "file" || isTracked(path, input)) return null;
  return ask("destructive", `${touch.program} would remove the whole tree ${path}`);
}

/** A user's rule names this location outside the repository and the location it actually leads to. */
function isNamed(rule: string, path: string, cwd: string, input: GuardInput<"before_tool">): boolean {
  if (rule !== "outside" || !allowsPath(path, cwd, input)) return false;
  const real = input.files.real(resolve(cwd, path));
  return real === null || allowsPath(real, cwd, input);
}

/** The folders before the first wildcard: every expansion is below them. */
function fixedPart(text: string): string {
  const wild = text.search(/[*?[]/);
  const slash = text.lastIndexOf("/", wild);
  if (text.split("/").some((part) => part === ".." || expandsTo(part, ".."))) return "..";
  return slash === -1 ? "." : text.slice(0, slash + 1);
}

function isFolderWord(text: string): boolean {
  return /^(?:\.{1,2}\/)*\.{0,2}\/?$/.test(text) || text.endsWith("/");
}

function isWritable(path: string, input: GuardInput<"before_tool">): boolean {
  return input.settings.middleware.path_sandbox.writable.some(
    (folder) => path === folder || path.startsWith(`${folder.replace(/\/$/, "")}/`),
  );
}

function question(input: GuardInput<"before_tool">, cwd: string, writing: boolean) {
  const { readable, writable } = input.settings.middleware.path_sandbox;
  return {
    root: input.event.root,
    cwd,
    files: input.files,
    writing,
    elsewhere: writing ? writable : [...readable, ...writable],
  };
}
