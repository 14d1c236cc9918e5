import { isTemporary } from "../../paths/places.ts";
import { hasArgument, isUrl, looksOutside, pathsInOptions, splitArguments, valuesOf } from "../arguments.ts";
import { lists } from "../lists.ts";
import { HIDDEN_SUBSTITUTION } from "../recognize.ts";
import type { Call, ProgramJudge, Report } from "../survey.ts";
import { HOLE, plainField } from "../values.ts";
import { runOnNames } from "./find.ts";

/** Programs that only read: every operand is a path to read. */
const READERS =
  "md5 shasum cat bat ls exa eza tree head tail wc nl tac rev cut paste column fold fmt expand unexpand pr diff diff3 sdiff cmp comm join file stat du df md5sum sha1sum sha256sum sha512sum b2sum cksum sum hexdump od strings readlink realpath base64 base32 zcat bzcat xzcat zgrep nm objdump readelf ldd size cloc tokei scc shellcheck hadolint yamllint markdownlint jsonlint xmllint iconv look tsort csvlook xq lsattr getfacl namei vdir dir pygmentize glow colordiff delta difft";
/** Programs whose first operand is a pattern or a script, not a path. */
const PATTERN_FIRST = "grep egrep fgrep zgrep rg ag ack jq yq gron fd fdfind";
/** Programs whose operands are not paths. */
const TALKERS =
  "uuidgen echo printf true false : pwd date whoami id groups uname hostname arch nproc uptime free ps pgrep pidof jobs seq expr factor bc numfmt sleep tty locale tput clear reset cal which whereis type hash whatis apropos man info help printenv basename dirname mktemp yes getconf lscpu lsb_release sw_vers ulimit umask times logname tr wait return exit break continue shift set shopt trap fg bg disown test [ nvidia-smi vmstat iostat top htop lsof ss netstat fc bind complete compgen getopts sync";
const DANGEROUS: Readonly<Record<string, string>> = {
  rg: "--pre --hostname-bin --search-zip -z",
  bat: "--pager --map-syntax",
  ag: "--pager",
  ack: "--pager --output --ackrc",
  man: "-P --pager -H --html -C",
  diff: "--to-file-exec",
  date: "-s --set",
  hostname: "-F --file -b",
  tree: "-o",
  xmllint: "--output -o --shell",
  iconv: "-o --output",
  yq: "-i --inplace --in-place",
};
const VALUED: Readonly<Record<string, string>> = {
  grep: "-e -f -m -A -B -C --include --exclude --exclude-dir --color --regexp --file",
  rg: "-e -f -m -A -B -C -g -t -T -j -M -r --glob --type --max-count --regexp --file --type-not --max-depth -d",
  jq: "--arg --argjson --indent --tab",
  head: "-n -c --lines --bytes",
  tail: "-n -c --lines --bytes --pid -s",
  cut: "-d -f -c -b",
  tree: "-L -I -P -o",
  date: "-d -f -r --date --file --reference",
  du: "-d --max-depth",
  fd: "-e -t -d -E --extension --type --max-depth --exclude",
  column: "-s -t -c",
};

/** Options that name a file of patterns. */
const PATTERN_FILES = "-f --file --from-file";

export function reader(name: string): ProgramJudge | undefined {
  if (name === "fd" || name === "fdfind") return judgeFd;
  if (lists(PATTERN_FIRST, name)) return judgePattern;
  if (lists(TALKERS, name)) return judgeTalker;
  return lists(READERS, name) ? judgeReader : undefined;
}

/** Programs that show names, sizes and types, never contents. */
const LOOKERS = /^(?:ls|exa|eza|tree|dir|vdir|file|stat|du|df|readlink|realpath|namei|lsattr|getfacl)$/;

function judgeReader(call: Call, report: Report): undefined {
  checkOptions(call, report);
  for (const operand of splitArguments(call.args, VALUED[call.name]).operands)
    if (!isUrl(operand.text)) report.touch(LOOKERS.test(call.name) ? "look" : "read", operand);
}

