import {
  abbreviates,
  hasOption,
  isUnknown,
  isUrl,
  looksOutside,
  type Option,
  valuesOf,
} from "../arguments.ts";
import { currentBranch, isTopic, mayBePublished } from "../git-surroundings.ts";
import type { Intent, Report } from "../survey.ts";
import { type Field, HOLE, plainField } from "../values.ts";

export type GitCommand = (rest: GitArguments, report: Report) => undefined;

export interface GitArguments {
  readonly all: readonly Field[];
  readonly options: readonly Option[];
  readonly operands: readonly Field[];
}

const nothing: GitCommand = () => undefined;
const ask =
  (why: string): GitCommand =>
  (_rest, report) =>
    report.ask("git_risky", why);
const deny =
  (why: string): GitCommand =>
  (_rest, report) =>
    report.deny("git_destructive", why);

/** What each subcommand may do; a subcommand that is not listed asks the user. */
export const GIT_COMMANDS: Readonly<Record<string, GitCommand>> = {
  ...Object.fromEntries(
    "status diff log show blame annotate rev-parse ls-files ls-tree cat-file describe shortlog merge-base name-rev for-each-ref show-ref show-branch count-objects check-ignore check-attr diff-tree diff-index diff-files rev-list whatchanged version var cherry range-diff patch-id fsck verify-commit verify-tag grep merge-tree check-ref-format interpret-trailers stripspace mktree write-tree bugreport"
      .split(" ")
      .map((name) => [name, nothing]),
  ),
  "hash-object": (rest, report) => report.touch("read", ...rest.operands),
  help: (rest, report) => {
    if (hasOption(rest.options, "-w --web -i --info"))
      report.ask("runs_program", "opens a browser or a viewer");
  },
  add: (rest, report) =>
    report.touch("read", ...rest.operands.filter((path) => path.text !== "." && !path.glob)),
  commit: (rest, report) => {
    if (hasOption(rest.options, "-n")) report.deny("disables_hooks", "commits without the hooks");
    if (hasOption(rest.options, "--amend") && mayBePublished(report.surroundings))
      report.ask("git_risky", "rewrites the last commit, which others may have");
    readFile(rest, report, "-F --file -t");
  },
  branch: (rest, report) => {
    if (hasOption(rest.options, "-M -f -C --force")) report.ask("git_destructive", "moves a branch by force");
    if (!hasOption(rest.options, "-D")) return;
    if (rest.operands.length > 0 && rest.operands.every((field) => isTopic(field.text))) return;
    report.deny("git_destructive", "deletes a branch that others build on");
  },
  tag: (rest, report) => {
    if (hasOption(rest.options, "-d --delete -f --force")) report.ask("git_risky", "deletes or moves a tag");
    readFile(rest, report, "-F --file");
  },
  checkout: checkout,
  switch: (rest, report) => {
    if (hasOption(rest.options, "-f --force --discard-changes -C --force-create"))
      report.ask("git_destructive", "discards uncommitted changes");
  },
  restore: (rest, report) => {
    if (hasOption(rest.options, "--staged -S") && !hasOption(rest.options, "--worktree -W")) return;
    report.ask("git_destructive", "discards uncommitted changes", rest.operands);
    report.touch("write", ...rest.operands);
  },
  reset: (rest, report) => {
    if (hasOption(rest.options, "--hard --merge --keep"))
      report.ask("git_destructive", "discards uncommitted changes");
    if (rest.operands.some((field) => field.text.includes(HOLE)))
      report.ask("git_risky", "resets to a commit that is known only at run time");
  },
  clean: (rest, report) => {
    if (!hasOption(rest.options, "-n --dry-run") || hasOption(rest.options, "-f --force"))
      report.ask("git_destructive", "removes untracked files");
  },
  rm: (rest, report) => {
    for (const path of rest.operands) report.touch(removal(rest, path), path);
  },
  mv: (rest, report) => report.touch("write", ...rest.operands),
  stash: (rest, report) => {
    if (/^(?:drop|clear)$/.test(rest.operands[0]?.text ?? ""))
      report.ask("git_destructive", "discards stashed work");
  },
  merge: (rest, report) => {
    if (hasOption(rest.options, "-s --strategy"))
      report.ask("git_risky", "names a merge strategy, which is a program");
  },
  "cherry-pick": nothing,
  revert: nothing,
  fetch: fetch,
  pull: (rest, report) => {
    if (hasOption(rest.options, "-f --force")) report.deny("git_destructive", "overwrites by force");
    remoteName(rest, report);
  },
  push: push,
  remote: (rest, report) => {
    const [action] = rest.operands;
    if (action && !/^(?:show|get-url)$/.test(action.text))
      report.deny("git_remote", "changes where the repository is published");
  },
  "ls-remote": remoteName,
  config: config,
  init: (rest, report) => report.touch("write", ...rest.operands),
  clone: (rest, report) => {
    if (hasOption(rest.options, "-u -c --config"))
      report.deny("dangerous_option", "git clone would run a program or take configuration");
    report.ask("network", "clones another repository");
    remoteName(rest, report);
    const target = rest.operands[1];
    if (target) report.touch("write", target);
  },
  rebase: (rest, report) => {
    if (hasOption(rest.options, "-x --exec")) report.deny("runs_program", "git rebase --exec runs a program");
    if (hasOption(rest.options, "--abort --continue --skip --quit --show-current-patch")) return;
    const branch = currentBranch(report.surroundings);
    if (branch === null || !isTopic(branch) || hasOption(rest.options, "--root"))
      report.ask("git_risky", "rewrites commits that others may have");
  },
  apply: (rest, report) => {
    report.touch("read", ...rest.operands);
    if (hasOption(rest.options, "--check --stat --numstat --summary") && !hasOption(rest.options, "--apply"))
      return;
    const targets = rest.operands.map((field) => patchTargets(field, report));
    const asUsual = rest.options.every(({ name }) =>
      /^(?:-3|--3way|--index|--cached|--reject|--whitespace|-v|--verbose|-R|--reverse|--recount)$/.test(name),
    );
    if (asUsual && targets.length > 0 && targets.every((paths) => paths !== null))
      return report.touch("write", ...targets.flatMap((paths) => paths ?? []));
    report.ask("unknown_target", "writes the files that the patch names");
  },
  am: ask("writes the files that the patch names"),
  reflog: (rest, report) => {
    if (/^(?:expire|delete)$/.test(rest.operands[0]?.text ?? ""))
      report.deny("git_destructive", "deletes data that could still be recovered");
  },
  worktree: (rest, report) => {
    const [action, path] = rest.operands;
    const sibling = path !== undefined && isOwnSibling(path.text, report);
    if (action?.text === "list" || action?.text === "prune") return;
    if (sibling && /^(?:add|remove|move)$/.test(action?.text ?? "") && !hasOption(rest.options, "-f --force"))
      return;
    if (action?.text === "add" && path && !looksOutside(path.text)) report.touch("write", path);
    else report.ask("git_risky", "changes work trees");
  },
  submodule: (rest, report) => {
    const action = rest.operands[0]?.text ?? "status";
    if (action === "foreach") report.deny("runs_program", "git submodule foreach runs a program");
    if (/^(?:update|init|sync)$/.test(action) && report.surroundings.has(".gitmodules")) return;
    if (action !== "status" && action !== "summary") report.ask("git_risky", "changes submodules");
  },
  bisect: (rest, report) => {
    if (rest.operands[0]?.text === "run") report.run(rest.all.slice(1));
  },
  archive: (rest, report) => {
    if (hasOption(rest.options, "--remote")) report.deny("network", "fetches from another machine");
    report.touch("write", ...valuesOf(rest.options, "-o"));
  },
  "format-patch": (rest, report) => {
    report.touch("write", ...valuesOf(rest.options, "-o --output-directory"));
    if (!hasOption(rest.options, "--stdout") && !hasOption(rest.options, "-o --output-directory"))
      report.ask("unknown_target", "writes patch files");
  },
  bundle: (rest, report) => {
    const [action, file] = rest.operands;
    if (file) report.touch(action?.text === "create" ? "write" : "read", file);
  },
  notes: ask("changes notes"),
  gc: deny("deletes data that could still be recovered"),
  prune: deny("deletes data that could still be recovered"),
  repack: ask("rewrites the object store"),
  "filter-branch": deny("rewrites the whole history"),
  "filter-repo": deny("rewrites the whole history"),
  "update-ref": deny("moves references without recording it in the reflog"),
  "symbolic-ref": (rest, report) => {
    if (rest.operands.length > 1 || hasOption(rest.options, "-d"))
      report.deny("git_destructive", "moves HEAD by hand");
  },
  "update-index": deny("changes the index directly"),
  "update-server-info": nothing,
  replace: deny("replaces objects"),
  "fast-import": deny("writes objects and references"),
  difftool: ask("runs a program to show differences"),
  mergetool: ask("runs a program to merge"),
  credential: deny("prints passwords"),
};

