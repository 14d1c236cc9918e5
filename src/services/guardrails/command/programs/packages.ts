import { isUrl, looksOutside, splitArguments } from "../arguments.ts";
import type { Call, ProgramJudge, Report } from "../survey.ts";
import { type Field, HOLE } from "../values.ts";
import { CHECKERS } from "./checkers.ts";
import { judgeRunner } from "./runner.ts";

/** Package managers: running the scripts of the repository is ordinary, fetching or publishing code is not. */
export const packageManagers: Readonly<Record<string, ProgramJudge>> = {
  npm: judgePackages,
  pnpm: judgePackages,
  yarn: judgePackages,
  npx: judgeNpx,
  pnpx: judgeNpx,
  bunx: judgeNpx,
  corepack: (_call, report) => report.ask("installs", "installs a package manager"),
  pip: judgePip,
  pip3: judgePip,
  pipx: (_call, report) => report.ask("installs", "installs programs"),
  uv: judgeUv,
  uvx: (_call, report) => report.ask("installs", "runs a program from the package index"),
  poetry: judgeRunner(/^(?:run)$/, /^(?:install|check|lock|show|build|version|env|--version|run|sync)$/),
  pipenv: judgeRunner(/^(?:run)$/, /^(?:install|check|graph|sync|--version|run|lock)$/),
  rye: judgeRunner(/^(?:run)$/, /^(?:sync|build|test|lint|fmt|run|--version)$/),
  bundle: judgeRunner(/^(?:exec)$/, /^(?:install|check|list|show|outdated|exec|--version)$/),
  composer: judgeRunner(
    /^(?:exec)$/,
    /^(?:install|validate|show|outdated|test|run|run-script|dump-autoload|exec|--version)$/,
  ),
  gem: judgeRunner(/^$/, /^(?:list|env|environment|search|info|build|--version|contents|which)$/),
  rustup: judgeRunner(/^$/, /^(?:show|which|--version|toolchain|component|target)$/),
  nvm: judgeRunner(/^$/, /^(?:use|ls|list|current|version|which)$/),
  fnm: judgeRunner(/^$/, /^(?:use|ls|list|current|env)$/),
  asdf: judgeRunner(/^$/, /^(?:current|list|which|where)$/),
  pyenv: judgeRunner(/^$/, /^(?:version|versions|which|local)$/),
};

const NPM_OUTSIDE =
  /^--(?:script-shell|userconfig|globalconfig|prefix|node-options|git|shell|editor|browser|init-module|cache|registry|ignore-scripts=false|dir|cwd|pack-destination|location|global)/;

/** Sub-commands that run the repository's own scripts or only look. */
const NPM_HARMLESS = words(
  "test t tst start stop restart run run-script rum urn ls list la ll outdated view info show v why explain audit fund root bin prefix version help search ping doctor query pkg licenses workspaces workspace ci clean-install install-test it build lint check format typecheck dev prune dedupe rebuild store recursive constraints get",
);
const NPM_INSTALLS = words("install i add in isntall update up upgrade remove uninstall rm un");
const NPM_PUBLISHES = words(
  "publish unpublish deprecate owner access token login adduser logout config c set profile team org hook edit explore",
);
const NPM_RUNS = words("exec x dlx");

