import { existsSync, readdirSync } from "node:fs";
import { dirname, isAbsolute, join, normalize } from "node:path";
import { readPlainFile } from "../run/artifacts.ts";
import { isFolder } from "./machine.ts";
import { isWithin } from "./paths.ts";
import { distrust, type Owners } from "./trust.ts";

/** Where version managers keep Pythons, below the user's home. */
const managers =
  ".pyenv/versions .asdf/installs/python .local/share/uv/python .local/share/mise/installs .local/share/hatch/pythons .local/share/hatch/env/virtual/.pythons .local/share/pdm/python .rye/py .conda/envs miniconda3 anaconda3 miniforge3 mambaforge micromamba".split(
    " ",
  );

/** The folders of the Python installations on the host. A virtualenv may select one; it cannot add one. */
export function offeredInterpreters(home: string, owners: Owners): readonly string[] {
  return [...managers.map((name) => join(home, name)), "/home/linuxbrew/.linuxbrew"].filter(
    (folder) => isFolder(folder) && distrust(folder, owners) === null,
  );
}

/** The Python that a virtualenv says it was created from, and whether the sandbox shows it. Anyone can write that file, so it is only compared with the known ones. */
export type VirtualenvBase =
  | { readonly status: "none" }
  /** Must be shown for the interpreter to start. */
  | { readonly status: "offered"; readonly root: string }
  | { readonly status: "refused"; readonly claimed: string };

export function baseOfVirtualenv(
  folder: string,
  offered: readonly string[],
  isVisible: (path: string) => boolean,
): VirtualenvBase {
  const settings = readText(join(folder, "pyvenv.cfg"));
  const claimed = /^home[ \t]*=[ \t]*(.+)$/m.exec(settings)?.[1]?.trim();
  if (claimed === undefined || !isAbsolute(claimed)) return { status: "none" };
  const path = normalize(claimed);
  if (isVisible(path)) return { status: "none" };
  const root = offered.find((each) => isWithin(path, each));
  return root === undefined ? { status: "refused", claimed } : { status: "offered", root };
}

export function refusedBase(name: string, claimed: string): string {
  const shown = JSON.stringify(claimed.slice(0, 200));
  return `The virtualenv ${name} was created from ${shown}. There is no known Python there (neither on your PATH nor from pyenv, uv, asdf, mise, hatch, PDM, Rye, conda or Homebrew), so the sandbox does not show that folder. If it is yours, add it to your PATH; otherwise create the virtualenv again.`;
}

/** The `bin` folder of the Python that the tree requests in `.python-version`, if pyenv has it. */
export function pythonOf(tree: string, readable: readonly string[]): string | null {
  const versions = readable.find(
    (entry) => entry.endsWith("/versions") && existsSync(join(dirname(entry), "shims")),
  );
  if (versions === undefined) return null;
  const wanted = readText(join(tree, ".python-version")).split("\n")[0]?.trim() ?? "";
  if (!/^[\w.-]+$/.test(wanted)) return null;
  const match = readdirSync(versions).find((name) => name === wanted || name.startsWith(`${wanted}.`));
  return match === undefined ? null : join(versions, match, "bin");
}

/** A small regular file, or nothing: a pipe or a link to a device in its place must not block us. */
function readText(path: string): string {
  return Buffer.from(readPlainFile(path, 65_536) ?? []).toString("utf8");
}
