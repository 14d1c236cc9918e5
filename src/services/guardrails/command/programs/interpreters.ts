import { hasArgument, hasOption, looksOutside, splitArguments } from "../arguments.ts";
import { type InlineLanguage, isPlainCode } from "../scripts/inline-code.ts";
import { literalFiles } from "../scripts/literal-files.ts";
import type { Call, ProgramJudge, Report } from "../survey.ts";
import { type Field, HOLE, part, plainField } from "../values.ts";
import { touchGiven } from "./given-paths.ts";

export const interpreters: Readonly<Record<string, ProgramJudge>> = {
  ...Object.fromEntries(
    "py python python2 python3 python3.9 python3.10 python3.11 python3.12 python3.13 python3.14 pypy pypy3"
      .split(" ")
      .map((name) => [name, judgePython]),
  ),
  node: judgeNode,
  nodejs: judgeNode,
  tsx: judgeNode,
  "ts-node": judgeNode,
  bun: judgeBun,
  deno: judgeDeno,
  perl: judgePerl,
  ruby: judgeScript("ruby", ["-e"], ["-r", "-I", "-S", "-x"]),
  php: judgeScript("php", ["-r", "-B", "-R", "-E"], ["-d", "-c", "-S", "-z"]),
  lua: judgeOther,
  luajit: judgeOther,
  Rscript: judgeOther,
  R: judgeOther,
  julia: judgeOther,
  elixir: judgeOther,
  erl: judgeOther,
  ghc: judgeOther,
  runghc: judgeOther,
  scala: judgeOther,
  groovy: judgeOther,
  irb: judgeOther,
  sqlite3: judgeSqlite,
};

/** Modules of `python -m` that developers commonly run and that only run tests and checks. */
const PYTHON_MODULES =
  /^(?:pytest|unittest|mypy|ruff|black|isort|flake8|pylint|pyflakes|pycodestyle|bandit|coverage|tox|nox|build|venv|compileall|py_compile|json\.tool|doctest|tabnanny|ast|tokenize|dis|platform|sysconfig|calendar|this|pip|poetry|uv|sphinx|mkdocs|pydocstyle|vulture|radon|pyright|pre_commit|behave|robot|nose2|django|flask|uvicorn|alembic|cProfile|trace|this|tests?(?:\.\w+)*)$/;

function judgePython(call: Call, report: Report): undefined {
  const { args } = call;
  const first = args.findIndex((field) => !/^-[bBdEhiIOqsSuvVxXP]+$|^--version$|^--help$/.test(field.text));
  const head = args[first];
  if (hasArgument(args, /^-[a-zA-Z]*[Vh]$|^--(?:version|help)$/) && !head) return;
  if (!head) return fromInput("python", call, report);
  if (args.slice(0, first).some((field) => field.text.includes("i")))
    report.ask("inline_code", "python -i waits for code");
  const inline = /^-[bBdEIOqsSuvx]*c(.*)$/s.exec(head.text);
  if (inline) return judgeCode("python", inline[1] ? part(head, inline[1]) : args[first + 1], report);
  if (/^-[bBdEIOqsSuvx]*m/.test(head.text)) return judgeModule(args.slice(first), report);
  if (head.text === "-") return fromInput("python", call, report);
  if (/^-[WX]/.test(head.text))
    return judgePython({ ...call, args: args.slice(first + (head.text.length === 2 ? 2 : 1)) }, report);
  if (head.text.startsWith("-"))
    return report.ask("dangerous_option", `python ${head.text} is not known to be harmless`);
  const typed = report.written(head);
  if (typed) return judgeCode("python", typed, report);
  report.touch("execute", head);
  touchGiven(args.slice(first + 1), report);
}

function judgeModule(args: readonly Field[], report: Report): undefined {
  const attached = /^-[a-zA-Z]*m(.+)$/s.exec(args[0]?.text ?? "")?.[1];
  const name = attached ?? args[1]?.text ?? "";
  const rest = args.slice(attached === undefined ? 2 : 1);
  if (name === "timeit")
    return judgeCode(
      "python",
      rest.find((field) => !field.text.startsWith("-")),
      report,
    );
  if (name === "http.server") return report.ask("network", "serves the folder over the network");
  if (name === "pdb" || !PYTHON_MODULES.test(name))
    report.ask("unknown_module", `python -m ${name.replaceAll(HOLE, "…")} is not known to be harmless`);
  if (/^(?:pip|pytest|poetry|uv|mypy|ruff|black|coverage|tox|nox|flake8|pylint|isort)$/.test(name))
    return report.run([plainField(name), ...rest]);
  const runs = /^(?:unittest|doctest|cProfile|profile|trace|runpy)$/.test(name);
  for (const field of runs ? rest : []) if (looksOutside(field.text)) report.touch("execute", field);
  if (/^(?:cProfile|trace)$/.test(name) && hasArgument(rest, /^-[so]|^--/))
    report.ask("unknown_module", `python -m ${name} with options`);
  touchGiven(rest, report);
}

