import { isUrl, looksOutside, splitArguments } from "../arguments.ts";
import { lists } from "../lists.ts";
import type { Call, ProgramJudge, Report } from "../survey.ts";
import { type Field, HOLE } from "../values.ts";
import { askUnlessKnown, judgeAdding, judgeFetched } from "./adding-packages.ts";
import { judgeNpx, NPX_KNOWN } from "./npx.ts";
import { judgeRunner } from "./runner.ts";

/** Package managers: running the scripts of the repository is ordinary, fetching or publishing code is not. */
export const packageManagers: Readonly<Record<string, ProgramJudge>> = {
  npm: judgePackages,
  pnpm: judgePackages,
  yarn: judgePackages,
  npx: judgeNpx,
  pnpx: judgeNpx,
  bunx: judgeNpx,
  corepack: judgeRunner(/^(?:enable|disable|use|up|--version)$/),
  pip: judgePip,
  pip3: judgePip,
  pipx: (call, report) =>
    call.args[0]?.text === "run"
      ? judgeFetched("pypi")({ ...call, args: call.args.slice(1) }, report)
      : judgeAdding(
          "pypi",
          /^(?:install|upgrade|uninstall|inject)$/,
          judgeRunner(/^(?:list|--version|environment)$/),
        )(call, report),
  uv: judgeUv,
  uvx: judgeFetched("pypi"),
  poetry: judgeAdding(
    "pypi",
    /^(?:add|remove)$/,
    judgeRunner(/^(?:install|check|lock|show|build|version|env|--version|run|sync|update)$/, /^run$/),
  ),
  pipenv: judgeAdding(
    "pypi",
    /^(?:install|uninstall)$/,
    judgeRunner(/^(?:check|graph|sync|--version|run|lock|shell)$/, /^run$/),
  ),
  rye: judgeAdding(
    "pypi",
    /^(?:add|remove)$/,
    judgeRunner(/^(?:sync|build|test|lint|fmt|run|--version)$/, /^run$/),
  ),
  bundle: judgeAdding(
    "gems",
    /^(?:add|remove)$/,
    judgeRunner(/^(?:install|check|list|show|outdated|exec|--version|lock|info|update|)$/, /^exec$/),
  ),
  composer: judgeAdding(
    "packagist",
    /^(?:require|remove)$/,
    judgeRunner(
      /^(?:install|validate|show|outdated|test|run|run-script|dump-autoload|exec|--version|check|update|why)$/,
      /^exec$/,
    ),
  ),
  gem: judgeAdding(
    "gems",
    /^(?:install|uninstall|update)$/,
    judgeRunner(/^(?:list|env|environment|search|info|build|--version|contents|which|outdated)$/),
  ),
  conda: judgeAdding(
    "pypi",
    /^(?:install|remove)$/,
    judgeRunner(/^(?:env|list|info|activate|deactivate|--version|search|create)$/),
  ),
  mamba: judgeAdding(
    "pypi",
    /^(?:install|remove)$/,
    judgeRunner(/^(?:env|list|info|activate|deactivate|--version|search|create)$/),
  ),
  rustup: judgeRunner(/^(?:show|which|--version|toolchain|component|target)$/),
  nvm: judgeRunner(/^(?:use|ls|list|current|version|which)$/),
  fnm: judgeRunner(/^(?:use|ls|list|current|env)$/),
  asdf: judgeRunner(/^(?:current|list|which|where)$/),
  pyenv: judgeRunner(/^(?:version|versions|which|local)$/),
};

const NPM_OUTSIDE =
  /^--(?:script-shell|userconfig|globalconfig|prefix|node-options|git|shell|editor|browser|init-module|cache|registry|ignore-scripts=false|dir|cwd|pack-destination|location|global)/;

/** Subcommands that run the repository's own scripts or only read. */
const NPM_HARMLESS =
  "test t tst start stop restart run run-script rum urn ls list la ll outdated view info show v why explain audit fund root bin prefix version help search ping doctor query diff-deps pkg licenses workspaces workspace ci clean-install install-test it build lint check format typecheck dev prune dedupe rebuild store recursive constraints get";
const NPM_INSTALLS = "install i add in isntall update up upgrade remove uninstall rm un";
const NPM_PUBLISHES =
  "publish unpublish deprecate owner access token login adduser logout config c set profile team org hook edit explore";
const NPM_RUNS = "exec x dlx";

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
  if (lists(NPM_RUNS, action)) return judgeNpx({ ...call, args: args.slice(index + 1) }, report);
  if (lists(NPM_HARMLESS, action)) return judgeScriptName(own, report);
  if (lists(NPM_INSTALLS, action)) return judgeInstall(own.slice(index + 1), report);
  if (/^(?:config|c)$/.test(action) && /^(?:get|list|ls)$/.test(next)) return;
  if (lists(NPM_PUBLISHES, action)) {
    return report.deny("package_registry", `${call.name} ${action} publishes, logs in or changes settings`);
  }
  if (action === "cache" && /^(?:verify|ls|list|dir)$/.test(next)) return;
  if (
    action === "init" &&
    own.slice(index + 1).every((field) => /^(?:-y|--yes|-w|--private)$/.test(field.text))
  )
    return;
  if (action === "" || (action === "pack" && own.some((field) => field.text === "--dry-run"))) return;
  const script =
    call.name !== "npm" &&
    !/^(?:init|create|link|ln|cache|pack|patch|plugin|import|unlink|setup|env|server)$/.test(action);
  if (script && lists(NPX_KNOWN, action)) return judgeNpx({ ...call, args: args.slice(index) }, report);
  if (script) return judgeScriptName(own, report);
  report.ask("installs", `${call.name} ${action.replaceAll(HOLE, "…")} is not known to be harmless`);
}

