import { escapeRegex } from "../../../domain/rules/text/escape-regex.ts";
import { commandFramework } from "../command-framework.ts";
import { detectByFiles } from "../file-signs.ts";
import { roleByName } from "../test-name.ts";

export const ctest = commandFramework({
  meta: {
    id: "ctest",
    title: "CTest",
    startedAs: "ctest",
    builds: true,
    why: "CTest can write JUnit XML (3.21 and later); the project is configured and built first.",
    foundNone: { exitCode: 0, says: /No tests were found/ },
    settingsFiles: /^(CTestTestfile|CTestConfig)\.cmake$/,
    language: "cpp",
    coverage: "none",
    examples: [
      { files: { "CMakeLists.txt": "enable_testing()\n" }, roots: ["."] },
      {
        files: { "CMakeLists.txt": "include(CTest)\n", "sub/CMakeLists.txt": "enable_testing()" },
        roots: ["."],
      },
      { files: { "CMakeLists.txt": "project(a)\n" }, roots: [] },
    ],
  },
  format: "junit",
  reports: ["{artifacts}/ctest.xml"],
  detect: (project) =>
    detectByFiles(project, {
      config: /^CMakeLists\.txt$/,
      holds: /^\s*(enable_testing\s*\(|include\s*\(\s*CTest\b)/im,
    }),
  argumentsIn: ([program, ...rest]) => (program === "ctest" ? rest : null),
  async start({ selection }) {
    const names =
      selection.kind === "tests" ? selection.ids.map((id) => escapeRegex(id.replace(/^.* > /, ""))) : [];
    const only = names.length === 0 ? "" : ` -R '^(${names.join("|").replaceAll("'", "'\\''")})$'`;
    const run = `ctest --test-dir "$d" --output-on-failure --output-junit {artifacts}/ctest.xml${only}`;
    // Built outside of the tree, so that the user's build folder is not mistaken for ours.
    const line = `d=$(mktemp -d) && cmake -S . -B "$d" && cmake --build "$d" && ${run}; code=$?; rm -rf "$d"; exit $code`;
    return { argv: ["sh", "-c", line], typed: "ctest", narrowed: names.length > 0 };
  },
  role: roleByName,
});