const NODE_SAFE =
  /^--(?:test(?:-only|-name-pattern(?:=.*)?|-skip-pattern(?:=.*)?|-concurrency(?:=\d+)?|-timeout(?:=\d+)?|-reporter=(?:spec|tap|dot|junit|lcov)|-force-exit|-coverage-\w+=.*)?|watch|check|version|help|v8-options|no-warnings|trace-warnings|trace-deprecation|no-deprecation|enable-source-maps|experimental-(?:vm-modules|strip-types|transform-types|test-[\w-]+|json-modules|sqlite|require-module)|max-old-space-size=\d+|stack-trace-limit=\d+|expose-gc|unhandled-rejections=\w+|conditions=\w+|preserve-symlinks|inspect(?:-brk|-wait)?(?:=(?:(?:127\.0\.0\.1|localhost):)?\d+)?|run)$/;

function judgeNode(call: Call, report: Report): undefined {
  const { args } = call;
  let evaluates = false;
  for (let index = 0; index < args.length; index += 1) {
    const field = args[index];
    if (!field) continue;
    const { text } = field;
    const inline = /^(?:-[pe]+|--eval|--print|-pe)(?:=(.*))?$/s.exec(text);
    if (inline) {
      judgeCode("node", inline[1] === undefined ? args[index + 1] : part(field, inline[1]), report);
      if (inline[1] === undefined) index += 1;
      evaluates = true;
      continue;
    }
    if (evaluates && (text === "--" || !text.startsWith("-"))) return touchGiven(args.slice(index), report);
    if (text === "-") return fromInput("node", call, report);
    if (/^-[vhc]$/.test(text) || NODE_SAFE.test(text)) continue;
    if (/^--test-(?:name-pattern|concurrency|timeout|skip-pattern)$/.test(text)) index += 1;
    else if (text === "--test-reporter" && /^(?:spec|tap|dot|junit|lcov)$/.test(args[index + 1]?.text ?? ""))
      index += 1;
    else if (
      /^(?:--import|--require|-r|--loader)(?:=.*)?$/.test(text) &&
      /^(?:tsx|ts-node\/\w+|source-map-support\/register|dotenv\/config|@babel\/register)$/.test(
        text.split("=")[1] ?? args[index + 1]?.text ?? "",
      )
    )
      index += text.includes("=") ? 0 : 1;
    else if (text.startsWith("-"))
      return report.deny(
        "dangerous_option",
        `${call.name} ${text.split("=")[0]} loads other code or settings, or writes files`,
      );
    else {
      if (/(?:^|\/)agentforge(?:\.js|\/cli\.js)?$/.test(text))
        return report.run([{ ...field, text: "agentforge" }, ...args.slice(index + 1)]);
      const typed = report.written(field);
      if (typed && /\.[cm]?js$/.test(text)) return judgeCode("node", typed, report);
      const isTest = args.slice(0, index).some((each) => each.text === "--test");
      if (!/^(?:watch|test)$/.test(text) || call.name === "node")
        report.touch(isTest && !looksOutside(text) ? "read" : "execute", field);
      return touchGiven(args.slice(index + 1), report);
    }
  }
  if (args.length === 0) fromInput("node", call, report);
}

function judgeBun(call: Call, report: Report): undefined {
  const [first, ...rest] = call.args;
  if (!first) return fromInput("node", call, report);
  if (/^(?:-e|--eval|-p|--print)$/.test(first.text)) return judgeCode("node", rest[0], report);
  if (/^(?:x|add|install|i|remove|update|link|pm|create|upgrade|init|publish)$/.test(first.text))
    return report.run([
      { ...first, text: first.text === "x" ? "npx" : "npm" },
      ...(first.text === "x" ? rest : call.args),
    ]);
  if (first.text.startsWith("-") && !/^--(?:version|help|watch|hot|bun|silent)$|^-v$/.test(first.text))
    return report.ask("dangerous_option", `bun ${first.text} is not known to be harmless`);
  if (/\.\w+$/.test(first.text)) report.touch("execute", first);
  touchGiven(rest, report);
}

function judgeDeno(call: Call, report: Report): undefined {
  const [first, ...rest] = call.args;
  if (first?.text === "eval") return judgeCode("node", rest.at(-1), report);
  if (
    !/^(?:test|check|lint|fmt|run|task|bench|info|doc|types|--version|-V|--help|coverage|compile)$/.test(
      first?.text ?? "",
    )
  )
    return report.ask("risky_program", "this deno command is not known to be harmless");
  if (hasArgument(rest, /^https?:/)) report.deny("network", "runs code from another machine");
  const script = rest.find((field) => !field.text.startsWith("-"));
  if (script && /^(?:run|test|bench)$/.test(first?.text ?? "")) report.touch("execute", script);
  touchGiven(rest, report);
}

