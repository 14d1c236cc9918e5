import { commandFramework } from "../command-framework.ts";
import type { Project, RunRequest } from "../contract.ts";
import { compileErrors, javaRole, methodOf, testClasses } from "../ecosystems/java.ts";
import { detectByFiles } from "../file-signs.ts";
import { fromRoot, nameOf } from "../paths.ts";

export const gradle = commandFramework({
  meta: {
    id: "gradle",
    title: "Gradle (JUnit 4, JUnit 5, TestNG, Kotlin tests)",
    startedAs: "gradle test",
    builds: true,
    why: "Gradle writes one JUnit XML file for every test class, whichever framework the class uses.",
    language: "java",
    coverage: "none",
    examples: [
      { files: { "build.gradle": "", "src/test/java/a/ATest.java": "" }, roots: ["."] },
      {
        files: { "settings.gradle.kts": "", "app/build.gradle.kts": "", "app/src/test/kotlin/A.kt": "" },
        roots: ["."],
      },
      { files: { "build.gradle": "", "src/main/java/a/A.java": "" }, roots: [] },
    ],
  },
  format: "junit",
  reports: ["**/build/test-results/*/TEST-*.xml"],
  detect: (project) =>
    detectByFiles(project, {
      config: /^(build|settings)\.gradle(\.kts)?$/,
      tests: /(^|\/)src\/test\/.*\.(java|kt|groovy|scala)$/,
    }),
  argumentsIn: ([program = "", ...rest]) =>
    /(^|\/)gradlew?$/.test(program) && rest.some((word) => /(^|:)(test|check|build)$/.test(word))
      ? rest
      : null,
  async start(request, project) {
    const tests = selectionOf(request);
    const only = (tests ?? []).flatMap((name) => ["--tests", name]);
    const flags = ["--offline", "--no-daemon", "--continue", "--console=plain"];
    return {
      // Without cleanTest, Gradle skips tests if it believes that nothing has changed.
      argv: [await programOf(request, project), ...flags, "cleanTest", "test", ...only],
      narrowed: tests !== null && request.selection.kind === "tests",
    };
  },
  classes: testClasses,
  loadErrors: compileErrors,
  role: (path) => (/\.gradle(\.kts)?$/.test(nameOf(path)) ? null : javaRole(path)),
});

async function programOf({ root }: RunRequest, project: Project): Promise<string> {
  return (await project.text(fromRoot(root, "gradlew"))) === null ? "gradle" : "./gradlew";
}

function selectionOf({ selection }: RunRequest): string[] | null {
  if (selection.kind === "all") return null;
  if (selection.kind === "files")
    return selection.files.map((file) => `*${nameOf(file).replace(/\.\w+$/, "")}`);
  const methods = selection.ids.map(methodOf);
  if (!methods.every((each) => each !== null && /^\w+$/.test(each.method))) return null;
  return [...new Set(methods.map((each) => `${each?.type}.${each?.method}`))];
}
