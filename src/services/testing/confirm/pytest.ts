import type { Confirming, Project, ReportedTest, RunRequest } from "../contract.ts";
import { ignoredFolders, pythonProgram, selectedPaths, sourceFolder } from "../ecosystems/python.ts";
import { belowTree, fromRoot, nameOf, toRoot } from "../paths.ts";
import { lineInStack } from "../results/events.ts";
import { addTest } from "../results/reported.ts";
import { clean } from "../results/text.ts";
import { classFile, filesByModule } from "./pytest-names.ts";
import { readProgress } from "./pytest-progress.ts";
import { artifactName, hashSeed } from "./seed.ts";
import { type Element, elementsOf, parseXml } from "./xml.ts";

interface Context {
  readonly artifact: string;
  readonly files: readonly string[];
}

/** pytest's own JUnit report and its exit status; its progress output shows where it crashed. */
export const confirmPytest: Confirming = {
  async command(request, project, seed) {
    const selected = selectedPaths(request);
    const artifact = artifactName(seed, "xml");
    const source = await sourceFolder(request, project);
    return {
      argv: [
        await pythonProgram(request, project),
        ...["-B", "-m", "pytest", "-vv", "--color=no", "--continue-on-collection-errors"],
        ...["-p", "no:cacheprovider", "-p", "no:randomly", "-o", "junit_family=xunit1", "--junit-prefix="],
        `--junit-xml={artifacts}/${artifact}`,
        ...((await measuresCoverage(request, project)) ? ["--no-cov"] : []),
        ...ignoredFolders(request),
        ...selected.paths,
      ],
      env: { PYTHONHASHSEED: hashSeed(seed), ...(source === null ? {} : { PYTHONPATH: source }) },
      artifacts: [artifact],
      narrowed: selected.narrowed,
      context: { artifact, files: await project.files() } satisfies Context,
    };
  },

  parse(process, invocation, request) {
    const { artifact, files } = invocation.context as Context;
    const start = rootOf(process.stdout, request);
    const root = parseXml(process.artifacts[artifact] ?? "");
    if (root === null) return readProgress(process, start, request);
    const elements = elementsOf(root, "testcase");
    const modules = filesByModule(
      files,
      start,
      elements.map(({ attributes }) => attributes.classname ?? ""),
    );
    const tests = new Map<string, ReportedTest>();
    for (const element of elements) {
      const test = testOf(element, start, modules, request);
      if (test !== null) addTest(tests, test, "merge");
    }
    const ended = process.exitCode === 0 || process.exitCode === 1 || process.exitCode === 5;
    return { tests: [...tests.values()], finished: ended };
  },
};

/**
 * A list, or text with indented continuation lines. Only these options are added to our command: a `--cov` in a command
 * of tox or nox is not, and without pytest-cov its `--no-cov` would be rejected.
 */
const ADDED = /^[ \t]*addopts\s*=\s*(?:\[[^\]]*\]|"""[\s\S]*?"""|.*(?:\n[ \t]+.*)*)/m;

/** A pytest-cov threshold is unrelated to the tests, and a few selected tests never reach it. */
async function measuresCoverage(request: RunRequest, project: Project): Promise<boolean> {
  for (const name of ["pytest.ini", ".pytest.ini", "pytest.toml", "pyproject.toml", "tox.ini", "setup.cfg"]) {
    const options = ADDED.exec((await project.text(fromRoot(request.root, name))) ?? "")?.[0] ?? "";
    if (/(^|[\s"'=[,])--cov\b/.test(options)) return true;
  }
  return false;
}

/** Names are relative to pytest's own root folder, which it prints; returns that folder relative to the tree. */
function rootOf(stdout: string, request: RunRequest): string {
  const shown = /^rootdir: (.+?)(?:, (?:configfile|inifile|testpaths): .*)?$/m.exec(stdout)?.[1];
  if (shown === request.tree) return ".";
  return belowTree(request.tree, shown ?? "") ?? request.root;
}

function testOf(
  element: Element,
  start: string,
  modules: ReturnType<typeof filesByModule>,
  request: RunRequest,
): ReportedTest | null {
  const { classname = "", name = "", file: shown } = element.attributes;
  const file = shown === undefined ? null : fromRoot(start, shown);
  const [bad] = ["failure", "error"].flatMap((kind) => element.children.filter((each) => each.name === kind));
  const skip = element.children.find((each) => each.name === "skipped");
  const message = (bad ?? skip)?.attributes.message ?? "";
  if (skip !== undefined && message === "collection skipped") return null;
  if (classname === "pytest" && message === "internal error") return null;
  const seconds = Math.max(0, Number(element.attributes.time) || 0);
  if (bad !== undefined && message === "collection failure") {
    const id = file === null || file === start ? "(collection)" : file;
    return { id, file, name: id, status: "error", seconds, failure: failureOf(bad, file, request) };
  }
  const named = classFile({ classname, name }, file, modules, start);
  const isExpected = skip?.attributes.type === "pytest.xfail";
  const calm = skip === undefined ? "passed" : isExpected ? "expected_failure" : "skipped";
  return {
    ...named,
    file,
    status: bad === undefined ? calm : bad.name === "failure" ? "failed" : "error",
    seconds,
    failure: bad === undefined ? null : failureOf(bad, file, request),
  };
}

function failureOf(element: Element, file: string | null, request: RunRequest) {
  const stack = clean(element.text);
  const said = clean(element.attributes.message ?? "").replace(
    /^failed on (?:setup|teardown) with "([\s\S]*)"$/,
    "$1",
  );
  const shown = [...stack.matchAll(/^E {3}(.*)$/gm)].map(([, line]) => line ?? "");
  const words = said === "collection failure" ? (shown.at(-1) ?? said) : said;
  const isStrict = words.startsWith("[XPASS(strict)]");
  const [, type = isStrict ? "UnexpectedPass" : "AssertionError", message = words] =
    /^([A-Z]\w*(?:\.\w+)*): ([\s\S]*)$/.exec(words) ?? [];
  const line = file === null ? null : lineInStack(stack, toRoot(request.root, file));
  return {
    type: type.split(".").at(-1) ?? type,
    message,
    stack,
    line: line ?? (file === null ? null : lineInStack(stack, nameOf(file))),
  };
}
