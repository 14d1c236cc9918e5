import { afterOptions, hasArgument, hasOption, splitArguments, valuesOf } from "../arguments.ts";
import { HIDDEN_SUBSTITUTION } from "../recognize.ts";
import type { Call, ProgramJudge, Report } from "../survey.ts";
import { type Field, HOLE, part, plainField } from "../values.ts";
import { runOnNames } from "./find.ts";

/** Programs that start other programs: the started program is judged instead. */
export const shellPrograms: Readonly<Record<string, ProgramJudge>> = {
  ...Object.fromEntries(
    ["bash", "sh", "dash", "zsh", "ksh", "ash", "rbash", "mksh", "fish"].map((name) => [name, shell]),
  ),
  env: environment,
  command: (call, report) =>
    /^-[vV]+$/.test(call.args[0]?.text ?? "") ? undefined : wrapped(0)(call, report),
  builtin: wrapped(0),
  exec: execute,
  time: wrapped(0, "-f -o --format --output"),
  nohup: wrapped(0),
  setsid: wrapped(0),
  nice: wrapped(0, "-n --adjustment"),
  ionice: wrapped(0, "-c -n -p --class --classdata"),
  stdbuf: wrapped(0, "-i -o -e --input --output --error"),
  timeout: wrapped(1, "-s -k --signal --kill-after"),
  gtimeout: wrapped(1, "-s -k --signal --kill-after"),
  taskset: wrapped(1),
  chronic: wrapped(0),
  caffeinate: wrapped(0),
  unbuffer: wrapped(0),
  dotenv: wrapped(0, "-e -f"),
  "cross-env": environment,
  flock: wrapped(1, "-w -E --timeout"),
  watch: watch,
  xargs: xargs,
  parallel: (_call, report) => report.deny("unknown_text", "parallel builds commands from its input"),
  eval: (call, report) => report.runText(plainField(call.args.map((field) => field.text).join(" "))),
  source: source,
  ".": source,
  cd: changeFolder,
  pushd: changeFolder,
  popd: (_call, report) => report.changeFolder("anywhere"),
  dirs: () => undefined,
  export: declare,
  declare: declare,
  typeset: declare,
  local: declare,
  readonly: declare,
  unset: declare,
  let: declare,
  read: declare,
  mapfile: declare,
  readarray: declare,
  history: (call, report) =>
    call.args.length > 0 && /^-/.test(call.args[0]?.text ?? "")
      ? report.deny("shell_state", "changes the history")
      : undefined,
};

function shell(call: Call, report: Report): undefined {
  const { args } = call;
  const flags = args.findIndex((field) => /^[-+][a-zA-Z]*c[a-zA-Z]*$/.test(field.text));
  if (
    args.some(
      (field) =>
        (/^--(?:rcfile|init-file|login)|^-[a-z]*[il]/.test(field.text) && !field.text.startsWith("--l")) ||
        field.text === "--login",
    )
  ) {
    report.ask("startup_files", `${call.name} would read startup files`);
  }
  if (flags !== -1) {
    const rest = args
      .slice(flags + 1)
      .filter((field) => !/^[-+]o$|^(?:pipefail|errexit|nounset|xtrace)$|^-[a-zA-Z]+$/.test(field.text));
    const [text] = rest;
    return report.runText(text ?? plainField(HOLE));
  }
  const { operands, options } = splitArguments(args, "-o -O --rcfile --init-file");
  const [script] = operands;
  if (hasOption(options, "--version --help")) return;
  if (script && !hasOption(options, "-s")) {
    if (hasOption(options, "-n")) return report.touch("read", script);
    const typed = report.written(script);
    if (typed) return report.runText(typed);
    return report.touch("execute", script);
  }
  if (call.input.kind === "text") return report.runText(call.input.text);
  report.deny(
    call.input.kind === "pipe" ? "pipe_to_shell" : "unknown_text",
    `${call.name} would run what it reads from its input`,
  );
}

/** Options and `skip` operands first, then the program. */
function wrapped(skip: number, valued = ""): ProgramJudge {
  return (call, report) => {
    const rest = afterOptions(call.args, valued);
    for (const option of call.args.slice(0, call.args.length - rest.length)) {
      const output = /^(?:-o|--output=?)(.*)$/.exec(option.text);
      if (call.name === "time" && output) report.touch("write", plainField(output[1] || HOLE));
    }
    report.run(rest.slice(skip));
  };
}

function environment(call: Call, report: Report): undefined {
  const text = call.args.map((field) => field.text);
  if (text.some((word) => /^-[a-zA-Z0]*S|^--split-string/.test(word)))
    return report.deny("unknown_text", "env -S splits a command by its own rules");
  if (text.some((word) => /^(?:-C|--chdir)/.test(word)))
    return report.deny("unknown_folder", "env changes the folder");
  let rest = afterOptions(call.args, "-u --unset");
  while (rest[0] && /^[A-Za-z_]\w*=/.test(rest[0].text)) {
    const [, name = "", value = ""] = /^(\w+)=(.*)$/s.exec(rest[0].text) ?? [];
    report.environment(name, part(rest[0], value));
    rest = rest.slice(1);
  }
  if (rest.length === 0 && call.name === "env" && isSearched(call.pipedTo)) return;
  if (rest.length === 0 && call.name === "env")
    return report.ask("reads_environment", "prints the whole environment, with its secrets");
  report.run(rest);
}

