// What must be copied for a Cargo package to build elsewhere, and which of its test programs matter.
import { existsSync, readFileSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { common } from "./go-workspace.mjs";

/** Test programs that are built for each batch; linking one takes about as long as compiling a small crate. */
const MOST_PROGRAMS = 6;

/** The common folder of a package and the packages that it names by path. */
export function topOf(folder) {
  const seen = new Set([folder]);
  for (const each of seen)
    for (const path of namedBy(join(each, "Cargo.toml"))) seen.add(resolve(each, path));
  const top = [...seen].filter((path) => existsSync(path)).reduce(common, folder);
  // The root of the file system contains nothing that a test can see.
  return top === sep ? folder : top;
}

function namedBy(manifest) {
  if (!existsSync(manifest)) return [];
  const text = readFileSync(manifest, "utf8").replace(/#.*$/gm, "");
  const paths = text.matchAll(/\bpath\s*=\s*"([^"]+)"/g);
  return [...paths].map(([, path]) => path).filter((path) => !path.endsWith(".rs"));
}

/**
 * The targets of a workspace, from `cargo metadata`: root files of libraries and programs, and the flags that build the
 * test programs of the packages under repair, those with failing tests first.
 */
export function layoutOf(metadata, root, failing) {
  const { packages } = JSON.parse(metadata);
  const all = packages.flatMap((each) =>
    each.targets.map((target) => ({
      package: each.name,
      name: target.name,
      kind: target.kind[0],
      isTested: target.test && isEnabled(target["required-features"] ?? [], each.features),
      path: relative(root, target.src_path),
    })),
  );
  const crates = all.filter(({ kind }) => kind === "bin" || kind.endsWith("lib"));
  const isNamed = (id, { path }) => id.startsWith(`${path}::`) || id.includes(`/${path}::`);
  // The longest path is meant: `src/lib.rs` is also the end of `core/src/lib.rs`.
  const named = failing.map(
    (id) => all.filter((each) => isNamed(id, each)).toSorted((a, b) => b.path.length - a.path.length)[0],
  );
  const isFailing = (target) => named.includes(target);
  const under = new Set(all.filter(isFailing).map((each) => each.package));
  const tested = all.filter(
    (each) =>
      (under.size === 0 || under.has(each.package)) &&
      each.isTested &&
      (crates.includes(each) || each.kind === "test"),
  );
  const chosen = tested
    .toSorted((a, b) => Number(isFailing(b)) - Number(isFailing(a)))
    .slice(0, MOST_PROGRAMS);
  return {
    roots: crates.map((each) => each.path),
    flags: [
      ...[...new Set(chosen.map((each) => each.package))].flatMap((name) => ["-p", name]),
      ...new Set(chosen.flatMap(flagsOf)),
    ],
  };
}

/** Cargo refuses to build a named target whose features are off. */
function isEnabled(required, features = {}) {
  return required.every((each) => features.default?.includes(each));
}

function flagsOf({ kind, name }) {
  if (kind === "bin") return ["--bins"];
  return kind === "test" ? [`--test=${name}`] : ["--lib"];
}
