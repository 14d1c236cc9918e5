import { splitArguments } from "../arguments.ts";
import { awkDangers } from "../scripts/awk.ts";
import { type ScriptDangers, sedDangers } from "../scripts/sed.ts";
import type { Call, ProgramJudge, Report } from "../survey.ts";
import { type Field, HOLE, plainField } from "../values.ts";

export const textPrograms: Readonly<Record<string, ProgramJudge>> = {
  sed: judgeSed,
  gsed: judgeSed,
  awk: judgeAwk,
  gawk: judgeAwk,
  mawk: judgeAwk,
  nawk: judgeAwk,
  sort: judgeSort,
  uniq: judgeUniq,
  xxd: judgeUniq,
  split: judgeSplit,
  csplit: judgeSplit,
  less: judgePager,
  more: judgePager,
};

/**
 * `'a[$(…)]'` is quoted, so it is not a substitution yet, but it becomes one when the shell evaluates it as a number.
 */
export function hidesSubstitutionText(text: string): boolean {
  return /\[[^\]]*(?:\$\(|`)/.test(text);
}

function judgeSed(call: Call, report: Report): undefined {
  const { options, operands } = splitArguments(withoutEmptySuffix(call.args), [
    "-e",
    "--expression",
    "-f",
    "--file",
    "-l",
    "--line-length",
  ]);
  const scripts = options
    .filter((option) => option.name === "-e" || option.name === "--expression")
    .map((option) => option.value);
  const files = options.filter((option) => option.name === "-f" || option.name === "--file");
  if (files.length > 0)
    report.ask("script_file", "a sed script from a file can run programs and write files");
  const [first, ...rest] = operands;
  const given = scripts.length + files.length > 0;
  for (const script of given ? scripts : [first]) if (script) reportScript("sed", script, sedDangers, report);
  const inPlace = options.some(
    (option) => option.name === "-i" || option.name.startsWith("--in-place") || option.name === "--i",
  );
  for (const file of given ? operands : rest) report.touch(inPlace ? "write" : "read", file);
}

/** macOS: `sed -i '' …` keeps no backup. */
function withoutEmptySuffix(args: readonly Field[]): readonly Field[] {
  return args.filter((field, index) => !(field.text === "" && args[index - 1]?.text === "-i"));
}

function judgeAwk(call: Call, report: Report): undefined {
  const { options, operands } = splitArguments(call.args, [
    "-F",
    "-v",
    "-f",
    "--file",
    "-e",
    "--source",
    "-i",
    "--include",
    "-l",
    "--load",
    "--assign",
    "--field-separator",
  ]);
  if (
    options.some((option) =>
      /^(?:-f|--file|-i|--include|-l|--load|-E|--exec|-o|--pretty-print|-p|--profile|-d|--dump-variables)$/.test(
        option.name,
      ),
    )
  ) {
    report.ask("script_file", "an awk program from a file can run programs and write files");
  }
  const sources = options
    .filter((option) => option.name === "-e" || option.name === "--source")
    .map((option) => option.value);
  const [first, ...rest] = operands;
  for (const script of sources.length > 0 ? sources : [first])
    if (script) reportScript("awk", script, awkDangers, report);
  for (const file of sources.length > 0 ? operands : rest)
    if (!/^\w+=/.test(file.text)) report.touch("read", file);
}

function reportScript(
  name: string,
  script: Field,
  dangersOf: (text: string) => ScriptDangers | null,
  report: Report,
): undefined {
  const dangers = dangersOf(script.text.replaceAll(HOLE, "x"));
  if (!dangers) return report.ask("unparsable", `the ${name} script cannot be understood`);
  if (script.text.includes(HOLE) && name === "awk")
    return report.ask("unknown_text", "an awk program that is known only at run time");
  if (dangers.runs) report.deny("runs_program", `the ${name} script runs another program`);
  for (const path of dangers.writes) report.touch("write", plainField(path));
  for (const path of dangers.reads) report.touch("read", plainField(path));
}

function judgeSort(call: Call, report: Report): undefined {
  const { options, operands } = splitArguments(call.args, [
    "-o",
    "--output",
    "-k",
    "--key",
    "-t",
    "--field-separator",
    "-S",
    "--buffer-size",
    "-T",
    "--temporary-directory",
    "--parallel",
    "--compress-program",
    "--files0-from",
    "--batch-size",
  ]);
  for (const { name, value } of options) {
    if (name.length > 3 && "--compress-program".startsWith(name))
      report.deny("runs_program", "sort runs a program to compress");
    if (name === "-o" || (name.length > 2 && "--output".startsWith(name)))
      report.touch("write", value ?? plainField(HOLE));
    if (name.startsWith("--files0") && value) report.touch("read", value);
    if ((name === "-T" || name.startsWith("--temp")) && value) report.touch("write", value);
  }
  report.touch("read", ...operands);
}

function judgeUniq(call: Call, report: Report): undefined {
  const { operands } = splitArguments(call.args, [
    "-f",
    "-s",
    "-w",
    "-c",
    "-g",
    "-l",
    "-o",
    "--skip-fields",
    "--skip-chars",
    "--check-chars",
    "-len",
    "-seek",
  ]);
  const clustered = call.name === "uniq" ? splitArguments(call.args, ["-f", "-s", "-w"]).operands : operands;
  const [input, output] = clustered;
  if (input) report.touch("read", input);
  if (output) report.touch("write", output);
}

function judgeSplit(call: Call, report: Report): undefined {
  const { options, operands } = splitArguments(call.args, [
    "-l",
    "-b",
    "-n",
    "-a",
    "-C",
    "-f",
    "-d",
    "--lines",
    "--bytes",
    "--number",
    "--suffix-length",
    "--filter",
    "--prefix",
  ]);
  if (options.some((option) => option.name.length > 3 && "--filter".startsWith(option.name)))
    report.deny("runs_program", "split --filter runs a program");
  const [input, ...rest] = operands;
  if (input) report.touch("read", input);
  report.touch("write", rest[0] ?? plainField("xaa"));
}

function judgePager(call: Call, report: Report): undefined {
  if (call.args.some((field) => /^\+|^-(?:[oOkK]|-log-file|-LOG-FILE|-lesskey)/.test(field.text)))
    report.deny("dangerous_option", `${call.name} can run programs or write files with this option`);
  for (const operand of splitArguments(call.args, ["-n", "-x", "-p"]).operands) report.touch("read", operand);
}
