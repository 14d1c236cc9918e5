import type { Finished, Project, Report, RunRequest } from "../contract.ts";
import { type CargoLayout, type CargoMessage, reportOf } from "../ecosystems/cargo-report.ts";
import { folderOf, fromRoot, isInside, nameOf } from "../paths.ts";
import { clean } from "../results/text.ts";
import { readToml } from "../toml.ts";

export interface CargoPackages extends CargoLayout {
  readonly packages: readonly CargoPackage[];
}

interface CargoPackage {
  readonly name: string;
  readonly root: string;
  /** The name of its library crate, as the compiler spells it. */
  readonly crate: string;
}

interface Manifest {
  readonly package: { readonly name?: unknown };
  readonly lib: { readonly name?: unknown };
}

/** The packages below a folder; unreadable manifests are skipped. */
export async function cargoPackages(request: RunRequest, project: Project): Promise<CargoPackages> {
  const files = (await project.files()).filter((file) => isInside(request.root, file));
  const packages: CargoPackage[] = [];
  for (const file of files.filter((each) => nameOf(each) === "Cargo.toml")) {
    const manifest = readToml<Manifest>((await project.text(file)) ?? "");
    const name = manifest?.package?.name;
    if (typeof name !== "string") continue;
    const library = manifest?.lib?.name;
    const crate = (typeof library === "string" ? library : name).replaceAll("-", "_");
    packages.push({ name, root: folderOf(file), crate });
  }
  return { sources: files.filter((file) => file.endsWith(".rs")), packages };
}

/** Parses the output of `cargo test` into the messages that `--message-format=json` would have added. */
export function readCargoText(process: Finished, layout: CargoPackages, request: RunRequest): Report | null {
  const stderr = clean(process.stderr, 4_000_000);
  const finished = /^ +Finished /m.test(stderr) ? [{ reason: "build-finished" }] : [];
  const messages = [
    ...buildErrors(stderr, layout, request),
    ...artifacts(stderr, layout, request),
    ...finished,
  ];
  return messages.length === 0 ? null : reportOf(messages, process, layout, request);
}

/**
 * The root file of each test binary. Cargo prints it relative to its package, and processes package by package with the
 * library first: of several packages with such a file, it is the one whose crate has the binary's name, otherwise the
 * previous one. If that is still ambiguous, the file is relative to the suite's folder, which matches no other run.
 */
function artifacts(
  stderr: string,
  { packages, sources }: CargoPackages,
  request: RunRequest,
): CargoMessage[] {
  const seen = new Set<string>();
  let last: CargoPackage | undefined;
  return [...stderr.matchAll(/^ +(?:Running (unittests )?(\S+) \((\S+)\)|Doc-tests (\S+))$/gm)].flatMap(
    ([, unit, shown = "", executable = "", documented]) => {
      const crate = documented ?? nameOf(executable).replace(/-[0-9a-f]{8,}$/, "");
      const named = packages.filter((each) => each.crate === crate.replaceAll("-", "_"));
      if (documented !== undefined) {
        const [only] = named.length === 1 ? named : [];
        return only ? [artifact(null, crate, fromRoot(only.root, "src/lib.rs"), request)] : [];
      }
      const holding = packages.filter((each) => {
        const path = fromRoot(each.root, shown);
        return sources.includes(path) && !seen.has(path);
      });
      const fitting = unit ? holding.filter((each) => named.includes(each)) : [];
      const found =
        holding.length === 1
          ? holding[0]
          : fitting.length === 1
            ? fitting[0]
            : holding.find((each) => each === last);
      if (found === undefined) return [];
      last = found;
      const path = fromRoot(found.root, shown);
      seen.add(path);
      return [artifact(executable, crate, path, request)];
    },
  );
}

function artifact(executable: string | null, name: string, path: string, request: RunRequest): CargoMessage {
  const target = { name, kind: [executable === null ? "lib" : "test"], src_path: `${request.tree}/${path}` };
  return { reason: "compiler-artifact", executable, target };
}

/** All compiler output about a target that does not compile. */
function buildErrors(stderr: string, layout: CargoPackages, request: RunRequest): CargoMessage[] {
  const found: CargoMessage[] = [];
  let start = 0;
  for (const each of stderr.matchAll(/^error: could not compile `([^`]+)` \(([^)]*)\)/gm)) {
    const said = stderr.slice(start, each.index);
    start = each.index;
    const target = { src_path: `${request.tree}/${targetFile(each[1] ?? "", each[2] ?? "", layout)}` };
    for (const block of said.split(/\n\n(?=\S)/).filter((text) => /^error(\[|:)/m.test(text))) {
      const message = /^error(?:\[\w+\])?: (.*)$/m.exec(block)?.[1] ?? "the code does not compile";
      const [, file_name, line] = /^ *--> (\S+?):(\d+):\d+$/m.exec(block) ?? [];
      const spans = file_name ? [{ file_name, line_start: Number(line), is_primary: true }] : [];
      found.push({
        reason: "compiler-message",
        target,
        message: { level: "error", message, rendered: block, spans },
      });
    }
  }
  return found;
}

function targetFile(name: string, kind: string, { packages, sources }: CargoPackages): string {
  const root = packages.find((each) => each.name === name)?.root ?? ".";
  const [, what = "lib", which = ""] = /^(\w+)(?: "([^"]+)")?/.exec(kind) ?? [];
  const folder = { test: "tests", example: "examples", bench: "benches", bin: "src/bin" }[what];
  const places = folder ? [`${folder}/${which}.rs`, `${folder}/${which}/main.rs`] : ["src/lib.rs"];
  const candidates = [...places, ...(what === "bin" ? ["src/main.rs"] : [])].map((path) =>
    fromRoot(root, path),
  );
  return candidates.find((path) => sources.includes(path)) ?? candidates[0] ?? root;
}
