import { dirname, resolve } from "node:path";
import { isTemporary } from "../../paths/places.ts";
import { within } from "../../paths/within.ts";
import { hasArgument, hasOption, isUnknown, splitArguments, valuesOf } from "../arguments.ts";
import { lists } from "../lists.ts";
import type { Call, ProgramJudge, Report } from "../survey.ts";
import { type Field, HOLE, part, plainField } from "../values.ts";

/** Programs that create, change or remove files. */
export const filePrograms: Readonly<Record<string, ProgramJudge>> = {
  touch: writeAll("-d -t -r --date --reference"),
  mkdir: writeAll("-m --mode"),
  mkfifo: writeAll("-m --mode"),
  tee: writeAll(),
  sponge: writeAll(),
  truncate: writeAll("-s --size -r --reference"),
  fallocate: writeAll("-l -o"),
  dos2unix: writeAll(),
  unix2dos: writeAll(),
  rename: askAbout("renames files by a pattern"),
  mmv: askAbout("renames files by a pattern"),
  cp: copy,
  mv: copy,
  install: copy,
  ln: link,
  rm: remove,
  unlink: remove,
  rmdir: remove,
  trash: remove,
  chmod: changeMode,
  patch: patchFiles,
  dd: convert,
  tar: archive,
  bsdtar: archive,
  unzip: unpack,
  zip: pack,
  gzip: compress,
  gunzip: compress,
  bzip2: compress,
  bunzip2: compress,
  xz: compress,
  unxz: compress,
  zstd: compress,
  ed: askAbout("is an editor that can run programs"),
  ex: askAbout("is an editor that can run programs"),
  rsync: synchronise,
};

function writeAll(valued = ""): ProgramJudge {
  return (call, report) => report.touch("write", ...splitArguments(call.args, valued).operands);
}

function askAbout(what: string): ProgramJudge {
  return (call, report) => report.ask("risky_program", `${call.name} ${what}`);
}

function copy(call: Call, report: Report): undefined {
  const valued = "-t --target-directory -S --suffix -m --mode -o -g --owner --group";
  const { options, operands } = splitArguments(call.args, valued);
  if (call.name === "install" && hasOption(options, "--strip-program"))
    report.deny("runs_program", "install runs a program to strip");
  if (call.name === "install" && hasOption(options, "-d --directory"))
    return report.touch("write", ...operands);
  const target = options.find(
    (option) =>
      option.name === "-t" || ("--target-directory".startsWith(option.name) && option.name.length > 4),
  )?.value;
  if (isFirstSettings(call, operands, report)) return;
  const sources = target ? operands : operands.slice(0, -1);
  const destination = target ?? operands.at(-1) ?? plainField(HOLE);
  for (const source of sources) {
    report.touch("read", source);
    if (call.name === "mv") report.touch("remove", source);
    if (target || sources.length > 1 || !/\.\w+$/.test(destination.text))
      report.touch("write", inside(destination, source));
  }
  report.touch("write", destination);
}

