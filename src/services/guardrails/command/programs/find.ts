import { foundNames, mayIncludeSecrets } from "../listed-names.ts";
import type { Call, ProgramJudge, Report } from "../survey.ts";
import { type Field, HOLE, plainField } from "../values.ts";

export const findPrograms: Readonly<Record<string, ProgramJudge>> = {
  find: judgeFind,
  gfind: judgeFind,
  locate: () => undefined,
};

const WRITES = /^-(?:fprint|fprint0|fls|fprintf)$/;
const RUNS = /^-(?:exec|execdir|ok|okdir)$/;
/**
 * Leftover files that programs create and no one keeps. Removing all files with any other name asks the user.
 */
const LEFTOVERS =
  /^(?:\*\.(?:orig|rej|bak|tmp|swp|swo|pyc|pyo|o|obj|class|log|tsbuildinfo)|\*~|\.DS_Store|Thumbs\.db|__pycache__|node_modules|\.(?:pytest|mypy|ruff)_cache|\.next|\.turbo|\.coverage|\*\.egg-info)$/;
/** Programs that do nothing unexpected to the files they are given. */
const PLAIN =
  /^(?:sed|gsed|perl|cat|bat|head|tail|wc|grep|egrep|fgrep|rg|ls|file|stat|du|md5sum|sha256sum|chmod|touch|prettier|eslint|biome|black|isort|ruff|gofmt|goimports|rustfmt|clang-format|shfmt|shellcheck|dos2unix|rm|unlink|rmdir|trash|basename|dirname|echo|jq|sort)$/;
const READERS =
  /^(?:cat|bat|head|tail|wc|grep|egrep|fgrep|rg|ls|file|stat|du|md5sum|sha256sum|echo|jq|sort)$/;
const REMOVERS = /^(?:rm|unlink|trash|rmdir|shred)$/;

function judgeFind(call: Call, report: Report): undefined {
  const expression = call.args.findIndex(
    (field) => /^[-(!]/.test(field.text) && !/^-(?:[HLP]|O\d|D)$/.test(field.text),
  );
  const roots = (expression === -1 ? call.args : call.args.slice(0, expression)).filter(
    (field) => !field.text.startsWith("-"),
  );
  report.touch("look", ...roots);
  const names = foundNames(call.args);
  const args = expression === -1 ? [] : call.args.slice(expression);
  for (const [index, field] of args.entries()) {
    const next = args[index + 1];
    if (field.text === "-delete") deleted(names, report);
    if (WRITES.test(field.text)) report.touch("write", next ?? plainField(HOLE));
    if (/^-(?:newer\w*|samefile|files0-from)$/.test(field.text) && next) report.touch("read", next);
    if (RUNS.test(field.text)) started(args.slice(index + 1), names, report);
  }
}

/**
 * Runs a program on files that another program lists, in place of `{}` or appended. Files of a known kind in a known
 * folder count as named; removing them is ordinary only for leftovers.
 */
export function runOnNames(
  args: readonly Field[],
  names: readonly Field[] | null,
  appended: boolean,
  report: Report,
  source: readonly string[] | null = null,
): undefined {
  const program = args[0]?.text ?? "";
  const isPlain = PLAIN.test(program) && (!REMOVERS.test(program) || (names !== null && areLeftovers(names)));
  const isUnsafe = names !== null && mayIncludeSecrets(names) && !READERS.test(program);
  const known = isPlain && !isUnsafe ? names : null;
  const given = known ?? [source === null ? plainField(HOLE) : { ...plainField(HOLE), source }];
  const placed = args.flatMap((field) =>
    field.text === "{}" ? given : [{ ...field, text: field.text.replace(/\{\}/g, HOLE), candidates: null }],
  );
  report.run(appended ? [...placed, ...given] : placed);
}

function areLeftovers(names: readonly Field[]): boolean {
  return names.every(({ text }) => LEFTOVERS.test(text.slice(text.lastIndexOf("/") + 1)));
}

function deleted(names: readonly Field[] | null, report: Report): undefined {
  if (names === null || !areLeftovers(names))
    report.ask("destructive", "find -delete removes whatever it finds");
  else report.touch("remove", ...names);
}

/** The program between `-exec` and its terminator. */
function started(rest: readonly Field[], names: readonly Field[] | null, report: Report): undefined {
  const end = rest.findIndex((field) => field.text === ";" || field.text === "+");
  runOnNames(end === -1 ? rest : rest.slice(0, end), names, false, report);
}
