import { commandFramework } from "../command-framework.ts";
import { detectByFiles } from "../file-signs.ts";
import { hasFolder } from "../paths.ts";

export const dotnetTest = commandFramework({
  meta: {
    id: "dotnet test",
    title: "dotnet test",
    startedAs: "dotnet test",
    builds: true,
    why: "dotnet test can write a TRX report for every test project.",
    settingsFiles: /\.runsettings$/,
    language: "csharp",
    coverage: "none",
    examples: [
      { files: { "T/T.csproj": '<PackageReference Include="Microsoft.NET.Test.Sdk" />' }, roots: ["T"] },
      { files: { "A/A.csproj": "<Project/>" }, roots: [] },
    ],
  },
  format: "trx",
  reports: ["{artifacts}/run.trx"],
  detect: (project) =>
    detectByFiles(project, { config: /\.(cs|fs|vb)proj$/, holds: /Microsoft\.NET\.Test\.Sdk|MSTest\.Sdk/ }),
  argumentsIn: ([program, word, ...rest]) => (program === "dotnet" && word === "test" ? rest : null),
  async start({ selection }) {
    const names = selection.kind === "tests" ? selection.ids.map((id) => id.replace(/\(.*$| #\d+$/, "")) : [];
    const filter = names.map((name) => `FullyQualifiedName=${name}`).join("|");
    const report = ["--logger", "trx;LogFileName=run.trx", "--results-directory", "{artifacts}"];
    return {
      argv: ["dotnet", "test", "--nologo", ...report, ...(names.length === 0 ? [] : ["--filter", filter])],
      env: { DOTNET_CLI_TELEMETRY_OPTOUT: "1", DOTNET_NOLOGO: "1" },
      narrowed: names.length > 0,
    };
  },
  role: (path) => {
    if (!hasFolder(path, ["test", "tests", "Test", "Tests"]) && !/Tests?\.(cs|fs|vb)$/.test(path))
      return null;
    return /\.(cs|fs|vb)$/.test(path) ? "test" : "support";
  },
});
