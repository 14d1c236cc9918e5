import { commandFramework } from "../command-framework.ts";
import type { RunRequest } from "../contract.ts";
import { compileErrors, javaRole, methodOf, testClasses } from "../ecosystems/java.ts";
import { detectByFiles } from "../file-signs.ts";
import { nameOf } from "../paths.ts";

export const maven = commandFramework({
  meta: {
    id: "maven",
    title: "Maven (JUnit 4, JUnit 5, TestNG, Kotlin tests)",
    startedAs: "mvn test",
    builds: true,
    why: "Surefire writes one JUnit XML file for every test class, whichever framework the class uses.",
    settingsFiles: /^(maven|jvm)\.config$/,
    language: "java",
    coverage: "none",
    examples: [
      { files: { "pom.xml": "<project/>", "src/test/java/a/ATest.java": "" }, roots: ["."] },
      {
        files: { "pom.xml": "<project/>", "core/pom.xml": "<project/>", "core/src/test/kotlin/ATest.kt": "" },
        roots: ["."],
      },
      { files: { "pom.xml": "<project/>", "src/main/java/a/A.java": "" }, roots: [] },
    ],
  },
  format: "junit",
  reports: ["**/target/surefire-reports/TEST-*.xml"],
  detect: (project) =>
    detectByFiles(project, { config: /^pom\.xml$/, tests: /(^|\/)src\/test\/.*\.(java|kt|groovy|scala)$/ }),
  argumentsIn: ([program = "", ...rest]) =>
    /(^|\/)mvnw?$/.test(program) && rest.includes("test") ? rest : null,
  async start(request) {
    const tests = selectionOf(request);
    const only = tests === null ? [] : [`-Dtest=${tests}`, "-Dsurefire.failIfNoSpecifiedTests=false"];
    return {
      argv: [
        "mvn",
        "--batch-mode",
        "--offline",
        "--fail-at-end",
        "-Dstyle.color=never",
        ...ANY_SOURCE,
        ...only,
        "test",
      ],
      env: { MAVEN_OPTS: QUICK_START },
      narrowed: tests !== null && request.selection.kind === "tests",
    };
  },
  classes: testClasses,
  loadErrors: compileErrors,
  role: (path) => (nameOf(path) === "pom.xml" ? null : javaRole(path)),
});

/**
 * Accepts files that were downloaded through a mirror. The user's settings.xml, which names the mirror, may contain
 * passwords and is not visible inside; without it, Maven treats such files as missing. One property for Maven up to
 * 3.9, one for later.
 */
const ANY_SOURCE = [
  "-Dmaven.legacyLocalRepo=true",
  "-Daether.enhancedLocalRepository.trackingFilename=none.repositories",
];

/** For Maven's own process, which runs only for seconds; the tests have a separate one. */
const QUICK_START = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC";

/** `Class#method+other,Class2`, as surefire expects it; null to run all tests. */
function selectionOf({ selection }: RunRequest): string | null {
  if (selection.kind === "all") return null;
  if (selection.kind === "files") {
    const classes = selection.files.map((file) => nameOf(file).replace(/\.\w+$/, ""));
    return classes.every((name) => /^\w+$/.test(name)) ? classes.join(",") : null;
  }
  const methods = selection.ids.map(methodOf);
  const isPlain = methods.every(
    (each) => each !== null && /^[\w.$]+$/.test(each.type) && /^\w+$/.test(each.method),
  );
  if (!isPlain) return null;
  const byClass = Map.groupBy(methods, (each) => each?.type ?? "");
  return [...byClass]
    .map(([type, own]) => `${type}#${[...new Set(own.map((each) => each?.method))].join("+")}`)
    .join(",");
}