/** The program after `-x` is started for every file. */
function judgeFd(call: Call, report: Report): undefined {
  const start = call.args.findIndex((field) => /^(?:-[xX]|--exec(?:-batch)?)$/.test(field.text));
  judgePattern({ ...call, args: start === -1 ? call.args : call.args.slice(0, start) }, report);
  if (start !== -1) runOnNames(call.args.slice(start + 1), null, true, report);
}

function judgePattern(call: Call, report: Report): undefined {
  checkOptions(call, report);
  const { options, operands } = splitArguments(call.args, VALUED[call.name] ?? VALUED.grep);
  report.touch("read", ...valuesOf(options, PATTERN_FILES));
  for (const value of valuesOf(options, "--include --glob -g"))
    if (!value.text.startsWith("!")) report.touch("read", { ...value, glob: true });
  const given = options.some(({ name }) => lists(`${PATTERN_FILES} -e --regexp --files`, name));
  for (const operand of given ? operands : operands.slice(1)) report.touch("read", operand);
  if (
    call.name === "jq" &&
    /\b(?:env|\$ENV)\b|\binput_filename\b|\binclude\b|\bimport\b/.test(operands[0]?.text ?? "")
  ) {
    report.ask("reads_environment", "a jq program that reads the environment or other files");
  }
}

/** Builtins and programs that print: no paths, but some evaluate their arguments. */
function judgeTalker(call: Call, report: Report): undefined {
  checkOptions(call, report);
  const { name, args } = call;
  const [first, second] = args;
  if (EVALUATES_NAMES.test(name) && hasArgument(args, HIDDEN_SUBSTITUTION)) {
    report.deny("hidden_substitution", `${name} would run a hidden substitution`);
  }
  if (call.hidden && /^(?:printf|echo)$/.test(name) && hasArgument(args, CHARACTER_CODE)) {
    report.ask("obfuscated", "spells text in character codes");
  }
  if (name === "printf" && first?.text === "-v" && second) report.environment(second.text, plainField(HOLE));
  if (name === "trap" && first && second && !/^(?:-|)$/.test(first.text)) {
    if (first.text.includes("$"))
      report.ask("unknown_text", "a trap whose variables may change before it runs");
    report.runText(first);
  }
  if (name === "printenv" && (args.length === 0 || hasArgument(args, SECRET_NAME))) {
    report.ask("reads_environment", "prints secrets from the environment");
  }
  if (name === "set" && args.length === 0)
    report.ask("reads_environment", "prints all variables, with their secrets");
  if (/^(?:bind|complete|fc|compgen|hash)$/.test(name) && args.length > 0) {
    report.ask("shell_state", `${name} changes how later commands are read`);
  }
  if (name === "date") {
    const { options } = splitArguments(args, VALUED.date);
    report.touch("read", ...valuesOf(options, "-f --file -r --reference"));
  }
  if (name === "mktemp" && args.some((field) => looksOutside(field.text) && !isTemporary(field.text))) {
    report.deny("outside", "creates a file outside the repository");
  }
}

const EVALUATES_NAMES = /^(?:test|\[|printf|wait|set|shift|return|exit|getopts)$/;
const CHARACTER_CODE = /\\(?:x[0-9a-f]|[0-7]{2}|u[0-9a-f])/i;
const SECRET_NAME = /TOKEN|SECRET|PASSWORD|CREDENTIAL|KEY/;

/** Decoding inside a substitution has one purpose: to hide what is run or read. */
const DECODES = /^(?:-d|-D|--decode|--d.*)$/;

function checkOptions(call: Call, report: Report): undefined {
  const { options } = splitArguments(call.args, VALUED[call.name]);
  const found = options.find(({ name }) => lists(DANGEROUS[call.name] ?? "", name));
  if (found) report.deny("dangerous_option", `${call.name} ${found.name} runs a program or writes a file`);
  if (call.name === "echo" || call.name === "printf") return;
  if (call.hidden && /^base(?:64|32)$/.test(call.name) && hasArgument(call.args, DECODES)) {
    report.ask("obfuscated", "decodes text that is then used as a command or a path");
  }
  for (const path of pathsInOptions(call.args)) report.touch("read", path);
}
