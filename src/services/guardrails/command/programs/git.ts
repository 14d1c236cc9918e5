import { isTemporary } from "../../paths/places.ts";
import { abbreviates, hasArgument, looksOutside, splitArguments } from "../arguments.ts";
import { lists } from "../lists.ts";
import type { Call, ProgramJudge, Report } from "../survey.ts";
import { type Field, HOLE, part } from "../values.ts";
import { GIT_COMMANDS, type GitArguments } from "./git-commands.ts";

export const gitPrograms: Readonly<Record<string, ProgramJudge>> = { git: judgeGit };

/** Options that run programs, read other configuration or write elsewhere, in any subcommand and any abbreviation. */
const RUNNING_OPTIONS =
  "upload-pack receive-pack exec output open-files-in-pager extcmd ext-diff template config-env exec-path no-verify separate-git-dir unsafe-paths textconv filters".split(
    " ",
  );
const QUIET_SETTINGS =
  /^(?:color\..*|core\.quotepath|core\.pager=(?:cat)?$|pager\.\w+=(?:false|cat)?$|user\.(?:name|email)|commit\.gpgsign=false|tag\.gpgsign=false|advice\..*|diff\.(?:noprefix|renames|algorithm|context)|core\.autocrlf|core\.safecrlf|init\.defaultbranch|log\.\w+|column\.ui|rerere\.enabled=false|merge\.conflictstyle|protocol\.version)/i;

function judgeGit(call: Call, report: Report): undefined {
  const index = globalOptions(call.args, report);
  const name = call.args[index];
  if (!name) return;
  if (name.text.includes(HOLE))
    return report.deny("unknown_program", "the git command is known only at run time");
  const all = call.args.slice(index + 1);
  const rest = { all, ...splitArguments(all, VALUED) };
  for (const option of rest.options) {
    const running = RUNNING_OPTIONS.find((candidate) => abbreviates(option.name, candidate));
    if (running)
      report.deny(
        running === "no-verify" ? "disables_hooks" : "dangerous_option",
        `git ${name.text} ${option.name} runs a program, skips the hooks or writes a file`,
      );
  }
  if (name.text === "grep" && hasArgument(all, /^-O/))
    report.deny("runs_program", "git grep -O runs a program");
  if (hasArgument(all, /^ext::|^fd::/)) report.deny("runs_program", "a git transport that runs a program");
  if (hasArgument(all, /--no-index/)) report.touch("read", ...rest.operands);
  if (name.text !== "worktree")
    for (const path of outsidePaths(rest)) report.touch(isTemporary(path.text) ? "read" : "execute", path);
  const looks = /^(?:status|ls-files|check-ignore|check-attr|rm|mv)$/.test(name.text);
  report.touch(looks ? "look" : "read", ...namedPaths(rest));
  const judge = GIT_COMMANDS[name.text];
  if (!judge) return report.ask("git_risky", `git ${name.text} is not known to be harmless`);
  judge(rest, report);
}

const VALUED =
  "-m -F -o -G -L --file --message --author --date --format --since --until --grep --max-count --output-directory";

function globalOptions(args: readonly Field[], report: Report): number {
  let index = 0;
  for (; index < args.length; index += 1) {
    const text = args[index]?.text ?? "";
    if (!text.startsWith("-")) return index;
    if (text === "-c") {
      index += 1;
      if (!QUIET_SETTINGS.test(args[index]?.text ?? ""))
        report.deny(
          "git_configuration",
          `git -c ${(args[index]?.text ?? "").replaceAll(HOLE, "…")} changes what git runs`,
        );
    } else if (text === "-C") {
      index += 1;
      const folder = args[index];
      if (folder) report.touch("execute", folder);
    } else if (
      !/^(?:--no-pager|-P|-p|--paginate|--version|--help|-h|--no-optional-locks|--no-replace-objects|--literal-pathspecs|--bare|--html-path|--man-path|--info-path)$/.test(
        text,
      )
    ) {
      report.deny("git_configuration", `git ${text} points git at other programs or another repository`);
      if (
        !text.includes("=") &&
        /^--(?:git-dir|work-tree|namespace|exec-path|super-prefix|config-env)$/.test(text)
      )
        index += 1;
    }
  }
  return index;
}

const PROSE = "-m --message -G -L --grep --format --pretty --author --date --since --until";

/** Paths outside the repository, whatever the argument means to git. Messages and patterns are exempt. */
function outsidePaths(rest: GitArguments): Field[] {
  const values = rest.options.flatMap(({ name, value }) => (value && !lists(PROSE, name) ? [value] : []));
  return [...rest.operands, ...values].filter((field) => looksOutside(field.text));
}

/** Operands that may be paths, including after a revision: `HEAD:src/app.ts`. */
function namedPaths(rest: GitArguments): Field[] {
  return rest.operands
    .map((field) => part(field, field.text.replace(/^[^:]*:/, "")))
    .filter((field) => /^[\w./-]+$/.test(field.text) && !field.text.includes(".."));
}
