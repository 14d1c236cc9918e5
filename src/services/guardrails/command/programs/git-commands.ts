import { abbreviates, hasOption, isUnknown, isUrl, type Option } from "../arguments.ts";
import type { Report } from "../survey.ts";
import { type Field, HOLE } from "../values.ts";

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

/** What each sub-command may do; one that is not here is a question. */
export const GIT_COMMANDS: Readonly<Record<string, GitCommand>> = {
  ...Object.fromEntries(
    "status diff log show blame annotate rev-parse ls-files ls-tree cat-file describe shortlog merge-base name-rev for-each-ref show-ref show-branch count-objects check-ignore check-attr diff-tree diff-index diff-files rev-list whatchanged version var cherry range-diff patch-id fsck verify-commit verify-tag grep merge-tree check-ref-format interpret-trailers stripspace mktree write-tree bugreport"
      .split(" ")
      .map((name) => [name, nothing]),
  ),
  "hash-object": (rest, report) => report.touch("read", ...rest.operands),
  help: (rest, report) => {
    if (hasOption(rest.options, "-w", "--web", "-i", "--info"))
      report.ask("runs_program", "opens a browser or a viewer");
  },
  add: (rest, report) =>
    report.touch("read", ...rest.operands.filter((path) => path.text !== "." && !path.glob)),
  commit: (rest, report) => {
    if (hasOption(rest.options, "-n")) report.deny("disables_hooks", "commits without the hooks");
    if (hasOption(rest.options, "--amend")) report.ask("git_risky", "rewrites the last commit");
    readFile(rest, report, ["-F", "--file", "-t"]);
  },
  branch: (rest, report) => {
    if (hasOption(rest.options, "-D", "-M", "-f", "-C", "--force"))
      report.ask("git_risky", "deletes or moves a branch by force; the reflog keeps its commits");
  },
  tag: (rest, report) => {
    if (hasOption(rest.options, "-d", "--delete", "-f", "--force"))
      report.ask("git_risky", "deletes or moves a tag");
    readFile(rest, report, ["-F", "--file"]);
  },
  checkout: checkout,
  switch: (rest, report) => {
    if (hasOption(rest.options, "-f", "--force", "--discard-changes"))
      report.deny("git_destructive", "discards changes that are not committed");
    if (hasOption(rest.options, "-C", "--force-create"))
      report.ask("git_risky", "moves a branch by force; the reflog keeps its commits");
  },
  restore: (rest, report) => {
    if (hasOption(rest.options, "--staged", "-S") && !hasOption(rest.options, "--worktree", "-W")) return;
    report.ask("git_destructive", "discards changes that are not committed");
    report.touch("write", ...rest.operands);
  },
  reset: (rest, report) => {
    if (hasOption(rest.options, "--hard", "--merge", "--keep"))
      report.deny("git_destructive", "discards changes that are not committed");
    if (rest.operands.some((field) => field.text.includes(HOLE)))
      report.ask("git_risky", "resets to a commit that is only known when it runs");
  },
  clean: (rest, report) => {
    if (!hasOption(rest.options, "-n", "--dry-run") || hasOption(rest.options, "-f", "--force"))
      report.deny("git_destructive", "removes files that git does not know");
  },
  rm: (rest, report) => {
    for (const path of rest.operands)
      report.touch(
        hasOption(rest.options, "--cached")
          ? "look"
          : hasOption(rest.options, "-r")
            ? "remove_tree"
            : "remove",
        path,
      );
  },
  mv: (rest, report) => report.touch("write", ...rest.operands),
  stash: (rest, report) => {
    const action = rest.operands[0]?.text ?? "";
    if (action === "clear") report.deny("git_destructive", "throws all stashed work away");
    if (action === "drop") report.ask("git_risky", "drops stashed work; git keeps its commit for some weeks");
  },
  merge: (rest, report) => {
    if (hasOption(rest.options, "-s", "--strategy")) report.ask("git_risky", "a merge strategy is a program");
  },
  "cherry-pick": nothing,
  revert: nothing,
  fetch: remoteName,
  pull: (rest, report) => {
    if (hasOption(rest.options, "-f", "--force")) report.deny("git_destructive", "overwrites by force");
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
    if (hasOption(rest.options, "-u", "-c", "--config"))
      report.deny("dangerous_option", "git clone would run a program or take configuration");
    report.ask("network", "clones another repository");
    remoteName(rest, report);
    const target = rest.operands[1];
    if (target) report.touch("write", target);
  },
  rebase: (rest, report) => {
    if (hasOption(rest.options, "-x", "--exec"))
      report.deny("runs_program", "git rebase --exec runs a program");
    if (!hasOption(rest.options, "--abort", "--continue", "--skip"))
      report.ask("git_risky", "rewrites commits");
  },
  apply: (rest, report) => {
    report.touch("read", ...rest.operands);
    if (
      hasOption(rest.options, "--check", "--stat", "--numstat", "--summary") &&
      !hasOption(rest.options, "--apply")
    )
      return;
    report.ask("unknown_target", "writes the files that the patch names");
  },
  am: ask("writes the files that the patch names"),
  reflog: (rest, report) => {
    if (/^(?:expire|delete)$/.test(rest.operands[0]?.text ?? ""))
      report.deny("git_destructive", "removes what could still be restored");
  },
  worktree: (rest, report) => {
    const [action, path] = rest.operands;
    if (action?.text === "add" && path) report.touch("write", path);
    else if (action?.text !== "list") report.ask("git_risky", "changes work trees");
  },
  submodule: (rest, report) => {
    const action = rest.operands[0]?.text ?? "status";
    if (action === "foreach") report.deny("runs_program", "git submodule foreach runs a program");
    if (action !== "status" && action !== "summary") report.ask("git_risky", "changes submodules");
  },
  bisect: (rest, report) => {
    if (rest.operands[0]?.text === "run") report.run(rest.all.slice(1));
  },
  archive: (rest, report) => {
    if (hasOption(rest.options, "--remote")) report.deny("network", "fetches from another machine");
    writeOption(rest, report, ["-o"]);
  },
  "format-patch": (rest, report) => {
    writeOption(rest, report, ["-o", "--output-directory"]);
    if (!hasOption(rest.options, "--stdout") && !hasOption(rest.options, "-o", "--output-directory"))
      report.ask("unknown_target", "writes patch files");
  },
  bundle: (rest, report) => {
    const [action, file] = rest.operands;
    if (file) report.touch(action?.text === "create" ? "write" : "read", file);
  },
  notes: ask("changes notes"),
  gc: deny("removes what could still be restored"),
  prune: deny("removes what could still be restored"),
  repack: ask("rewrites the object store"),
  "filter-branch": deny("rewrites the whole history"),
  "filter-repo": deny("rewrites the whole history"),
  "update-ref": deny("moves references behind the back of the reflog"),
  "symbolic-ref": (rest, report) => {
    if (rest.operands.length > 1 || hasOption(rest.options, "-d"))
      report.deny("git_destructive", "moves HEAD by hand");
  },
  "update-index": deny("changes the index behind the back of the user"),
  "update-server-info": nothing,
  replace: deny("replaces objects"),
  "fast-import": deny("writes objects and references"),
  difftool: ask("runs a program to show differences"),
  mergetool: ask("runs a program to merge"),
  credential: deny("hands out passwords"),
};