function removal({ options }: GitArguments, path: Field): Intent {
  if (hasOption(options, "--cached")) return "look";
  const isForced = hasOption(options, "-f --force") || isEverything(path);
  return hasOption(options, "-r") && isForced ? "remove_tree" : "remove";
}

function checkout(rest: GitArguments, report: Report): undefined {
  const separator = rest.all.findIndex((field) => field.text === "--");
  const paths =
    separator === -1
      ? rest.operands.filter((field) => field.text === "." || /[*]|\.[a-z]{1,5}$|\/$/i.test(field.text))
      : rest.all.slice(separator + 1);
  if (hasOption(rest.options, "-f --force -B")) report.ask("git_destructive", "discards uncommitted changes");
  if (rest.operands.some(isUnknown))
    report.ask("git_risky", "checks out something that is known only at run time");
  if (paths.length === 0) return;
  report.ask("git_destructive", "discards uncommitted changes", paths);
  report.touch("write", ...paths);
}

/** It overwrites only what was already fetched, so no one else's work is lost. */
const LEASED = /^--force-(?:with-lease|if-includes)/;

function push(rest: GitArguments, report: Report): undefined {
  const leased = rest.options.some(({ name }) => LEASED.test(name));
  const force = rest.options.some(
    ({ name }) =>
      !LEASED.test(name) &&
      (/^--(?:force|mirror|prune|all-force)/.test(name) ||
        abbreviates(name, "force") ||
        abbreviates(name, "mirror")),
  );
  const deletes = rest.options.some(({ name }) => name === "-d" || abbreviates(name, "delete"));
  const refs = rest.operands.slice(1).map((field) => field.text);
  const named = refs.map((ref) => (ref === "HEAD" ? (currentBranch(report.surroundings) ?? ref) : ref));
  const shared = named.some(
    (ref) => !isTopic(ref.slice(ref.lastIndexOf(":") + 1).replace(/^[+:]?(?:refs\/heads\/)?/, "")),
  );
  if (
    force ||
    hasOption(rest.options, "-f") ||
    refs.some((ref) => /^[+:]/.test(ref)) ||
    ((deletes || leased) && shared)
  )
    report.deny("git_destructive", "overwrites or deletes what others may have");
  else if (deletes || leased) report.ask("git_destructive", "replaces or deletes a branch on the remote");
  remoteName(rest, report);
}

