import { isUrl, looksOutside, splitArguments } from "../arguments.ts";
import type { Call, ProgramJudge, Report } from "../survey.ts";
import { type Field, HOLE } from "../values.ts";

/** Compilers, linters, test runners: they run the repository's own code, which is what developers do all day. */
const PLAIN =
  "tsc eslint prettier biome jest vitest mocha ava tap c8 nyc jasmine karma cypress playwright webpack rollup vite esbuild swc parcel tsup tsdown rolldown turbo nx lerna stylelint oxlint knip madge depcheck typedoc tsd vue-tsc svelte-check astro next nuxt ng gatsby remix storybook babel pytest py.test ruff black isort flake8 pylint mypy pyright basedpyright bandit tox nox coverage autopep8 yapf pydocstyle vulture pre-commit sphinx-build mkdocs behave nose2 ptw gofmt goimports golangci-lint staticcheck gotestsum gopls rustfmt clippy-driver cargo-clippy cargo-nextest rustdoc javac kotlinc ktlint detekt checkstyle spotbugs google-java-format clang-format clang-tidy cppcheck cpplint rubocop rspec rake standardrb brakeman sorbet srb phpunit phpstan psalm phpcs php-cs-fixer pint swiftlint swiftformat ktfmt shfmt bats ctest dart flutter mix rebar3 credo dialyzer stack cabal hlint ormolu zig nim crystal ocamlformat dune buf protoc-gen-lint sqlfluff tflint terraform-fmt actionlint commitlint lint-staged changeset dotnet msbuild nunit3-console swift xcodebuild xcrun sbt lein clj-kondo hatch pdm flit".split(
    " ",
  );
const OUTPUT_OPTION =
  /^(?:-o|--(?:output(?:-?file|-?dir|-?path)?|out(?:-?file|-?dir)|junit-?xml|report-?file|log-?file|dest(?:ination)?))(?:=(.*))?$/is;
const WRITES_SOURCES = /^(?:--write|--fix|--apply|-w|-i|--in-place|--fix-dry-run|--unsafe-fixes)$/;

export const buildTools: Readonly<Record<string, ProgramJudge>> = {
  ...Object.fromEntries(
    PLAIN.filter((name) => !/-lint$|-fmt$/.test(name) || name === "golangci-lint").map((name) => [
      name,
      judgePlain,
    ]),
  ),
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
  go: judgeGo,
  cargo: judgeCargo,
  rustc: judgeCompiler,
  rustup: judgeRunner(/^$/, /^(?:show|which|--version|toolchain|component|target)$/),
  gcc: judgeCompiler,
  "g++": judgeCompiler,
  cc: judgeCompiler,
  "c++": judgeCompiler,
  clang: judgeCompiler,
  "clang++": judgeCompiler,
  java: judgeJava,
  jar: judgePlain,
  mvn: judgeMaven,
  mvnw: judgeMaven,
  gradle: judgeMaven,
  gradlew: judgeMaven,
  ant: judgeMaven,
  make: judgeMake,
  gmake: judgeMake,
  just: judgeMake,
  task: judgeMake,
  ninja: judgeMake,
  meson: judgePlain,
  bazel: judgePlain,
  cmake: (call, report) =>
    call.args.some((field) => /^-(?:P|E)$/.test(field.text))
      ? report.ask("runs_program", "cmake runs a script or a command")
      : judgePlain(call, report),
  docker: judgeDocker,
  podman: judgeDocker,
  "docker-compose": judgeDocker,
  kubectl: judgeRunner(/^$/, /^(?:get|describe|logs|version|explain|api-resources|cluster-info)$/),
  helm: judgeRunner(/^$/, /^(?:lint|template|list|version|show|status)$/),
  terraform: judgeRunner(
    /^$/,
    /^(?:fmt|validate|plan|version|show|providers|graph|init|-version|--version|output)$/,
  ),
  tofu: judgeRunner(/^$/, /^(?:fmt|validate|plan|version|show|init)$/),
  brew: judgeRunner(/^$/, /^(?:list|info|search|--version|outdated|config|doctor)$/),
  apt: judgeRunner(/^$/, /^(?:list|search|show|policy)$/),
  "apt-get": judgeRunner(/^$/, /^$/),
  "apt-cache": judgeRunner(/^$/, /^(?:search|show|policy)$/),
  dpkg: judgeRunner(/^$/, /^(?:-l|-L|-s|--list|--status)$/),
  rpm: judgeRunner(/^$/, /^-q/),
  apk: judgeRunner(/^$/, /^(?:info|search|list)$/),
  aws: askCloud,
  gcloud: askCloud,
  az: askCloud,
  heroku: askCloud,
  vercel: askCloud,
  netlify: askCloud,
  fly: askCloud,
  firebase: askCloud,
  wrangler: askCloud,
  doctl: askCloud,
  s3cmd: askCloud,
  gsutil: askCloud,
  rclone: askCloud,
  agentforge: (call, report) =>
    /^(?:guard|hooks|hook|review|rollback|serve|worker|mcp|init)$/.test(call.args[0]?.text ?? "") ||
    /approve|reject/.test(call.args[1]?.text ?? "")
      ? report.deny("self_approval", "an agent may not answer its own reviews or change its own guards")
      : undefined,
  claude: (_call, report) => report.ask("risky_program", "starts another agent"),
  codex: (_call, report) => report.ask("risky_program", "starts another agent"),
  nvm: judgeRunner(/^$/, /^(?:use|ls|list|current|version|which)$/),
  fnm: judgeRunner(/^$/, /^(?:use|ls|list|current|env)$/),
  asdf: judgeRunner(/^$/, /^(?:current|list|which|where)$/),
  pyenv: judgeRunner(/^$/, /^(?:version|versions|which|local)$/),
};