/** `export -p`, `declare -x`: without names, they print every variable. */
function printsAll({ name, args, assigns = false }: Call): boolean {
  if (assigns || !/^(?:export|declare|typeset|readonly)$/.test(name)) return false;
  return args.every((field) => /^-[a-zA-Z]+$/.test(field.text) && !/[fF]/.test(field.text));
}

/** `env | grep -i node` shows a few variables, `env | grep .` shows all. */
function isSearched([program, ...args]: readonly Field[]): boolean {
  if (!/^(?:grep|egrep|rg)$/.test(program?.text ?? "")) return false;
  const { options, operands } = splitArguments(args);
  const pattern = operands[0]?.text ?? "";
  return (
    operands.length === 1 &&
    options.every(({ name }) => /^-[iEnw]$/.test(name)) &&
    /^\^?[A-Za-z_]{3,}(?:\|[A-Za-z_]{3,})*=?$/.test(pattern) &&
    !/key|token|secret|pass|cred|auth|cookie|session|private|aws|azure|gcp|google|openai|anthropic|git|npm_|url|dsn|conn|database/i.test(
      pattern,
    )
  );
}

function execute(call: Call, report: Report): undefined {
  if (call.args.length === 0) return;
  report.ask("replaces_shell", "exec replaces the shell");
  report.run(afterOptions(call.args, "-a"));
}

function watch(call: Call, report: Report): undefined {
  const rest = afterOptions(call.args, "-n --interval");
  report.runText(plainField(rest.map((field) => field.text).join(" ")));
}

/** What xargs appends is unknown, so it may start only programs that read. */
function xargs(call: Call, report: Report): undefined {
  const valued = "-I -i -n -P -L -d -E -s -a --arg-file --max-args --max-procs --delimiter --replace";
  const { options } = splitArguments(call.args, valued);
  const [file] = valuesOf(options, "-a --arg-file");
  if (file) report.touch("read", file);
  const rest = afterOptions(call.args, valued);
  if (rest.length === 0) return;
  const names = call.input.kind === "pipe" && !file ? call.input.names : null;
  const source = call.input.kind === "pipe" ? call.input.from.map((field) => field.text) : null;
  const token = valuesOf(options, "-I")[0]?.text;
  const placed = rest.map((field) => (field.text === token ? { ...field, text: "{}" } : field));
  const isPlaced = token !== undefined && placed.some((field) => field.text === "{}");
  runOnNames(placed, names, !isPlaced || rest.some((field) => isInside(token, field.text)), report, source);
}

/** The token is part of an argument, so the resulting text is unknown. */
function isInside(token: string | undefined, text: string): boolean {
  return token !== undefined && text !== token && text.includes(token);
}

function source(call: Call, report: Report): undefined {
  const [file] = call.args;
  if (!file) return;
  report.touch("execute", file);
  if (/(?:^|\/)(?:bin|Scripts)\/activate(?:\.\w+)?$/.test(file.text)) return;
  report.ask("shell_state", `runs ${file.text.replaceAll(HOLE, "…")} inside the shell`);
}

function changeFolder(call: Call, report: Report): undefined {
  const folder = call.args.find((field) => !/^-[LPe@n]$|^--$/.test(field.text));
  if (folder?.text === "-") return report.changeFolder("anywhere");
  report.changeFolder(folder ?? plainField("~"));
}

/** Builtins that assign: their values were judged as assignments; their names may hide a substitution. */
function declare(call: Call, report: Report): undefined {
  if (printsAll(call) && !isSearched(call.pipedTo))
    report.ask("reads_environment", "prints all variables, with their secrets");
  if (hasArgument(call.args, HIDDEN_SUBSTITUTION))
    report.deny("hidden_substitution", `${call.name} would run a hidden substitution`);
  for (const field of call.args) {
    const [, name, value] = /^(\w+)=(.*)$/s.exec(field.text) ?? [];
    if (name !== undefined && value !== undefined) report.environment(name, part(field, value));
    else if (/^\w+$/.test(field.text) && call.name !== "unset" && call.name !== "local")
      report.environment(field.text, plainField(HOLE));
  }
  if (/^(?:declare|typeset|local)$/.test(call.name) && hasArgument(call.args, /^-[a-zA-Z]*n/)) {
    report.deny("obfuscated", "a variable that refers to another variable");
  }
  const callback = call.args.findIndex((field) => field.text === "-C");
  if (/^(?:mapfile|readarray)$/.test(call.name) && callback !== -1) {
    report.runText(call.args[callback + 1] ?? plainField(HOLE));
  }
  if (call.name === "unset" && hasArgument(call.args, /^(?:PATH|HISTFILE|AGENTFORGE_|CLAUDE_)/))
    report.deny("poisoned_environment", "removes a variable that other programs need");
}
