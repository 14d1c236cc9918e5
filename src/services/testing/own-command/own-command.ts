import { join } from "node:path";
import type { CommandSource } from "../commands/contract.ts";
import { makefile } from "../commands/makefile.ts";
import { nox } from "../commands/nox.ts";
import { hatch, tox, toxInProject } from "../commands/tox.ts";
import type { Framework, Project, TaskFlags } from "../contract.ts";
import { fromRoot, isInside } from "../paths.ts";

/** The recognized arguments that a project's own command passes to a framework. */
export interface OwnCommand {
  readonly env: Readonly<Record<string, string>>;
  readonly flags: readonly string[];
  /** What to run if nothing is selected. */
  readonly paths: readonly string[];
  readonly from: string;
}

const SOURCES: readonly CommandSource[] = [
  tox("tox.ini"),
  tox("setup.cfg"),
  toxInProject,
  nox,
  hatch,
  makefile("GNUmakefile"),
  makefile("makefile"),
  makefile("Makefile"),
];

/** The first of the project's own commands that starts this framework in this folder; null if there is none. */
export async function ownCommandOf(
  { argumentsIn, tasks }: Pick<Framework, "argumentsIn" | "tasks">,
  place: { readonly tree: string; readonly root: string },
  project: Project,
): Promise<OwnCommand | null> {
  if (argumentsIn === undefined || tasks === undefined) return null;
  for (const source of SOURCES) {
    const text = await project.text(fromRoot(place.root, source.file));
    for (const { words, env, from } of text === null ? [] : source.read(text, join(place.tree, place.root))) {
      const given = argumentsIn(words);
      if (given === null) continue;
      const known = await understood(tasks.flags, given, place.root, project);
      return { env: { ...env, ...tasks.variables?.(given) }, ...known, from };
    }
  }
  return null;
}

/** Null if even one word is not understood: the rest alone may mean something else. */
async function understood(
  table: TaskFlags | undefined,
  words: readonly string[],
  root: string,
  project: Project,
) {
  const nothing = { flags: [], paths: [] };
  if (table === undefined) return nothing;
  const files = (await project.files()).filter((file) => isInside(root, file));
  const exists = (word: string) => {
    const path = fromRoot(root, (word.split("::")[0] ?? word).replace(/\/$/, ""));
    return files.some((file) => isInside(path, file));
  };
  const flags: string[] = [];
  const paths: string[] = [];
  const end = words.includes("--") ? words.indexOf("--") : words.length;
  for (let at = 0; at < end; at += 1) {
    const word = words[at] ?? "";
    const next = words[at + 1];
    if (table.droppedValue.test(word)) at += 1;
    else if (table.dropped.test(word)) continue;
    else if (table.keptValue.test(word)) {
      if (next === undefined) return nothing;
      flags.push(word, next);
      at += 1;
    } else if (word.startsWith("-")) {
      const takesNext = !word.includes("=") && next !== undefined && !next.startsWith("-") && !exists(next);
      if (takesNext && table.takesPaths) return nothing;
      flags.push(word);
    } else if (!table.takesPaths) continue;
    else if (exists(word)) paths.push(word);
    else return nothing;
  }
  return { flags, paths };
}
