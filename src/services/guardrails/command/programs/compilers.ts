import { hasArgument, looksOutside, splitArguments } from "../arguments.ts";
import { isKnownModule, isKnownPackage } from "../known-packages.ts";
import type { Call, ProgramJudge, Report } from "../survey.ts";
import { part } from "../values.ts";
import { judgeChecker } from "./checkers.ts";

/** Compilers and build tools: they may build the repository, but not run programs or load settings from elsewhere. */
export const compilers: Readonly<Record<string, ProgramJudge>> = {
  go: judgeGo,
  cargo: judgeCargo,
  rustc: judgeCompiler,
  gcc: judgeCompiler,
  "g++": judgeCompiler,
  cc: judgeCompiler,
  "c++": judgeCompiler,
  clang: judgeCompiler,
  "clang++": judgeCompiler,
  java: judgeJava,
  jar: judgeChecker,
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
  meson: judgeChecker,
  bazel: judgeChecker,
  cmake: (call, report) =>
    hasArgument(call.args, /^-(?:P|E)$/)
      ? report.ask("runs_program", "cmake runs a script or a command")
      : judgeChecker(call, report),
};

function judgeGo(call: Call, report: Report): undefined {
  const [action, ...rest] = call.args;
  if (hasArgument(rest, /^--?(?:exec|toolexec|overlay|modfile|ldflags=.*-extld|vettool|C)(?:=|$)/))
    report.deny("dangerous_option", "a go option that runs other programs or works in another folder");
  const output = rest.findIndex((field) =>
    /^--?(?:o|coverprofile|cpuprofile|memprofile|trace|outputdir)$/.test(field.text),
  );
  const target = rest[output + 1];
  if (output !== -1 && target) report.touch("write", target);
  for (const field of rest) {
    const [, path] =
      /^--?(?:o|coverprofile|cpuprofile|memprofile|trace|outputdir)=(.*)$/.exec(field.text) ?? [];
    if (path) report.touch("write", part(field, path));
  }
  if (
    action?.text === "run" &&
    rest.some((field) => /^[\w.-]+\.[a-z]+\/.+@/.test(field.text) && !isKnownModule(field.text))
  )
    report.ask("installs", "go run fetches a program");
  if (
    /^(?:build|test|vet|run|fmt|list|version|env|doc|mod|fix|tool|help|work|clean)$/.test(action?.text ?? "")
  ) {
    if (action?.text === "env" && rest.some((field) => field.text === "-w" || field.text === "-u"))
      report.deny("poisoned_environment", "changes Go's settings");
    for (const field of rest) if (looksOutside(field.text)) report.touch("execute", field);
    return;
  }
  const modules = rest.filter((field) => !field.text.startsWith("-"));
  if (
    /^(?:get|install)$/.test(action?.text ?? "") &&
    modules.every((field) => isKnownModule(field.text) || /^\.\//.test(field.text))
  )
    return;
  if (action?.text === "generate" && report.surroundings.has("go.mod")) return;
  report.ask("installs", `go ${action?.text ?? ""} fetches or changes something`);
}

function judgeCargo(call: Call, report: Report): undefined {
  const own = call.args.filter((field) => !field.text.startsWith("+"));
  const action = own.find((field) => !field.text.startsWith("-"))?.text ?? "";
  if (hasArgument(own, /^(?:--config|-Z|-C)(?:=|$)|^-Z/))
    report.deny("dangerous_option", "a cargo option that changes which programs are run");
  for (const [index, field] of own.entries()) {
    const [, attached] = /^--(?:manifest-path|target-dir|out-dir)(?:=(.*))?$/.exec(field.text) ?? [];
    const value =
      field.text.startsWith("--manifest-path") || field.text.startsWith("--target-dir")
        ? (attached ?? own[index + 1]?.text)
        : undefined;
    const isEmptied = action === "clean" && field.text.startsWith("--target-dir");
    const intent = isEmptied ? "remove_tree" : field.text.startsWith("--manifest-path") ? "execute" : "write";
    if (value !== undefined) report.touch(intent, part(field, value));
  }
  if (
    /^(?:build|b|test|t|check|c|run|r|clippy|fmt|doc|bench|clean|tree|metadata|update|version|help|nextest|fix|audit|outdated|deny|expand|machete|llvm-cov|tarpaulin|miri|insta|locate-project|pkgid|verify-project|vendor|generate-lockfile|fetch|)$/.test(
      action,
    )
  )
    return;
  if (/^(?:publish|login|logout|owner|yank)$/.test(action))
    return report.deny("package_registry", `cargo ${action} publishes or logs in`);
  const names = splitArguments(own, "--features -F --package -p --version").operands.slice(1);
  if (
    /^(?:add|remove|rm|install)$/.test(action) &&
    !hasArgument(own, /^--(?:git|path|registry|index|root)/) &&
    names.length > 0 &&
    names.every((field) => isKnownPackage("crates", field.text))
  )
    return;
  report.ask("installs", `cargo ${action} changes what is installed`);
}

function judgeCompiler(call: Call, report: Report): undefined {
  const { args } = call;
  if (
    hasArgument(
      args,
      /^(?:-wrapper|-specs|-B|-fplugin|-Xclang|-ld-path|--ld-path|-fuse-ld|-load|-C)(?:=|$)|^-B|^-C(?:linker|link-arg)|^@/,
    )
  )
    report.deny("dangerous_option", `${call.name} runs another program with this option`);
  for (const [index, field] of args.entries()) {
    const next = args[index + 1];
    if (field.text === "-o" && next) report.touch("write", next);
    else if (/^-o./.test(field.text)) report.touch("write", part(field, field.text.slice(2)));
    else if (!field.text.startsWith("-") && args[index - 1]?.text !== "-o") report.touch("read", field);
    else if (/^-(?:MF|dumpdir|save-temps=|fdump)/.test(field.text))
      report.ask("unknown_target", `${call.name} writes additional files`);
  }
}

function judgeJava(call: Call, report: Report): undefined {
  if (
    hasArgument(
      call.args,
      /^-(?:javaagent|agentlib|agentpath|XX:(?:OnError|OnOutOfMemoryError|Flags)|Xbootclasspath|Djava\.(?:library\.path|security))|^@/,
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

/** `make install DESTDIR=/tmp/x`, or after `./configure --prefix=/tmp/x`. */
function installsNearby(call: Call): boolean {
  return /^(?:g?make|configure|cmake)$/.test(call.name) && hasArgument(call.args, OWN_PREFIX);
}

const OWN_PREFIX =
  /^(?:DESTDIR|PREFIX|prefix|--prefix|-DCMAKE_INSTALL_PREFIX)=(?:\.\/|\/tmp\/)(?!.*\.\.)[\w./-]*$/;

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
    if (attached) report.touch("execute", part(field, attached));
    if (text === "install" && [call, ...report.earlier].some(installsNearby)) continue;
    if (text === "install" || text === "publish" || text === "deploy")
      report.ask("installs", `make ${text} changes something outside the repository`);
  }
}
