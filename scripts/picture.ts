/** Creates docs/pictures/repair.svg from a real run: repairs the calculator example and approves the fix. */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { renderScreen, runInTerminal, type ScreenLine, textOf } from "./terminal-screen.ts";
import { terminalSvg } from "./terminal-svg.ts";

const top = fileURLToPath(new URL("..", import.meta.url));
const COLUMNS = 104;
const COMMANDS = ["agentforge repair", "agentforge review approve"];

const folder = mkdtempSync(join(tmpdir(), "agentforge-picture-"));
try {
  const lines = COMMANDS.map(inProject(folder)).flatMap((screen, index) => [
    ...(index === 0 ? [] : [[]]),
    promptFor(COMMANDS[index] ?? ""),
    ...screen,
  ]);
  refusePaths(lines);
  const svg = terminalSvg(lines, {
    title: "AgentForge repairs a calculator, and a person approves",
    columns: COLUMNS,
  });
  mkdirSync(join(top, "docs/pictures"), { recursive: true });
  writeFileSync(join(top, "docs/pictures/repair.svg"), svg);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function inProject(home: string): (command: string) => ScreenLine[] {
  const project = join(home, "calculator");
  const programs = join(home, "bin");
  cpSync(join(top, "examples/calculator-js"), project, { recursive: true });
  mkdirSync(programs);
  symlinkSync(join(top, "bin/agentforge.js"), join(programs, "agentforge"));
  const path = [programs, dirname(process.execPath), process.env.PATH].join(":");
  const person = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com"];
  const git = (...args: string[]) => execFileSync("git", [...person, ...args], { cwd: project });
  git("init", "-q", "-b", "main");
  git("config", "user.name", "Ada");
  git("config", "user.email", "ada@example.com");
  git("add", "-A");
  git("commit", "-q", "-m", "A calculator");
  return (command) => {
    const env = { HOME: home, PATH: path, TMPDIR: tmpdir(), LANG: "C.UTF-8", AGENTFORGE_USER: "ada" };
    const { output, exitCode } = runInTerminal(command, { cwd: project, env, columns: COLUMNS });
    if (exitCode !== 0) throw new Error(`${command} exited with ${exitCode}:\n${output}`);
    return renderScreen(output.trimEnd());
  };
}

function promptFor(command: string): ScreenLine {
  return [
    { text: "$ ", marks: ["dim"] },
    { text: command, marks: ["bold"] },
  ];
}

/** The picture is published, so it must not contain anything from the machine it was made on. */
function refusePaths(lines: readonly ScreenLine[]): void {
  const found = lines
    .map(textOf)
    .filter((line) => [top, tmpdir(), homedir()].some((path) => line.includes(path)));
  if (found.length > 0) throw new Error(`the picture contains a path of this machine:\n${found.join("\n")}`);
}