const NPM_PLACES = /^(?:--(?:prefix|dir|cwd|filter|workspace)|-[CFw])$/;
const NPM_RUNNING = ["--script-shell", "--userconfig", "--globalconfig", "--node-options", "--call"];

/** Options that run other programs, read other settings or work in another folder, abbreviated or not. */
function judgePackageOptions(name: string, own: readonly Field[], report: Report): undefined {
  for (const [index, field] of own.entries()) {
    const [option = "", attached] = field.text.split(/=(.*)/s);
    const value = attached ?? own[index + 1]?.text ?? "";
    if (/^(?:--(?:prefix|dir|cwd)|-C)$/.test(option) && !looksOutside(value) && !value.includes(HOLE))
      continue;
    const running = option.length > 4 && NPM_RUNNING.some((known) => known.startsWith(option));
    if (running || NPM_OUTSIDE.test(field.text) || /^-[gC]$/.test(option)) {
      report.deny("dangerous_option", `${name} ${option} runs other programs or works in another folder`);
    }
  }
}

function judgeScriptName(args: readonly Field[], report: Report): undefined {
  if (args.some((field, index) => field.text === "env" && index > 0))
    report.ask("reads_environment", "prints the whole environment");
  if (args.some((field) => field.text.includes(HOLE) && !field.text.startsWith("-")))
    report.ask("unknown_text", "runs a script that is known only at run time");
}

function judgeInstall(args: readonly Field[], report: Report): undefined {
  const packages = args.filter((field) => !field.text.startsWith("-"));
  for (const { text } of packages) {
    if (
      isUrl(text) ||
      /^(?:git[+@:]|file:|github:|gist:|bitbucket:|gitlab:)|\.tgz$|^[\w.-]+\/[\w.-]+$|^[/~.]|\0/.test(text) ||
      /^(?:@agentforge\/|agentforge(?:@|$))/.test(text)
    )
      report.deny("installs", "installs code from outside the registry");
    else askUnlessKnown("npm", text, report);
  }
}

function judgePip(call: Call, report: Report): undefined {
  const { options, operands } = splitArguments(
    call.args,
    "-r --requirement -c --constraint -i --index-url --extra-index-url -t --target --prefix --root -f --find-links --python --proxy --cert --log",
  );
  const [action, ...packages] = operands;
  if (/^(?:list|show|freeze|check|help|inspect|debug|hash)?$/.test(action?.text ?? "")) return;
  for (const { name, value } of options) {
    if (
      /^(?:-i|--index-url|--extra-index-url|-f|--find-links|--trusted-host|--target|-t|--prefix|--root|--proxy|--cert|--break-system-packages|--user|--install-option|--global-option|--config-settings)$/.test(
        name,
      )
    )
      report.deny("installs", `pip ${name} gets packages from, or installs them to, another location`);
    if (/^(?:-r|--requirement|-c|--constraint)$/.test(name) && value) report.touch("read", value);
  }
  const editable = options.some((option) => option.name === "-e" || option.name === "--editable");
  const local = packages.every((field) => /^\.(?:\[[\w,-]+\])?$|^\.\/[\w./-]+$/.test(field.text));
  if (action?.text === "install" && (local || (editable && local))) return;
  if (/^(?:install|uninstall|download)$/.test(action?.text ?? "") && packages.length > 0)
    for (const field of packages)
      if (!/^\.(?:\[[\w,-]+\])?$/.test(field.text)) askUnlessKnown("pypi", field.text, report);
  if (!/^(?:install|uninstall|download)$/.test(action?.text ?? ""))
    report.ask("installs", `pip ${action?.text ?? ""} changes what is installed`);
  if (packages.some((field) => isUrl(field.text) || /^git\+|^[/~]|@ /.test(field.text)))
    report.deny("installs", "installs code from outside the package index");
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
      report.ask("installs", "uv run gets packages from another location");
    return start === -1 ? undefined : report.run(rest.slice(start));
  }
  if (action?.text === "pip") return judgePip({ ...call, args: rest }, report);
  if (/^(?:add|remove)$/.test(action?.text ?? ""))
    return judgeAdding("pypi", /^(?:add|remove)$/, judgeUv)(call, report);
  if (!/^(?:sync|lock|tree|version|--version|python|venv|build|export)$/.test(action?.text ?? ""))
    report.ask("installs", "this uv command changes what is installed");
}