function judgePerl(call: Call, report: Report): undefined {
  const index = call.args.findIndex((field) => /^-[a-zA-Z0-9]*[eE]$/.test(field.text));
  if (index === -1) return judgeScript("perl", ["-e"], ["-M", "-I", "-d", "-x"])(call, report);
  const flags = call.args.slice(0, index + 1).map((field) => field.text);
  if (
    flags.some((text) => /^-[MmIdTx]/.test(text) && !/^-M(?:JSON|Data::Dumper|POSIX|List::Util)\b/.test(text))
  )
    report.ask("dangerous_option", "perl loads other code");
  judgeCode("perl", call.args[index + 1], report);
  const inPlace = flags.some((text) => /^-[a-hj-zA-Z0-9]*i/.test(text));
  const rest = call.args.slice(index + 2);
  if (hasArgument(rest, /^-[MmIdTx]/)) report.ask("dangerous_option", "perl loads other code");
  for (const file of rest) report.touch(inPlace ? "write" : "read", file);
}

function judgeScript(
  language: "ruby" | "php" | "perl",
  inline: readonly string[],
  loading: readonly string[],
): ProgramJudge {
  return (call, report) => {
    const { args } = call;
    const code = args.findIndex((field) =>
      inline.some((name) => field.text.startsWith(name) && !field.text.startsWith("--")),
    );
    const options = args.filter((_, index) => code === -1 || index !== code + 1);
    const loads = options.some((field) =>
      loading.some((name) => field.text.startsWith(name) && !field.text.startsWith("--")),
    );
    if (loads) report.ask("dangerous_option", `${call.name} with an option that loads other code`);
    if (code !== -1) return judgeCode(language, args[code + 1], report);
    if (loads) return;
    const script = args.find((field) => !field.text.startsWith("-"));
    if (!script) return args.length > 0 ? undefined : fromInput(language, call, report);
    report.touch("execute", script);
    touchGiven(args.slice(args.indexOf(script) + 1), report);
  };
}

function judgeOther(call: Call, report: Report): undefined {
  const [first] = call.args;
  if (/^(?:--version|-v|-V|--help)$/.test(first?.text ?? "")) return;
  if (first && !first.text.startsWith("-")) return report.touch("execute", first);
  report.ask("inline_code", `${call.name} would run code that cannot be judged`);
}

function judgeSqlite(call: Call, report: Report): undefined {
  const { options, operands } = splitArguments(call.args, "-init -cmd -separator");
  if (hasOption(options, "--version -version")) return;
  if (hasArgument(call.args, /^-(?:init|cmd|A)/))
    report.ask("dangerous_option", "sqlite3 runs other statements first");
  const [database, ...statements] = operands;
  if (database && database.text !== ":memory:") report.touch("read", database);
  if (call.input.kind !== "none") report.ask("inline_code", "sqlite3 would run what it reads from its input");
  for (const statement of statements) {
    if (
      /^\s*\.(?!tables|schema|indexes|indices|headers?|mode|dbinfo|databases|width|help|show\b)/.test(
        statement.text,
      )
    )
      report.deny("runs_program", "a sqlite3 command that runs programs or writes files");
    else if (
      !/^\s*(?:\.|select|explain|pragma\s+\w+\s*(?:\(\w+\))?\s*;?\s*$|with)\b/i.test(statement.text) ||
      /\b(?:load_extension|writefile|readfile|edit|attach|fsdir)\b/i.test(statement.text)
    )
      report.ask("inline_code", "a statement that changes the database or touches files");
  }
}

function judgeCode(language: InlineLanguage, code: Field | undefined, report: Report): undefined {
  if (!code || code.text.includes(HOLE))
    return report.deny("unknown_text", `${language} would run code that is known only at run time`);
  const { rest, reads, writes } = literalFiles(language, code.text);
  report.touch("read", ...reads.map(plainField));
  report.touch("write", ...writes.map(plainField));
  if (!isPlainCode(language, rest))
    report.ask("inline_code", `${language} code on the command line that does more than compute and print`);
}

function fromInput(language: InlineLanguage, call: Call, report: Report): undefined {
  if (call.input.kind === "text") return judgeCode(language, call.input.text, report);
  if (call.input.kind === "none") return report.ask("inline_code", `${call.name} would wait for code`);
  report.deny("pipe_to_shell", `${call.name} would run what it reads from its input`);
}
