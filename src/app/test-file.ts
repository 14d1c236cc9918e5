import { readFile } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, resolve } from "node:path";
import { AgentForgeError } from "../domain/errors.ts";
import type { SourceFile } from "../domain/ports/repair.ts";
import type { House } from "../workflows/house.ts";

export async function readTestFiles(
  house: House,
  cwd: string,
  files: readonly string[],
): Promise<SourceFile[]> {
  return Promise.all(files.map((file) => readTestFile(house, cwd, file)));
}

/** A test a person hands over: at its own place where it lies in the repository, else beside the tests there are. */
async function readTestFile(house: House, cwd: string, file: string): Promise<SourceFile> {
  const path = resolve(cwd, file);
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new AgentForgeError("bad_input", `${file} cannot be read (${error.code})`, {
      hint: "--test-file takes the path of a test you wrote.",
    });
  });
  const inside = relative(house.workspace.root, path);
  const isInside = inside !== "" && !inside.startsWith("..") && !isAbsolute(inside);
  return { path: isInside ? inside : await besideTests(house, basename(path)), text };
}

async function besideTests(house: House, name: string): Promise<string> {
  const tree = await house.workspace.openAttempt(house.newId("A"));
  try {
    const suites = await house.tests.detect(tree);
    const tests = (await tree.files()).filter(
      (path) => house.isSource(path) && house.tests.isTestFile(path, suites),
    );
    const folders = Object.entries(Object.groupBy(tests, (path) => dirname(path)));
    const [most] = folders.sort((left, right) => (right[1]?.length ?? 0) - (left[1]?.length ?? 0));
    return join(most?.[0] ?? ".", name);
  } finally {
    await tree.close();
  }
}
