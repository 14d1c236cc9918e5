import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { keepReports, reportsIn } from "./report-files.ts";

const programs = { node: process.execPath };
let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "agentforge-reports-"));
  mkdirSync(join(folder, "a/out"), { recursive: true });
  writeFileSync(join(folder, "a/out/old.xml"), "<old/>");
  writeFileSync(join(folder, "a/kept.xml"), "<kept/>");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function run(script: string) {
  const { argv, artifacts } = keepReports(
    [process.execPath, "-e", script],
    ["**/out/*.xml"],
    "all.xml",
    programs,
  );
  expect(artifacts).toEqual(["all.xml"]);
  const [program = "", ...rest] = argv.map((word) => word.replaceAll("{artifacts}", folder));
  const { status } = spawnSync(program, rest, { cwd: folder });
  return { status, reports: reportsIn(readFileSync(join(folder, "all.xml"), "utf8")) };
}

it("joins the reports of this run, without those of earlier ones, and exits like the command", () => {
  const write = (name: string) => `fs.writeFileSync("a/out/${name}.xml", '<?xml version="1.0"?><${name}/>');`;
  const { status, reports } = run(`${write("one")}${write("two")}process.exitCode = 3;`);
  expect(status).toBe(3);
  expect(reports.map((each) => /<(\w+)\/>/.exec(each)?.[1])).toEqual(["one", "two"]);
  expect(readFileSync(join(folder, "a/kept.xml"), "utf8")).toBe("<kept/>");
});

it("keeps nothing if the command wrote nothing", () => {
  expect(run("process.exitCode = 1;")).toEqual({ status: 1, reports: [] });
});

it("does not change a command whose reports are in the folder that is kept", () => {
  const argv = ["phpunit", "--log-junit", "{artifacts}/junit.xml"] as const;
  expect(keepReports(argv, ["{artifacts}/junit.xml"], "all.xml", programs)).toEqual({
    argv,
    artifacts: ["junit.xml"],
  });
});
