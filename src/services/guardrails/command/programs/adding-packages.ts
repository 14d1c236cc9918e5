import { escapeRegex } from "../../../../domain/rules/text/escape-regex.ts";
import { splitArguments } from "../arguments.ts";
import { isKnownPackage, type Registry } from "../known-packages.ts";
import type { ProgramJudge, Report } from "../survey.ts";
import { HOLE } from "../values.ts";

const MANIFESTS: Readonly<Record<Registry, readonly string[]>> = {
  npm: ["package.json"],
  pypi: ["requirements.txt", "requirements-dev.txt", "pyproject.toml", "setup.cfg"],
  crates: ["Cargo.toml"],
  gems: ["Gemfile"],
  packagist: ["composer.json"],
};

/** Allows a package that is well known or already in the project's manifest. */
export function askUnlessKnown(registry: Registry, spec: string, report: Report): undefined {
  if (isKnownPackage(registry, spec)) return;
  const [, name = ""] = /^(@?[\w.-]+(?:\/[\w.-]+)?)(?:[@=<>~!][\w.^~<>=!*,-]*)?$/.exec(spec) ?? [];
  const listed = new RegExp(`(?:^|["'\\s])${escapeRegex(name)}(?=["'\\s=<>~!\\[;]|$)`, "m");
  if (name !== "" && MANIFESTS[registry].some((file) => listed.test(report.surroundings.text(file) ?? "")))
    return;
  report.ask(
    "installs",
    `adds or removes the package ${spec.replaceAll(HOLE, "…")}, which is not well known`,
  );
}

/** Judges programs whose `add` takes package names; everything else is left to `other`. */
export function judgeAdding(registry: Registry, adding: RegExp, other: ProgramJudge): ProgramJudge {
  return (call, report) => {
    const index = call.args.findIndex((field) => !field.text.startsWith("-"));
    const action = call.args[index]?.text ?? "";
    if (!adding.test(action)) return other(call, report);
    const strange = call.args.find((field) => field.text.startsWith("-") && !ADDING_OPTIONS.test(field.text));
    if (strange) return report.ask("installs", `${call.name} ${action} with ${strange.text}`);
    const { operands } = splitArguments(
      call.args.slice(index + 1),
      "--group -G --features -F --version -v --optional --extra",
    );
    for (const field of operands) askUnlessKnown(registry, field.text, report);
  };
}

const ADDING_OPTIONS =
  /^(?:-[GDqUWynv]|--(?:group|dev|optional|extra|features|save-dev|no-sync|frozen|quiet|upgrade|with-all-dependencies|yes|no-interaction|dry-run|version|no-update|lock|no-install|user|name)(?:=[\w.-]+)?|-c)$/;

/** A program that is fetched from a registry and run. */
export function judgeFetched(registry: Registry): ProgramJudge {
  return (call, report) => {
    const program = call.args.find((field) => !field.text.startsWith("-"));
    if (!program || !isKnownPackage(registry, program.text) || call.args[0] !== program)
      return report.ask("installs", "runs a program from the package index");
    report.run([{ ...program, text: program.text.split("@")[0] ?? "" }, ...call.args.slice(1)]);
  };
}
