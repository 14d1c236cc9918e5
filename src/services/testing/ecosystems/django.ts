import type { Project } from "../contract.ts";
import { fromRoot } from "../paths.ts";
import { moduleArguments, withoutPythonLaunchers } from "./python.ts";

/** The variable that names the module with Django's settings. */
export const DJANGO_SETTINGS = "DJANGO_SETTINGS_MODULE";

/** The arguments of a command that runs Django's tests: `python -m django test`, `./manage.py test`. */
export function djangoTestArguments(words: readonly string[]): readonly string[] | null {
  const own = withoutPythonLaunchers(words);
  const given = moduleArguments(own, "django") ?? scriptArguments(own);
  return given?.[0] === "test" ? given.slice(1) : null;
}

/** `--settings` in the arguments of a command, as the variable with the same meaning. */
export function djangoVariables(words: readonly string[]): Record<string, string> {
  const at = words.findIndex((word) => /^--settings(=|$)/.test(word));
  const module = words[at]?.split("=")[1] ?? words[at + 1];
  return at === -1 || module === undefined ? {} : { [DJANGO_SETTINGS]: module };
}

/** The settings module that a project's own script sets, as Django's templates and documentation do. */
export async function djangoSettings(
  root: string,
  project: Project,
): Promise<{ readonly module: string; readonly from: string } | null> {
  for (const name of ["manage.py", "runtests.py", "tests/runtests.py"]) {
    const from = fromRoot(root, name);
    const [, module] = SETS_MODULE.exec((await project.text(from)) ?? "") ?? [];
    if (module !== undefined) return { module, from };
  }
  return null;
}

/** The settings that a project's own script uses, as the variable; a command of the project's own takes precedence. */
export async function djangoEnvironment(root: string, project: Project): Promise<Record<string, string>> {
  const found = await djangoSettings(root, project);
  return found === null ? {} : { [DJANGO_SETTINGS]: found.module };
}

/** `os.environ.setdefault("DJANGO_SETTINGS_MODULE", "site.settings")`, `os.environ["DJANGO_SETTINGS_MODULE"] = …` */
const SETS_MODULE =
  /^[^#\n]*os\.environ(?:\.setdefault\(\s*|\[)["']DJANGO_SETTINGS_MODULE["'](?:\s*,|\]\s*=)\s*["']([\w.]+)["']/m;

function scriptArguments(words: readonly string[]): readonly string[] | null {
  const at = words.findIndex((word) => /(^|\/)(manage\.py|django-admin(\.py)?)$/.test(word));
  const isStarted = at === 0 || /(^|\/)(python[\d.]*|coverage)$/.test(words[0] ?? "");
  return at === -1 || !isStarted ? null : words.slice(at + 1);
}