/** `cp .env.example .env` when `.env` does not exist: the example contains no secret, and nothing is lost. */
function isFirstSettings(call: Call, operands: readonly Field[], report: Report): boolean {
  const [source, destination, ...more] = operands.map((field) => field.text.replace(/^\.\//, ""));
  if (call.name !== "cp" || more.length > 0 || source === undefined || destination === undefined)
    return false;
  const [, folder = ""] = /^((?:[\w-]+\/)*)\.env(?:\.\w+)*\.(?:example|sample|template|dist)$/.exec(
    source,
  ) ?? [null];
  return (
    /\.env(?:\.\w+)*\.(?:example|sample|template|dist)$/.test(source) &&
    new RegExp(`^${folder}\\.env(?:\\.(?:local|development|test))?$`).test(destination) &&
    call.cwds.every((cwd) => !report.surroundings.has(`${cwd}/${destination}`))
  );
}

/** Copying `a/.env` into a folder creates `folder/.env`. */
function inside(folder: Field, source: Field): Field {
  const base = source.text.split("/").filter(Boolean).at(-1) ?? "";
  if (source.text.includes(HOLE) || folder.text.includes(HOLE) || base === "." || base === "..")
    return folder;
  return {
    text: `${folder.text.replace(/\/$/, "")}/${base}`,
    glob: source.glob || folder.glob,
    candidates: null,
  };
}

/**
 * A link is a second name: writing through it writes its target. A relative target is resolved from the link's folder.
 */
function link(call: Call, report: Report): undefined {
  const { options, operands } = splitArguments(call.args, "-t --target-directory -S");
  const name = operands.at(-1);
  if (!name) return;
  const symbolic = hasOption(options, "-s --symbolic") && !hasOption(options, "-r --relative");
  const folder = /(?:\/|^\.{1,2})$/.test(name.text) ? name.text : name.text.replace(/[^/]*$/, "");
  for (const target of operands.length === 1 ? operands : operands.slice(0, -1)) {
    const moved = symbolic && operands.length > 1 && !/^[/~]/.test(target.text);
    if (moved && isNeighborFile(folder, target, call, report)) continue;
    report.touch("write", moved ? below(folder === "" ? "." : folder, target) : target);
  }
  report.touch("write", name);
}

function below(folder: string, { candidates, ...target }: Field): Field {
  const moved = candidates?.map((text) => `${folder}/${text}`) ?? null;
  return { ...target, text: `${folder}/${target.text}`, candidates: moved };
}

/**
 * A link to one ordinary file in a folder next to the repository. Once it exists, reading or writing through it is
 * denied; until then, `ShellState.touch` asks.
 */
function isNeighborFile(folder: string, target: Field, call: Call, report: Report): boolean {
  const { root } = report.surroundings;
  return (
    /^(?:\.\.\/)+(?:[\w-]+\/)+[\w-][\w.-]*\.(?:json|ya?ml|toml|[cm]?[jt]sx?|sh|py|rb|go|css|html|md|txt)$/.test(
      target.text,
    ) &&
    !/secret|credential/i.test(target.text) &&
    dirname(root) !== "/" &&
    call.cwds.every((cwd) => within(dirname(root), resolve(cwd, folder, target.text)) !== null)
  );
}

function remove(call: Call, report: Report): undefined {
  const { options, operands } = splitArguments(call.args);
  const recursive = hasOption(options, "-r -R --recursive");
  if (hasOption(options, "--no-preserve-root"))
    report.deny("destructive", "removes the root of the file system");
  for (const operand of operands) {
    if (isUnknown(operand) && recursive)
      report.deny("destructive", "removes a tree that is known only at run time");
    report.touch(recursive ? "remove_tree" : "remove", operand);
  }
}

function changeMode(call: Call, report: Report): undefined {
  const symbolic = call.args.find((field) => /^-[rwxXst]+$/.test(field.text));
  const { options, operands } = splitArguments(
    call.args.filter((field) => field !== symbolic),
    "--reference",
  );
  const mode = symbolic ?? operands[0];
  const paths = symbolic ? operands : operands.slice(1);
  if (mode && opensToAll(mode.text))
    report.deny("destructive", `makes files writable by everyone: chmod ${mode.text}`);
  if (mode && (/^0*[2-7][0-7]{3}$/.test(mode.text) || /[+=][rwxX]*s/.test(mode.text)))
    report.deny("privilege", "sets the set-user-id bit");
  if (hasOption(options, "-R --recursive")) report.ask("recursive_mode", "changes the mode of a whole tree");
  report.touch("write", ...paths);
}

function opensToAll(mode: string): boolean {
  if (/^[0-7]+$/.test(mode)) return /[2367]$/.test(mode);
  return mode.split(",").some((clause) => /^[ugoa]*[oa][ugoa]*[+=][rwxXst]*w/.test(clause));
}

function patchFiles(call: Call, report: Report): undefined {
  const { options, operands } = splitArguments(
    call.args,
    "-p -i -d -o -r -B -D -F --input --directory --output --strip",
  );
  if (hasOption(options, "--dry-run")) return report.touch("read", ...operands);
  report.ask("unknown_target", "patch writes the files that the patch names");
}

function convert(call: Call, report: Report): undefined {
  for (const field of call.args) {
    const [, key, path] = /^(if|of)=(.*)$/s.exec(field.text) ?? [];
    if (key && path !== undefined) report.touch(key === "of" ? "write" : "read", part(field, path));
  }
}

const TAR_RUNS =
  "--to-command --checkpoint-action --use-compress-program --rsh-command --rmt-command --info-script --new-volume-script";

function archive(call: Call, report: Report): undefined {
  const [first, ...others] = call.args;
  const bundled =
    first && !first.text.startsWith("-") && /^[a-zA-Z]+$/.test(first.text)
      ? [{ ...first, text: `-${first.text}` }, ...others]
      : call.args;
  const { options, operands } = splitArguments(
    bundled,
    "-f --file -C --directory -T --files-from -X --exclude-from --exclude -I -F --to-command --checkpoint-action --use-compress-program --transform --strip-components",
  );
  for (const option of options) {
    const isAbbreviated = option.name.length > 4 && ` ${TAR_RUNS}`.includes(` ${option.name}`);
    const runs = lists("-I -F", option.name) || isAbbreviated;
    if (runs && !/^(?:zstd|gzip|pigz|xz|bzip2)$/.test(option.value?.text ?? ""))
      report.deny("runs_program", `tar ${option.name} runs a program`);
    if (lists("-P --absolute-names", option.name)) report.deny("outside", "tar would write absolute paths");
  }
  const [file] = valuesOf(options, "-f --file");
  const [folder] = valuesOf(options, "-C --directory");
  if (hasOption(options, "-t --list")) return file ? report.touch("read", file) : undefined;
  if (hasOption(options, "-x --extract --get")) {
    report.touch("write", folder ?? plainField("."));
    if (folder && isTemporary(folder.text)) return file ? report.touch("read", file) : undefined;
    return report.ask("unknown_target", "unpacks files whose names are not known");
  }
  if (file && file.text !== "-") report.touch("write", file);
  report.touch("read", ...operands);
}

function unpack(call: Call, report: Report): undefined {
  const { options, operands } = splitArguments(call.args, "-d -x");
  const [file] = operands;
  if (file) report.touch("read", file);
  if (hasOption(options, "-l -t -Z -v")) return;
  const [folder] = valuesOf(options, "-d");
  if (folder) report.touch("write", folder);
  if (folder && isTemporary(folder.text) && !hasOption(options, "-:")) return;
  report.ask("unknown_target", "unpacks files whose names are not known");
}

function pack(call: Call, report: Report): undefined {
  const { options, operands } = splitArguments(call.args, "-x -i -TT -P -b -O --out");
  if (hasArgument(call.args, /^-[a-zA-Z]*TT/) || hasOption(options, "--unzip-command"))
    report.deny("runs_program", "zip -TT runs a program");
  const [file, ...sources] = operands;
  if (file) report.touch("write", file);
  report.touch("read", ...sources);
}

function compress(call: Call, report: Report): undefined {
  const { options, operands } = splitArguments(call.args, "-o -S");
  const reading = hasOption(options, "-c -l -t --stdout --to-stdout --list --test");
  report.touch(reading ? "read" : "write", ...operands);
}

function synchronise(call: Call, report: Report): undefined {
  const { options, operands } = splitArguments(
    call.args,
    "-e --rsh --rsync-path -f --filter --exclude --include --exclude-from --files-from",
  );
  if (hasOption(options, "-e --rsh --rsync-path")) report.deny("runs_program", "rsync runs another program");
  if (operands.some((operand) => /^[^/]*:|^rsync:/.test(operand.text)))
    report.deny("exfiltration", "copies files to or from another machine");
  if (options.some((option) => option.name.startsWith("--delete") || option.name === "--remove-source-files"))
    report.ask("destructive", "rsync would delete files");
  report.touch("read", ...operands.slice(0, -1));
  const target = operands.at(-1);
  if (target) report.touch("write", target);
}