function judgePackages(call: Call, report: Report): undefined {
  const { args } = call;
  const end = args.findIndex((field) => field.text === "--");
  const own = end === -1 ? args : args.slice(0, end);
  judgePackageOptions(call.name, own, report);
  const node = own.findIndex((field) => /^(?:node|npm)$/.test(field.text));
  if (node !== -1) return report.run(args.slice(node));
  const index = own.findIndex(
    (field, at) => !field.text.startsWith("-") && !NPM_PLACES.test(own[at - 1]?.text ?? ""),
  );
  const action = own[index]?.text ?? "";
  const next = own.slice(index + 1).find((field) => !field.text.startsWith("-"))?.text ?? "";
  if (NPM_RUNS.has(action)) return judgeNpx({ ...call, args: args.slice(index + 1) }, report);
  if (NPM_HARMLESS.has(action)) return judgeScriptName(own, report);
  if (NPM_INSTALLS.has(action)) return judgeInstall(own.slice(index + 1), report);
  if (/^(?:config|c)$/.test(action) && /^(?:get|list|ls)$/.test(next)) return;
  if (NPM_PUBLISHES.has(action)) {
    return report.deny("package_registry", `${call.name} ${action} publishes, logs in or changes settings`);
  }
  if (action === "" || (action === "pack" && own.some((field) => field.text === "--dry-run"))) return;
  const script =
    call.name !== "npm" &&
    !/^(?:init|create|link|ln|cache|pack|patch|plugin|import|unlink|setup|env|server)$/.test(action);
  if (script && NPX_KNOWN.has(action)) return judgeNpx({ ...call, args: args.slice(index) }, report);
  if (script) return judgeScriptName(own, report);
  report.ask("installs", `${call.name} ${action.replaceAll(HOLE, "…")} is not known to be harmless`);
}

const NPM_PLACES = /^(?:--(?:prefix|dir|cwd|filter|workspace)|-[CFw])$/;
const NPM_RUNNING = ["--script-shell", "--userconfig", "--globalconfig", "--node-options", "--call"];

/** Options that run other programs, read other settings or work elsewhere, abbreviated or not. */
function judgePackageOptions(name: string, own: readonly Field[], report: Report): undefined {
  for (const [index, field] of own.entries()) {
    const [option = "", attached] = field.text.split(/=(.*)/s);
    const value = attached ?? own[index + 1]?.text ?? "";
    if (/^(?:--(?:prefix|dir|cwd)|-C)$/.test(option) && !looksOutside(value) && !value.includes(HOLE))
      continue;
    const running = option.length > 4 && NPM_RUNNING.some((known) => known.startsWith(option));
    if (running || NPM_OUTSIDE.test(field.text) || /^-[gC]$/.test(option)) {
      report.deny("dangerous_option", `${name} ${option} runs other programs or works elsewhere`);
    }
  }
}

function judgeScriptName(args: readonly Field[], report: Report): undefined {
  if (args.some((field, index) => field.text === "env" && index > 0))
    report.ask("reads_environment", "prints the whole environment");
  if (args.some((field) => field.text.includes(HOLE) && !field.text.startsWith("-")))
    report.ask("unknown_text", "runs a script that is only known when it runs");
}

function judgeInstall(args: readonly Field[], report: Report): undefined {
  const packages = args.filter((field) => !field.text.startsWith("-"));
  for (const { text } of packages) {
    if (
      isUrl(text) ||
      /^(?:git[+@:]|file:|github:|gist:|bitbucket:|gitlab:)|\.tgz$|^[\w.-]+\/[\w.-]+$|^[/~.]|\0/.test(text)
    )
      report.deny("installs", "installs code from another place than the registry");
    else report.ask("installs", `adds or removes the package ${text}`);
  }
}

const NPX_KNOWN = new Set([
  ...CHECKERS,
  "tsx",
  "ts-node",
  "node",
  "rimraf",
  "cross-env",
  "dotenv",
  "nodemon",
  "concurrently",
  "wait-on",
  "husky",
  "json",
  "http-server",
  "serve",
  "npm-check-updates",
  "ncu",
  "license-checker",
  "size-limit",
  "markdownlint",
  "markdownlint-cli2",
  "cspell",
  "alex",
  "publint",
  "attw",
  "dependency-cruiser",
  "depcruise",
  "npm-run-all",
  "run-s",
  "run-p",
  "prisma",
  "drizzle-kit",
  "knex",
  "typeorm",
  "graphql-codegen",
  "openapi-typescript",
  "wrangler",
  "tailwindcss",
  "postcss",
]);