function fetch(rest: GitArguments, report: Report): undefined {
  remoteName(rest, report);
  const targets = rest.operands.slice(1).filter(({ text }) => text.includes(":"));
  const isForced = hasOption(rest.options, "-f --force")
    ? () => true
    : (text: string) => text.startsWith("+");
  if (targets.some(({ text }) => isForced(text) && !/:(?:refs\/)?remotes\//.test(text)))
    report.deny("git_destructive", "overwrites branches or other references by force");
}

function remoteName(rest: GitArguments, report: Report): undefined {
  const [remote] = rest.operands;
  if (!remote) return;
  if (remote.text.includes(HOLE) || isUrl(remote.text) || /[:/\\]|^\.|^~/.test(remote.text))
    report.deny("git_remote", "targets something that is not a remote of the repository");
}

function config(rest: GitArguments, report: Report): undefined {
  if (hasOption(rest.options, "--get --get-all --get-regexp --list -l --show-origin --get-urlmatch")) return;
  const [first, second, third] = rest.operands;
  if (first?.text === "get" || first?.text === "list") return;
  const key = first?.text === "set" ? second : first;
  const value = first?.text === "set" ? third : second;
  if (
    !hasOption(
      rest.options,
      "--unset --unset-all --add --replace-all --edit -e --remove-section --global --system --file -f",
    )
  ) {
    if (!value) return;
    if (/^user\.(?:name|email)$/.test(key?.text ?? "")) return;
  }
  report.deny("git_configuration", "changes git's configuration");
}

/** A worktree next to the repository whose name starts with the repository's name: the usual place. */
function isOwnSibling(path: string, report: Report): boolean {
  const name = report.surroundings.root.split("/").at(-1) ?? "";
  return (
    name.length > 1 &&
    path.startsWith(`../${name}`) &&
    /^\.\.\/[\w.-]+\/?$/.test(path) &&
    path !== `../${name}`
  );
}

function isEverything(path: Field): boolean {
  return /^(?:\.?\/?\*{0,2}|\.)$/.test(path.text) || path.text.includes("..");
}

/** The files that a patch names; null if it cannot be read. */
function patchTargets(patch: Field, report: Report): readonly Field[] | null {
  const text = patch.text.includes(HOLE) || patch.glob ? null : report.surroundings.text(patch.text);
  if (text === null) return null;
  const paths = [...text.matchAll(/^(?:(?:---|\+\+\+) (?:[ab]\/)?|(?:rename|copy) (?:from|to) )([^\t\n]+)/gm)]
    .flatMap((match) => match[1] ?? [])
    .filter((path) => path !== "/dev/null");
  if (paths.length === 0 || /^(?:new file mode|new mode) 120000|^GIT binary patch/m.test(text)) return null;
  return paths.map(plainField);
}

/** The files that these options name; `-` is the standard input. */
function readFile({ options }: GitArguments, report: Report, names: string): undefined {
  report.touch("read", ...valuesOf(options, names).filter(({ text }) => text !== "-"));
}
