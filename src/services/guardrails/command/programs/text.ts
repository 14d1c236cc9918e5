import { hasArgument, splitArguments, valuesOf } from "../arguments.ts";
import { lists } from "../lists.ts";
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

function judgeSed(call: Call, report: Report): undefined {
  const { options, operands } = splitArguments(
    withoutEmptySuffix(call.args),
    "-e --expression -f --file -l --line-length",
  );
  if (options.some(({ name }) => lists("-f --file", name)))
    report.ask("script_file", "a sed script from a file can run programs and write files");
  const given = options.some(({ name }) => lists("-e --expression -f --file", name));
  for (const script of given ? valuesOf(options, "-e --expression") : operands.slice(0, 1))
    reportScript("sed", script, sedDangers, report);
  const inPlace = options.some(
    (option) => option.name === "-i" || option.name.startsWith("--in-place") || option.name === "--i",
  );
  report.touch(inPlace ? "write" : "read", ...(given ? operands : operands.slice(1)));
}

/** macOS: `sed -i '' …` keeps no backup. */
function withoutEmptySuffix(args: readonly Field[]): readonly Field[] {
  return args.filter((field, index) => !(field.text === "" && args[index - 1]?.text === "-i"));
}

const AWK_FILES =
  "-f --file -i --include -l --load -E --exec -o --pretty-print -p --profile -d --dump-variables";

function judgeAwk(call: Call, report: Report): undefined {
  const { options, operands } = splitArguments(
    call.args,
    "-F -v -f --file -e --source -i --include -l --load --assign --field-separator",
  );
  if (options.some(({ name }) => lists(AWK_FILES, name)))
    report.ask("script_file", "an awk program from a file can run programs and write files");
  const given = options.some(({ name }) => lists("-e --source", name));
  for (const script of given ? valuesOf(options, "-e --source") : operands.slice(0, 1))
    reportScript("awk", script, awkDangers, report);
  const files = given ? operands : operands.slice(1);
  report.touch("read", ...files.filter(({ text }) => !/^\w+=/.test(text)));
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
  report.touch("write", ...dangers.writes.map(plainField));
  report.touch("read", ...dangers.reads.map(plainField));
}

function judgeSort(call: Call, report: Report): undefined {
  const { options, operands } = splitArguments(
    call.args,
    "-o --output -k --key -t --field-separator -S --buffer-size -T --temporary-directory --parallel --compress-program --files0-from --batch-size",
  );
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
  const { operands } = splitArguments(
    call.args,
    "-f -s -w -c -g -l -o --skip-fields --skip-chars --check-chars -len -seek",
  );
  const clustered = call.name === "uniq" ? splitArguments(call.args, "-f -s -w").operands : operands;
  const [input, output] = clustered;
  if (input) report.touch("read", input);
  if (output) report.touch("write", output);
}

function judgeSplit(call: Call, report: Report): undefined {
  const { options, operands } = splitArguments(
    call.args,
    "-l -b -n -a -C -f -d --lines --bytes --number --suffix-length --filter --prefix",
  );
  if (options.some((option) => option.name.length > 3 && "--filter".startsWith(option.name)))
    report.deny("runs_program", "split --filter runs a program");
  const [input, ...rest] = operands;
  if (input) report.touch("read", input);
  report.touch("write", rest[0] ?? plainField("xaa"));
}

function judgePager(call: Call, report: Report): undefined {
  if (hasArgument(call.args, /^\+|^-(?:[oOkK]|-log-file|-LOG-FILE|-lesskey)/))
    report.deny("dangerous_option", `${call.name} can run programs or write files with this option`);
  report.touch("read", ...splitArguments(call.args, "-n -x -p").operands);
}
