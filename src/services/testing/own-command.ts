import { join } from "node:path";
import type { CommandSource } from "./commands/contract.ts";
import { makefile } from "./commands/makefile.ts";
import { nox } from "./commands/nox.ts";
import { hatch, tox, toxInProject } from "./commands/tox.ts";
import type { Project } from "./contract.ts";
import { fromRoot, isInside } from "./paths.ts";

/** What a project's own command asks of a framework, as far as it is understood. */
export interface OwnCommand {
  readonly env: Readonly<Record<string, string>>;
  readonly flags: readonly string[];
  /** What to run when nothing is selected. */
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

/** Flags by what happens to them; a flag in neither list of values stands alone. */
interface Flags {
  readonly dropped: RegExp;
  readonly droppedValue: RegExp;
  readonly keptValue: RegExp;
}

const FLAGS: Readonly<Record<string, Flags>> = {
  pytest: {
    dropped:
      /^(-[vqxsl]+|--(verbose|quiet|exitfirst|lf|last-failed|ff|failed-first|sw|stepwise|no-cov|full-trace|showlocals|pdb)|-n\w+|-r\w+|--(cov|tb|color|junit-?xml|durations|maxfail|html|capture|numprocesses|dist|timeout|reruns|randomly-seed|verbosity)\b.*=.*|--cov|--self-contained-html)$/,
    droppedValue:
      /^(-n|-r|--(cov|cov-report|cov-config|cov-fail-under|tb|color|junit-?xml|durations|maxfail|html|capture|numprocesses|dist|timeout|reruns|verbosity))$/,
    keptValue:
      /^(-m|-k|-c|-p|-o|-W|--(rootdir|ignore|ignore-glob|deselect|import-mode|ds|override-ini|confcutdir|config-file))$/,
  },
  "go test": {
    dropped:
      /^-(v|race|json|cover|failfast|(count|cover\w*|timeout|run|parallel|bench|shuffle|o|v|race)=.*)$/,
    droppedValue: /^-(count|cover\w+|timeout|run|parallel|bench|shuffle|o)$/,
    keptValue: /^-(tags|ldflags|gcflags|mod|p)$/,
  },
  "cargo test": {
    dropped:
      /^(-[vq]+|--(verbose|quiet|release|no-fail-fast|workspace|all|lib|bins|tests|doc|all-targets|color=.*))$/,
    droppedValue: /^(-p|--(package|color|test|bin|example|profile|jobs)|-j)$/,
    keptValue: /^(--features|-F|--exclude)$/,
  },
};

/** The first of the project's own commands that starts this framework in this folder; null when none does. */
export async function ownCommandOf(
  framework: string,
  place: { readonly tree: string; readonly root: string },
  project: Project,
): Promise<OwnCommand | null> {
  for (const source of SOURCES) {
    const text = await project.text(fromRoot(place.root, source.file));
    for (const { words, env, from } of text === null ? [] : source.read(text, join(place.tree, place.root))) {
      const given = argumentsFor(framework, words);
      if (given === null) continue;
      const known = await understood(framework, given, place.root, project);
      return { env: { ...env, ...testThreads(framework, given) }, ...known, from };
    }
  }
  return null;
}

/** The arguments of a framework however it is called: by name, with `python -m`, under `coverage run`. */
function argumentsFor(framework: string, words: readonly string[]): readonly string[] | null {
  const [program = "", second = ""] = words;
  if (framework === "go test" || framework === "cargo test")
    return `${program} ${second}` === framework ? words.slice(2) : null;
  if (framework !== "pytest" && framework !== "unittest") return null;
  if (/^(poetry|pipenv|pdm|uv|hatch|rye)$/.test(program) && second === "run")
    return argumentsFor(framework, words.slice(2));
  if (framework === "pytest" && /(^|\/)(pytest|py\.test)$/.test(program)) return words.slice(1);
  if (!/(^|\/)(python[\d.]*|coverage)$/.test(program)) return null;
  const module = words.indexOf("-m");
  return words[module + 1] === framework && module > 0 ? words.slice(module + 2) : null;
}

/** Nothing where a single word is not understood: half of a command line may mean something else. */
async function understood(framework: string, words: readonly string[], root: string, project: Project) {
  const nothing = { flags: [], paths: [] };
  const table = FLAGS[framework];
  if (!table) return nothing;
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
      if (takesNext && framework === "pytest") return nothing;
      flags.push(word);
    } else if (framework !== "pytest") continue;
    else if (exists(word)) paths.push(word);
    else return nothing;
  }
  return { flags, paths };
}

/** `cargo test -- --test-threads=1` as the variable that means the same. */
function testThreads(framework: string, words: readonly string[]): Record<string, string> {
  const threads = framework === "cargo test" && /--test-threads[= ](\d+)/.exec(words.join(" "))?.[1];
  return threads ? { RUST_TEST_THREADS: threads } : {};
}