/** Options that load code, a configuration or a plug-in from elsewhere: fine inside the repository, not from outside. */
function judgePlain(call: Call, report: Report): undefined {
  for (const [index, field] of call.args.entries()) {
    const [, name, attached] = /^(--?[\w-]+)(?:=(.*))?$/s.exec(field.text) ?? [];
    const value = attached ?? (name === undefined ? field.text : "");
    if (value.startsWith("data:"))
      report.deny("inline_code", `${call.name} would load code from the command line`);
    if (/[`]|\$\(/.test(value) && name !== undefined && /command|exec|runner/.test(name))
      report.deny("runs_program", `${call.name} ${name} runs a program`);
    if (looksOutside(value))
      report.touch(
        name &&
          /(?:config|rc|plugin|resolve|require|import|loader|setup|reporter|runner|rulesdir|parser|env|p|c)$/i.test(
            name,
          )
          ? "execute"
          : "write",
        { ...field, text: value, candidates: null },
      );
    const next = call.args[index + 1];
    if (/^(?:-p)$/.test(name ?? "") && call.name === "pytest" && next && looksOutside(next.text))
      report.touch("execute", next);
  }
  for (const [index, field] of call.args.entries()) {
    const [, attached] = OUTPUT_OPTION.exec(field.text) ?? [];
    const target = attached === undefined ? call.args[index + 1] : { ...field, text: attached };
    if (OUTPUT_OPTION.test(field.text) && target) report.touch("write", target);
    if (/^--pastebin/.test(field.text)) report.deny("exfiltration", "sends the results to another machine");
  }
  if (call.args.some((field) => WRITES_SOURCES.test(field.text)))
    for (const operand of splitArguments(call.args).operands) report.touch("write", operand);
}

const NPM_OUTSIDE =
  /^--(?:script-shell|userconfig|globalconfig|prefix|node-options|git|shell|editor|browser|init-module|cache|registry|ignore-scripts=false|dir|cwd|pack-destination|location|global)/;

function judgePackages(call: Call, report: Report): undefined {
  const { args } = call;
  const end = args.findIndex((field) => field.text === "--");
  const own = end === -1 ? args : args.slice(0, end);
  const action = own.find((field) => !field.text.startsWith("-"))?.text ?? "";
  for (const [index, field] of own.entries()) {
    const value = field.text.includes("=")
      ? field.text.slice(field.text.indexOf("=") + 1)
      : (own[index + 1]?.text ?? "");
    if (/^--(?:prefix|dir|cwd)(?:=|$)|^-C$/.test(field.text) && !looksOutside(value) && !value.includes(HOLE))
      continue;
    if (NPM_OUTSIDE.test(field.text) || /^-[gC]$/.test(field.text))
      report.deny(
        "dangerous_option",
        `${call.name} ${field.text.split("=")[0]} runs other programs or works elsewhere`,
      );
    if (
      field.text.length > 3 &&
      ["--script-shell", "--userconfig", "--call"].some(
        (name) => name.startsWith(field.text.split("=")[0] ?? "--") && field.text.length > 5,
      )
    )
      report.deny("dangerous_option", `${call.name} ${field.text.split("=")[0]} runs other programs`);
  }
  const node = own.findIndex((field) => field.text === "node");
  if (node !== -1) return report.run(args.slice(node));
  if (/^(?:exec|x|dlx)$/.test(action))
    return judgeNpx(
      { ...call, args: args.slice(args.findIndex((field) => field.text === action) + 1) },
      report,
    );
  if (
    /^(?:test|t|tst|start|run|run-script|rum|urn|ls|list|la|ll|outdated|view|info|show|v|why|explain|audit|fund|root|bin|prefix|version|help|search|ping|doctor|query|pkg|why|licenses|workspaces?|workspace|node|--version|-v|ci|clean-install|install-test|it|build|lint|check|format|typecheck|dev|prune|dedupe|rebuild|store|recursive|-r|exec|docs-off|constraints|dedupe|$)/.test(
      action,
    ) &&
    action !== ""
  )
    return judgeNpmRun(action, own, report);
  if (/^(?:install|i|add|in|isntall|update|up|upgrade|remove|uninstall|rm|un)$/.test(action))
    return judgeInstall(own, report);
  if (action === "pack" && own.some((field) => field.text === "--dry-run")) return;
  if (
    /^(?:publish|unpublish|deprecate|owner|access|token|login|adduser|logout|config|set|c|get|profile|team|org|star|hook|link|ln|edit|explore|repo|docs|bugs|home|init|create|innit|cache|shrinkwrap|pack|completion)$/.test(
      action,
    )
  ) {
    if (
      /^(?:config|c)$/.test(action) &&
      /^(?:get|list|ls)$/.test(own.filter((field) => !field.text.startsWith("-"))[1]?.text ?? "")
    )
      return;
    if (action === "get") return;
    if (
      /^(?:config|c|set|publish|unpublish|token|login|adduser|owner|access|hook|explore|edit)$/.test(action)
    )
      return report.deny("package_registry", `${call.name} ${action} publishes, logs in or changes settings`);
    return report.ask("installs", `${call.name} ${action} is not known to be harmless`);
  }
  if (call.name === "npm" && action !== "")
    report.ask("installs", `npm ${action} is not known to be harmless`);
}

function judgeNpmRun(_action: string, args: readonly Field[], report: Report): undefined {
  if (args.some((field, index) => field.text === "env" && index > 0))
    report.ask("reads_environment", "prints the whole environment");
  if (args.some((field) => field.text.includes(HOLE) && !field.text.startsWith("-")))
    report.ask("unknown_text", "runs a script that is only known when it runs");
}

function judgeInstall(args: readonly Field[], report: Report): undefined {
  const packages = args.filter((field) => !field.text.startsWith("-")).slice(1);
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
  ...PLAIN,
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
  if (!NPX_KNOWN.has(program.text))
    return report.ask(
      "installs",
      `npx ${program.text.replaceAll(HOLE, "…")} may fetch and run a program from the registry`,
    );
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

function judgeRunner(running: RegExp, harmless: RegExp): ProgramJudge {
  return (call, report) => {
    const index = call.args.findIndex((field) => !field.text.startsWith("-"));
    const action = call.args[index]?.text ?? call.args[0]?.text ?? "";
    if (running.source !== "^$" && running.test(action)) return report.run(call.args.slice(index + 1));
    if (!harmless.test(action))
      report.ask("risky_program", `${call.name} ${action.replaceAll(HOLE, "…")} is not known to be harmless`);
  };
}

function judgeGo(call: Call, report: Report): undefined {
  const [action, ...rest] = call.args;
  if (
    rest.some((field) =>
      /^--?(?:exec|toolexec|overlay|modfile|ldflags=.*-extld|vettool|C)(?:=|$)/.test(field.text),
    )
  )
    report.deny("dangerous_option", "a go option that runs other programs or works elsewhere");
  const output = rest.findIndex((field) =>
    /^--?(?:o|coverprofile|cpuprofile|memprofile|trace|outputdir)$/.test(field.text),
  );
  const target = rest[output + 1];
  if (output !== -1 && target) report.touch("write", target);
  for (const field of rest) {
    const [, path] =
      /^--?(?:o|coverprofile|cpuprofile|memprofile|trace|outputdir)=(.*)$/.exec(field.text) ?? [];
    if (path) report.touch("write", { ...field, text: path });
  }
  if (action?.text === "run" && rest.some((field) => /^[\w.-]+\.[a-z]+\/.+@/.test(field.text)))
    report.ask("installs", "go run fetches a program");
  if (
    /^(?:build|test|vet|run|fmt|list|version|env|doc|mod|fix|tool|help|work|clean)$/.test(action?.text ?? "")
  ) {
    if (action?.text === "env" && rest.some((field) => field.text === "-w" || field.text === "-u"))
      report.deny("poisoned_environment", "changes the settings of go");
    for (const field of rest) if (looksOutside(field.text)) report.touch("execute", field);
    return;
  }
  report.ask("installs", `go ${action?.text ?? ""} fetches or changes something`);
}

function judgeCargo(call: Call, report: Report): undefined {
  const own = call.args.filter((field) => !field.text.startsWith("+"));
  const action = own.find((field) => !field.text.startsWith("-"))?.text ?? "";
  if (own.some((field) => /^(?:--config|-Z|-C)(?:=|$)|^-Z/.test(field.text)))
    report.deny("dangerous_option", "a cargo option that changes which programs are run");
  for (const [index, field] of own.entries()) {
    const [, attached] = /^--(?:manifest-path|target-dir|out-dir)(?:=(.*))?$/.exec(field.text) ?? [];
    const value =
      field.text.startsWith("--manifest-path") || field.text.startsWith("--target-dir")
        ? (attached ?? own[index + 1]?.text)
        : undefined;
    if (value !== undefined) report.touch("write", { ...field, text: value });
  }
  if (
    /^(?:build|b|test|t|check|c|run|r|clippy|fmt|doc|bench|clean|tree|metadata|update|version|help|nextest|fix|audit|outdated|deny|expand|machete|llvm-cov|tarpaulin|miri|insta|locate-project|pkgid|verify-project|vendor|generate-lockfile|fetch|)$/.test(
      action,
    )
  )
    return;
  if (/^(?:publish|login|logout|owner|yank)$/.test(action))
    return report.deny("package_registry", `cargo ${action} publishes or logs in`);
  report.ask("installs", `cargo ${action} changes what is installed`);
}

function judgeCompiler(call: Call, report: Report): undefined {
  const { args } = call;
  if (
    args.some((field) =>
      /^(?:-wrapper|-specs|-B|-fplugin|-Xclang|-ld-path|--ld-path|-fuse-ld|-load|-C)(?:=|$)|^-B|^-C(?:linker|link-arg)|^@/.test(
        field.text,
      ),
    )
  )
    report.deny("dangerous_option", `${call.name} runs another program with this option`);
  for (const [index, field] of args.entries()) {
    const next = args[index + 1];
    if (field.text === "-o" && next) report.touch("write", next);
    else if (/^-o./.test(field.text)) report.touch("write", { ...field, text: field.text.slice(2) });
    else if (!field.text.startsWith("-") && args[index - 1]?.text !== "-o") report.touch("read", field);
    else if (/^-(?:MF|dumpdir|save-temps=|fdump)/.test(field.text))
      report.ask("unknown_target", `${call.name} writes further files`);
  }
}

function judgeJava(call: Call, report: Report): undefined {
  if (
    call.args.some((field) =>
      /^-(?:javaagent|agentlib|agentpath|XX:(?:OnError|OnOutOfMemoryError|Flags)|Xbootclasspath|Djava\.(?:library\.path|security))|^@/.test(
        field.text,
      ),
    )
  )
    report.deny("dangerous_option", "java loads other code with this option");
  for (const field of call.args) if (looksOutside(field.text)) report.touch("execute", field);
}

function judgeMaven(call: Call, report: Report): undefined {
  for (const [index, field] of call.args.entries()) {
    if (
      /^(?:-f|--file|-s|--settings|-gs|--global-settings|-p|--project-dir|-b|--build-file|-I|--init-script|-c|--settings-file|-g|--gradle-user-home|-t|--toolchains)$/.test(
        field.text,
      )
    ) {
      const next = call.args[index + 1];
      if (next) report.touch("execute", next);
    }
    if (/exec:(?:java|exec)|antrun|groovy/.test(field.text))
      report.ask("runs_program", `${field.text} runs a program`);
    if (/^(?:deploy|release:\w+|publish\w*|uploadArchives)$/.test(field.text))
      report.deny("package_registry", "publishes the project");
    if (/^-D(?:maven\.ext|exec\.|jvm|argLine)/.test(field.text))
      report.deny("dangerous_option", "a property that changes which programs are run");
  }
}

function judgeMake(call: Call, report: Report): undefined {
  for (const [index, field] of call.args.entries()) {
    const { text } = field;
    if (/^--?(?:eval|E)|^-E|^--eva/.test(text) || /\$\(|`|\$\{/.test(text))
      report.deny("runs_program", `${call.name} would evaluate its arguments`);
    if (
      /^(?:SHELL|MAKE|MAKEFLAGS|\.SHELLFLAGS|CC|CXX|LD|AR|PYTHON|NODE|PATH)=/.test(text) &&
      /[/;|&\s]/.test(text.slice(text.indexOf("=")))
    )
      report.deny("dangerous_option", `${text.split("=")[0]} names the program that is run`);
    if (
      /^(?:-f|-C|-I|--file|--makefile|--directory|--include-dir|--justfile|-d|--working-directory|-t|--taskfile)$/.test(
        text,
      )
    ) {
      const next = call.args[index + 1];
      if (next) report.touch("execute", next);
    }
    const [, attached] =
      /^(?:-[fCI]|--(?:file|makefile|directory|include-dir|justfile)=)(.+)$/.exec(text) ?? [];
    if (attached) report.touch("execute", { ...field, text: attached });
    if (text === "install" || text === "publish" || text === "deploy")
      report.ask("installs", `make ${text} changes something outside the repository`);
  }
}

function judgeDocker(call: Call, report: Report): undefined {
  const words = call.args.map((field) => field.text).filter((text) => !text.startsWith("-"));
  const [first = "", second = ""] =
    words[0] === "compose" || words[0] === "container" || words[0] === "image" ? words.slice(1) : words;
  if (
    call.args.some((field) =>
      /^--(?:privileged|pid|ipc|userns|cap-add|security-opt|device|volume|mount|net|network)(?:=|$)|^-v|^-H|docker\.sock/.test(
        field.text,
      ),
    )
  )
    report.deny("privilege", `${call.name} reaches the machine with this option`);
  if (
    /^(?:ps|images|logs|version|info|inspect|top|stats|port|diff|history|ls|search|config|events|--version|)$/.test(
      first,
    ) &&
    !/^(?:rm|prune)$/.test(second)
  )
    return;
  if (/^(?:context|network|volume|system)$/.test(first) && /^(?:ls|inspect|df|info|show)$/.test(second))
    return;
  if (/^(?:build|buildx)$/.test(first)) return report.ask("risky_program", "builds an image");
  report.ask("risky_program", `${call.name} ${first} changes containers`);
}

function askCloud(call: Call, report: Report): undefined {
  if (call.args.every((field) => /^--?(?:version|help|v)$/.test(field.text)) && call.args.length > 0) return;
  report.deny("exfiltration", `${call.name} changes or reads a service elsewhere`);
}
