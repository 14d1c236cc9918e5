import { execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import type { OwnEngine } from "./docker-engine.ts";

/** Programs that the container's first process, the short escape test and ordinary tests start. */
const PROGRAMS = [
  ...[
    "sh",
    "cat",
    "cp",
    "chmod",
    "date",
    "env",
    "false",
    "grep",
    "head",
    "id",
    "ls",
    "mkdir",
    "mktemp",
    "rm",
    "setsid",
    "sleep",
  ],
  ...["stat", "tail", "timeout", "touch", "tr", "true", "uname", "unshare", "wc"],
];
const PYTEST = ["pytest", "_pytest", "pluggy", "iniconfig", "packaging", "pygments", "py"];

/** This machine's Python; `site` is null if it has no pytest. */
interface Python {
  readonly executable: string;
  readonly library: string;
  readonly site: string | null;
}

/**
 * Images built from what this machine has, because none can be pulled: a shell and its tools, and in addition
 * Node, or Python without and with pytest. All but `pytestImage` have the names of the backend's default
 * images.
 */
export async function importImages(engine: OwnEngine, folder: string, pytestImage: string): Promise<void> {
  const python = pythonHere();
  if (python.site === null) throw new Error("python3 on the PATH has no pytest");
  const root = mkdtempSync(join(folder, "root-"));
  try {
    skeleton(root);
    for (const program of PROGRAMS) addProgram(root, programHere(program));
    await importImage(engine, root, "debian:stable");
    // Not at its own path: a Node below /tmp would be hidden by the container's own /tmp.
    const node = join(root, "usr/local/bin/node");
    copyFileSync(process.execPath, node);
    for (const library of librariesOf([process.execPath])) copy(root, library);
    await importImage(engine, root, "node:24");
    rmSync(node);
    addPython(root, python);
    await importImage(engine, root, "python:3.13");
    for (const name of readdirSync(python.site).filter((each) => isOfPytest(each)))
      copyTree(join(python.site, name), join(root, python.site, name));
    await importImage(engine, root, pytestImage);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function isOfPytest(name: string): boolean {
  const plain = name.replace(/-.*$|\.py$/, "").toLowerCase();
  return PYTEST.includes(plain);
}

function pythonHere(): Python {
  const script = [
    "import json, os, sys, sysconfig",
    "try:",
    "  import pytest; site = os.path.dirname(os.path.dirname(pytest.__file__))",
    "except ImportError: site = None",
    "base = os.path.realpath(sys.executable)",
    "print(json.dumps({'executable': base, 'library': sysconfig.get_path('stdlib'), 'site': site}))",
  ].join("\n");
  return JSON.parse(execFileSync("python3", ["-c", script], { encoding: "utf8" }));
}

/** `/bin`, `/lib` and `/lib64` are links into `/usr`, as on the machine. */
function skeleton(root: string): void {
  for (const name of ["usr/bin", "usr/local/bin", "etc", "tmp", "proc", "dev", "sys", "run", "home", "root"])
    mkdirSync(join(root, name), { recursive: true });
  chmodSync(join(root, "tmp"), 0o1777);
  for (const name of ["bin", "sbin", "lib", "lib32", "lib64"]) {
    if (!existsSync(`/${name}`) || !lstatSync(`/${name}`).isSymbolicLink()) continue;
    const target = readlinkSync(`/${name}`);
    mkdirSync(join(root, target), { recursive: true });
    symlinkSync(target, join(root, name));
  }
  writeFileSync(join(root, "etc/passwd"), "root:x:0:0:root:/root:/bin/sh\n");
  writeFileSync(join(root, "etc/group"), "root:x:0:\n");
}

function programHere(name: string): string {
  const found = ["/usr/bin", "/bin", "/usr/sbin"]
    .map((each) => join(each, name))
    .find((each) => existsSync(each));
  if (found === undefined) throw new Error(`this machine has no ${name}`);
  return found;
}

/** A program at its own path, with the libraries it loads at theirs. */
function addProgram(root: string, program: string): void {
  copy(root, program);
  for (const library of librariesOf([program])) copy(root, library);
}

function addPython(root: string, python: Python): void {
  addProgram(root, python.executable);
  for (const name of ["python", "python3"]) link(root, python.executable, `/usr/local/bin/${name}`);
  const isNeeded = (from: string) =>
    !/^(?:test|tests|idlelib|tkinter|turtledemo|ensurepip|lib2to3|site-packages|dist-packages|config-.*)$/.test(
      basename(from),
    );
  copyTree(python.library, join(root, python.library), isNeeded);
  const dynamic = join(python.library, "lib-dynload");
  const modules = readdirSync(dynamic).filter((each) => !/^_(?:tkinter|test)/.test(each));
  for (const library of librariesOf(modules.map((each) => join(dynamic, each)))) copy(root, library);
}

/** What `ldd` resolves; a static program has none. */
function librariesOf(files: readonly string[]): readonly string[] {
  const said = execFileSync("ldd", files, { encoding: "utf8" });
  return [...new Set([...said.matchAll(/(?:=> |^\s+)(\/\S+) \(0x/gm)].map(([, path]) => path ?? ""))];
}

function copy(root: string, path: string): void {
  const target = join(root, path);
  if (existsSync(target)) return;
  mkdirSync(dirname(target), { recursive: true });
  copyFileSync(realpathSync(path), target);
}

/** With the times of its files, so that compiled modules stay valid. */
function copyTree(from: string, to: string, filter: (path: string) => boolean = () => true): void {
  cpSync(from, to, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true, filter });
}

function link(root: string, target: string, at: string): void {
  rmSync(join(root, at), { force: true });
  symlinkSync(target, join(root, at));
}

async function importImage(engine: OwnEngine, root: string, name: string): Promise<void> {
  const [repo = "", tag = ""] = name.split(":");
  const tar = spawn("tar", ["-C", root, "--owner=0", "--group=0", "-cf", "-", "."], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const { status, body } = await engine.call(
    "POST",
    `/images/create?fromSrc=-&repo=${repo}&tag=${tag}`,
    tar.stdout,
  );
  if (status !== 200 || /"error"/.test(body)) throw new Error(`the engine did not import ${name}: ${body}`);
}
