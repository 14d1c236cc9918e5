import { commandFramework } from "../command-framework.ts";
import { detectByFiles } from "../file-signs.ts";
import { hasFolder } from "../paths.ts";

export const swiftTest = commandFramework({
  meta: {
    id: "swift test",
    title: "swift test",
    startedAs: "swift test",
    builds: true,
    why: "swift test writes JUnit XML when it runs tests in parallel, one file for each of its two testing libraries.",
    language: "swift",
    coverage: "none",
    examples: [
      { files: { "Package.swift": "", "Tests/ATests/ATests.swift": "" }, roots: ["."] },
      { files: { "Package.swift": "", "Sources/A/a.swift": "" }, roots: [] },
    ],
  },
  format: "junit",
  reports: ["{artifacts}/swift.xml", "{artifacts}/swift-swift-testing.xml"],
  detect: (project) =>
    detectByFiles(project, { config: /^Package\.swift$/, tests: /(^|\/)Tests\/.*\.swift$/ }),
  argumentsIn: ([program, word, ...rest]) => (program === "swift" && word === "test" ? rest : null),
  start: async () => ({
    argv: ["swift", "test", "--parallel", "--xunit-output", "{artifacts}/swift.xml"],
  }),
  role: (path) => (hasFolder(path, ["Tests"]) ? (path.endsWith(".swift") ? "test" : "support") : null),
});
