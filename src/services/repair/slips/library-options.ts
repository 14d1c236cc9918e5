import type { Context } from "../propose/context.ts";
import { callOf } from "../propose/method-call.ts";
import type { Change } from "../syntax/change.ts";
import type { SyntaxNode } from "../syntax/node.ts";
import { before, type Slip } from "./slip.ts";

const WHY = "a call of the library without the option that most callers need";

/** Calls in Python by their last names, with the options that are forgotten most. */
const PYTHON: readonly (readonly [callee: RegExp, options: readonly string[]])[] = [
  [/(?:^|\.)urlencode$/, ["doseq=True"]],
  [/^subprocess\.(?:run|check_output|Popen)$/, ["text=True", "check=True", "capture_output=True"]],
  [/(?:^|\.)makedirs$/, ["exist_ok=True"]],
  [/\.mkdir$/, ["parents=True, exist_ok=True", "exist_ok=True"]],
  [/\.unlink$/, ["missing_ok=True"]],
  [/(?:^|\.)rmtree$/, ["ignore_errors=True"]],
  [/^asyncio\.gather$/, ["return_exceptions=True"]],
  [/\.to_csv$/, ["index=False"]],
  [/^pd\.concat$/, ["ignore_index=True"]],
  [/^print$/, ["file=sys.stderr"]],
];

const python: Slip = {
  language: "python",
  why: WHY,
  chance: "likely",
  kinds: ["call"],
  examples: [
    ["x = urlencode(params)", "x = urlencode(params, doseq=True)"],
    ['out = subprocess.run(["git"], stdout=PIPE)', 'out = subprocess.run(["git"], stdout=PIPE, text=True)'],
    ["path.mkdir()", "path.mkdir(parents=True, exist_ok=True)"],
    ["os.makedirs(path)", "os.makedirs(path, exist_ok=True)"],
    ["import sys\nprint(e)\n", "import sys\nprint(e, file=sys.stderr)\n"],
  ],
  leaves: [
    "x = urlencode(params, doseq=True)",
    "subprocess.run(args, check=True, text=True, capture_output=True)",
    "os.mkdir(path)",
    'print(e, file=out, end="")',
  ],
  *correct(site, context) {
    const call = callOf(site, context);
    if (call === null || (call.name === "mkdir" && context.text(call.callee) === "os.mkdir")) return;
    const callee = context.text(call.callee);
    const text = context.text(site);
    if (call.given.some((each) => context.text(each).startsWith("**"))) return;
    for (const [pattern, options] of PYTHON) {
      if (!pattern.test(callee)) continue;
      const missing = options.filter((each) => !isGiven(each, text) && isImported(each, context));
      for (const option of missing) yield [added(site, call.given.at(-1), option, context)];
    }
  },
};

/** Whether a call has one of the options, or one that stands for it. */
function isGiven(option: string, call: string): boolean {
  const name = option.slice(0, option.indexOf("="));
  const same = { text: "text|universal_newlines|encoding", capture_output: "capture_output|stdout|stderr" };
  const names = name === "text" || name === "capture_output" ? same[name] : name;
  return new RegExp(`\\b(?:${names})=`).test(call);
}

function isImported(option: string, { source }: Context): boolean {
  const module = /=(\w+)\./.exec(option)?.[1];
  return module === undefined || new RegExp(`^import ${module}$`, "m").test(source);
}

/** An argument after the last one, on a line of its own if that has one. */
function added(site: SyntaxNode, last: SyntaxNode | undefined, option: string, context: Context): Change {
  if (last === undefined) return before(site.end - 1, option);
  const line = /\n[ \t]*$/.exec(context.source.slice(site.start, last.start))?.[0];
  return before(last.end, line === undefined ? `, ${option}` : `,${line}${option}`);
}

/** Calls of Node.js, with the argument that is forgotten most. */
const SCRIPT: readonly (readonly [callee: RegExp, size: number, argument: string])[] = [
  [/(?:^|\.)mkdir(?:Sync)?$/, 1, "{ recursive: true }"],
  [/(?:^|\.)rm(?:Sync)?$/, 1, "{ recursive: true, force: true }"],
  [/(?:^|\.)readFile(?:Sync)?$/, 1, "'utf8'"],
  [/\.localeCompare$/, 1, "undefined, { numeric: true }"],
];

const javascript: Slip = {
  language: "javascript",
  why: WHY,
  chance: "likely",
  kinds: ["call"],
  examples: [
    ["await fs.mkdir(dir);", "await fs.mkdir(dir, { recursive: true });"],
    ["const s = readFileSync(path);", "const s = readFileSync(path, 'utf8');"],
    ["x = a.localeCompare(b);", "x = a.localeCompare(b, undefined, { numeric: true });"],
  ],
  leaves: ["await fs.mkdir(dir, { mode });", "const s = readFileSync(path, 'utf8');"],
  *correct(site, context) {
    const call = callOf(site, context);
    const last = call?.given.at(-1);
    if (call === null || last === undefined) return;
    for (const [callee, size, argument] of SCRIPT)
      if (call.given.length === size && callee.test(context.text(call.callee)))
        yield [before(last.end, `, ${argument}`)];
  },
};

export const libraryOptionSlips: readonly Slip[] = [python, javascript];
