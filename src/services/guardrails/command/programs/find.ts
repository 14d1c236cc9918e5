import type { Call, ProgramJudge, Report } from "../survey.ts";
import { type Field, HOLE, plainField } from "../values.ts";

export const findPrograms: Readonly<Record<string, ProgramJudge>> = {
  find: judgeFind,
  gfind: judgeFind,
  locate: () => undefined,
};

const WRITES = /^-(?:fprint|fprint0|fls|fprintf)$/;
const RUNS = /^-(?:exec|execdir|ok|okdir)$/;

function judgeFind(call: Call, report: Report): undefined {
  const expression = call.args.findIndex(
    (field) => /^[-(!]/.test(field.text) && !/^-(?:[HLP]|O\d|D)$/.test(field.text),
  );
  const roots = (expression === -1 ? call.args : call.args.slice(0, expression)).filter(
    (field) => !field.text.startsWith("-"),
  );
  report.touch("look", ...roots);
  const args = expression === -1 ? [] : call.args.slice(expression);
  for (const [index, field] of args.entries()) {
    const next = args[index + 1];
    if (field.text === "-delete") report.ask("destructive", "find -delete removes whatever it finds");
    if (WRITES.test(field.text)) report.touch("write", next ?? plainField(HOLE));
    if (/^-(?:newer\w*|samefile|files0-from)$/.test(field.text) && next) report.touch("read", next);
    if (RUNS.test(field.text)) started(args.slice(index + 1), report);
  }
}

/** The program between `-exec` and its end; the files it is given are not known. */
function started(rest: readonly Field[], report: Report): undefined {
  const end = rest.findIndex((field) => field.text === ";" || field.text === "+");
  const args = end === -1 ? rest : rest.slice(0, end);
  report.run(args.map((field) => ({ ...field, text: field.text.replace(/\{\}/g, HOLE), candidates: null })));
}