function judgeNpx(call: Call, report: Report): undefined {
  let index = 0;
  for (; index < call.args.length; index += 1) {
    const text = call.args[index]?.text ?? "";
    if (!text.startsWith("-")) break;
    if (
      /^(?:-c|--call|--shell|--node-options|--script-shell|--userconfig|--prefix)/.test(text) ||
      text === "--shell-auto-fallback"
    )
      report.deny("runs_program", `npx ${text} runs a command line`);
    if (/^(?:-p|--package)$/.test(text)) {
      report.ask("installs", "runs a program from the registry");
      index += 1;
    }
    if (text === "--") {
      index += 1;
      break;
    }
  }
  const program = call.args[index];
  if (!program) return;
  if (/^agentforge(?:@|$)/.test(program.text))
    return report.run([{ ...program, text: "agentforge" }, ...call.args.slice(index + 1)]);
  if (!NPX_KNOWN.has(program.text))
    return report.ask(
      "installs",
      `npx ${program.text.replaceAll(HOLE, "…")} may fetch and run a program from the registry`,
    );
  if (program.text === "prisma" && /^(?:generate|validate|format)$/.test(call.args[index + 1]?.text ?? ""))
    return;
  if (/^(?:wrangler|prisma|knex|typeorm|drizzle-kit)$/.test(program.text))
    return report.ask("risky_program", `${program.text} changes a database or a service`);
  if (/^(?:rimraf)$/.test(program.text))
    return report.run([
      { ...program, text: "rm" },
      { ...program, text: "-r" },
      ...call.args.slice(index + 1),
    ]);
  if (
    /^(?:rimraf|husky|serve|http-server|concurrently|nodemon|npm-run-all|run-s|run-p|wait-on)$/.test(
      program.text,
    )
  ) {
    if (/^(?:concurrently|nodemon)$/.test(program.text))
      return report.ask("runs_program", `${program.text} runs command lines`);
    return;
  }
  report.run(call.args.slice(index));
}

function judgePip(call: Call, report: Report): undefined {
  const { options, operands } = splitArguments(call.args, [
    "-r",
    "--requirement",
    "-c",
    "--constraint",
    "-i",
    "--index-url",
    "--extra-index-url",
    "-t",
    "--target",
    "--prefix",
    "--root",
    "-f",
    "--find-links",
    "--python",
    "--proxy",
    "--cert",
    "--log",
  ]);
  const [action, ...packages] = operands;
  if (/^(?:list|show|freeze|check|help|inspect|debug|hash)?$/.test(action?.text ?? "")) return;
  for (const { name, value } of options) {
    if (
      /^(?:-i|--index-url|--extra-index-url|-f|--find-links|--trusted-host|--target|-t|--prefix|--root|--proxy|--cert|--break-system-packages|--user|--install-option|--global-option|--config-settings)$/.test(
        name,
      )
    )
      report.deny("installs", `pip ${name} takes packages from or puts them in another place`);
    if (/^(?:-r|--requirement|-c|--constraint)$/.test(name) && value) report.touch("read", value);
  }
  const editable = options.some((option) => option.name === "-e" || option.name === "--editable");
  const local = packages.every((field) => /^\.(?:\[[\w,-]+\])?$|^\.\/[\w./-]+$/.test(field.text));
  if (action?.text === "install" && (local || (editable && local))) return;
  report.ask("installs", `pip ${action?.text ?? ""} changes what is installed`);
  if (packages.some((field) => isUrl(field.text) || /^git\+|^[/~]|@ /.test(field.text)))
    report.deny("installs", "installs code from another place than the index");
}

function judgeUv(call: Call, report: Report): undefined {
  const [action, ...rest] = call.args;
  if (action?.text === "run") {
    const start = rest.findIndex((field) => !field.text.startsWith("-"));
    if (
      rest
        .slice(0, Math.max(start, 0))
        .some((field) => /^--(?:with|index|extra-index|find-links|from|directory|project)/.test(field.text))
    )
      report.ask("installs", "uv run takes packages from another place");
    return start === -1 ? undefined : report.run(rest.slice(start));
  }
  if (action?.text === "pip") return judgePip({ ...call, args: rest }, report);
  if (!/^(?:sync|lock|tree|version|--version|python|venv|build|export)$/.test(action?.text ?? ""))
    report.ask("installs", "this uv command changes what is installed");
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(" "));
}
