import { AgentForgeError } from "../../../domain/errors.ts";
import { shortened } from "../../../domain/rules/text/shortened.ts";

export type PathRule =
  | "empty"
  | "outside"
  | "encoding"
  | "pattern"
  | "look-alike"
  | "reserved-name"
  | "too-long"
  | "git-internals"
  | "tool-configuration"
  | "dependencies"
  | "secrets"
  | "state"
  | "symbolic-link"
  | "hard-link"
  | "not-a-file";

const hints: Record<PathRule, string> = {
  empty: "Name a file, relative to the root of the repository.",
  outside: "Name a path inside the repository, relative to its root.",
  encoding: "Use plain printable characters and forward slashes.",
  pattern: "Name one file; patterns, variables and '~' are not expanded.",
  "look-alike": "Write the name with its ordinary characters.",
  "reserved-name": "Choose a name that every operating system accepts.",
  "too-long": "Choose a shorter path.",
  "git-internals": "Git's own files are never changed; land the change instead.",
  "tool-configuration": "This file controls agents, editors, hooks or CI. Only a person may change it.",
  dependencies:
    "Installed dependencies are shared and cannot be changed here; change the source or the manifest instead.",
  secrets: "Files that contain secrets are neither read nor written.",
  state: "AgentForge's own state is not part of the repository's code.",
  "symbolic-link": "Name the file the link points to.",
  "hard-link": "The file is shared with another path. Make it a separate file first.",
  "not-a-file": "Only regular files are read and written.",
};

/** A path that the resolver refuses to open, with the rule that refuses it. */
export class PathRefused extends AgentForgeError {
  readonly rule: PathRule;
  readonly path: string;

  constructor(rule: PathRule, path: string, why: string) {
    super("path_refused", `${JSON.stringify(shortened(path, 200))} is refused (${rule}): ${why}`, {
      hint: hints[rule],
    });
    this.name = "PathRefused";
    this.rule = rule;
    this.path = path;
  }
}
