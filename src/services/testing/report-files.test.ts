import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Invocation } from "./contract.ts";
import { keepReports, keepReportsPlainly, reportsIn } from "./report-files.ts";

const place = {
  programs: { node: process.execPath, python: "python3", go: "go", cargo: "cargo" },
  resource: (name: string) => join(import.meta.dirname, "resources", name),
};
let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "agentforge-reports-"));
  mkdirSync(join(folder, "a/out"), { recursive: true });
  writeFileSync(join(folder, "a/out/old.xml"), "<old/>");
  writeFileSync(join(folder, "a/kept.xml"), "<kept/>");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const PATTERNS = ["**/out/*.xml"];
const ways = {
  "with our helper": (argv: Invocation["argv"]) => keepReports(argv, PATTERNS, "all.xml", place),
  "with nothing of ours": (argv: Invocation["argv"]) => keepReportsPlainly(argv, PATTERNS, "all.xml"),
};

describe.each(Object.entries(ways))("%s", (_, keep) => {
  function run(script: string) {
    const kept = keep([process.execPath, "-e", script]);
    expect(kept?.artefacts).toEqual(["all.xml"]);
    const [program = "", ...rest] = (kept?.argv ?? []).map((word) => word.replaceAll("{artefacts}", folder));
    const { status } = spawnSync(program, rest, { cwd: folder });
    return { status, reports: reportsIn(readFileSync(join(folder, "all.xml"), "utf8")) };
  }

  it("joins the reports of this run, without those of earlier ones, and ends as the command did", () => {
    const write = (name: string) =>
      `fs.writeFileSync("a/out/${name}.xml", '<?xml version="1.0"?><${name}/>');`;
    const { status, reports } = run(`${write("one")}${write("two")}process.exitCode = 3;`);
    expect(status).toBe(3);
    expect(reports.map((each) => /<(\w+)\/>/.exec(each)?.[1]).sort()).toEqual(["one", "two"]);
    expect(readFileSync(join(folder, "a/kept.xml"), "utf8")).toBe("<kept/>");
  });

  it("keeps nothing where the command wrote nothing", () => {
    expect(run("process.exitCode = 1;")).toEqual({ status: 1, reports: [] });
  });
});

it.each([[["a/*.xml", "b/*.xml"]], [["{a,b}/*.xml"]], [["{artefacts}/junit.xml"]], [[]]])(
  "says that %j needs our helper",
  (patterns) => expect(keepReportsPlainly(["true"], patterns, "all.xml")).toBeNull(),
);

it("leaves a command alone whose reports are in the folder that is kept", () => {
  const argv = ["phpunit", "--log-junit", "{artefacts}/junit.xml"] as const;
  expect(keepReports(argv, ["{artefacts}/junit.xml"], "all.xml", place)).toEqual({
    argv,
    artefacts: ["junit.xml"],
  });
});