function checkout(rest: GitArguments, report: Report): undefined {
  const separator = rest.all.findIndex((field) => field.text === "--");
  const paths =
    separator === -1
      ? rest.operands.filter((field) => field.text === "." || /[*]|\.[a-z]{1,5}$|\/$/i.test(field.text))
      : rest.all.slice(separator + 1);
  if (hasOption(rest.options, "-f", "--force"))
    report.deny("git_destructive", "discards changes that are not committed");
  if (hasOption(rest.options, "-B"))
    report.ask("git_risky", "moves a branch by force; the reflog keeps its commits");
  if (rest.operands.some(isUnknown))
    report.ask("git_risky", "checks out something that is only known when it runs");
  if (paths.length === 0) return;
  report.ask("git_destructive", "discards changes that are not committed");
  report.touch("write", ...paths);
}

/** It overwrites only what was fetched before, so that nobody else's work is lost. */
const LEASED = /^--force-(?:with-lease|if-includes)$/;

function push(rest: GitArguments, report: Report): undefined {
  if (rest.options.some((option) => LEASED.test(option.name)))
    report.ask("git_risky", "overwrites a branch that others may have");
  const force = rest.options.some(
    (option) =>
      !LEASED.test(option.name) &&
      (/^--(?:force|mirror|delete|prune|all-force)/.test(option.name) ||
        abbreviates(option.name, "force") ||
        abbreviates(option.name, "mirror") ||
        abbreviates(option.name, "delete")),
  );
  if (
    force ||
    hasOption(rest.options, "-f", "-d") ||
    rest.operands.slice(1).some((field) => /^[+:]/.test(field.text))
  ) {
    report.deny("git_destructive", "overwrites or deletes what others may have");
  }
  remoteName(rest, report);
}

function remoteName(rest: GitArguments, report: Report): undefined {
  const [remote] = rest.operands;
  if (!remote) return;
  if (remote.text.includes(HOLE) || isUrl(remote.text) || /[:/\\]|^\.|^~/.test(remote.text))
    report.deny("git_remote", "names another place than a remote of the repository");
}

function config(rest: GitArguments, report: Report): undefined {
  if (
    hasOption(
      rest.options,
      "--get",
      "--get-all",
      "--get-regexp",
      "--list",
      "-l",
      "--show-origin",
      "--get-urlmatch",
    )
  )
    return;
  const [first, second, third] = rest.operands;
  if (first?.text === "get" || first?.text === "list") return;
  const key = first?.text === "set" ? second : first;
  const value = first?.text === "set" ? third : second;
  if (
    !hasOption(
      rest.options,
      "--unset",
      "--unset-all",
      "--add",
      "--replace-all",
      "--edit",
      "-e",
      "--remove-section",
      "--global",
      "--system",
      "--file",
      "-f",
    )
  ) {
    if (!value) return;
    if (/^user\.(?:name|email)$/.test(key?.text ?? "")) return;
  }
  report.deny("git_configuration", "changes the configuration of git");
}

function readFile(rest: GitArguments, report: Report, names: readonly string[]): undefined {
  for (const option of rest.options)
    if (names.includes(option.name) && option.value && option.value.text !== "-")
      report.touch("read", option.value);
}

function writeOption(rest: GitArguments, report: Report, names: readonly string[]): undefined {
  for (const option of rest.options)
    if (names.includes(option.name) && option.value) report.touch("write", option.value);
}
