import { Buffer } from "node:buffer";
import { lstatSync } from "node:fs";
import { dirname, isAbsolute, join, normalize } from "node:path";
import { AgentForgeError } from "../../../domain/errors.ts";
import type { Command, Execution } from "../../../domain/ports/sandbox.ts";
import { isWithin, withoutSlash } from "../host/paths.ts";
import type { Plan } from "./plan.ts";

/** Text reaches the sandbox in arguments; Linux allows 2 MB for all of them and the environment. */
const LONGEST_TEXT = 1_500_000;

/** The plan with the tree at another path. Arguments and variables that name the tree follow it. */
export function placedAt(plan: Plan, tree: string, folder: string): Plan {
  const move = (text: string): string => text.replaceAll(tree, () => folder);
  const [program, ...rest] = plan.argv;
  return {
    ...plan,
    argv: [move(program), ...rest.map(move)],
    cwd: move(plan.cwd),
    env: Object.fromEntries(Object.entries(plan.env).map(([name, value]) => [name, move(value)])),
    overlays: plan.overlays.map((overlay) => ({ ...overlay, at: move(overlay.at) })),
  };
}

/** The command's output with the path at which it saw the tree replaced by the tree's own path. */
export function translated(execution: Execution, seen: string, tree: string): Execution {
  const back = (text: string): string => text.replaceAll(seen, () => tree);
  return {
    ...execution,
    stdout: back(execution.stdout),
    stderr: back(execution.stderr),
    artifacts: Object.fromEntries(
      Object.entries(execution.artifacts).map(([name, bytes]) => [
        name,
        Buffer.from(back(Buffer.from(bytes).toString("latin1")), "latin1"),
      ]),
    ),
  };
}

/** A relative path as an absolute one, which must not leave the tree. */
export function inTree(tree: string, path: string, what: string): string {
  const full = withoutSlash(join(tree, path));
  if (!isAbsolute(path) && isWithin(full, tree)) return full;
  throw new AgentForgeError("bad_input", `the command's ${what} must be inside its working tree: ${path}`);
}

/** The writer may be root, so no link in the tree may be on the path. */
export function checkFiles(tree: string, files: NonNullable<Command["files"]>): typeof files {
  const together = files.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  for (const { path, text } of files) {
    const refuse = (why: string): never => {
      throw new AgentForgeError("bad_input", `${path} cannot be written into the tree: ${why}`);
    };
    if (path === "" || normalize(join("/", path)) !== `/${path}`) refuse("it is not a plain relative path");
    if (text.includes("\0")) refuse("it is not text");
    if (together > LONGEST_TEXT) refuse(`the files are longer than ${LONGEST_TEXT} bytes in total`);
    if (!isPlainFile(join(tree, path))) refuse("something else is there");
    for (let parent = dirname(join(tree, path)); parent !== tree; parent = dirname(parent)) {
      if (lstatSync(parent, { throwIfNoEntry: false })?.isDirectory() !== true)
        refuse(`${parent} is not a folder`);
    }
  }
  return files;
}

function isPlainFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? true;
}
