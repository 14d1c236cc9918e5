import { readFile } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, resolve } from "node:path";
import { AgentForgeError } from "../../domain/errors.ts";
import type { SourceFile } from "../../domain/ports/repair.ts";
import { createPathResolver } from "../../services/workspace/index.ts";
import type { Ports } from "../../workflows/ports.ts";

export async function readTestFiles(
  ports: Ports,
  cwd: string,
  files: readonly string[],
): Promise<SourceFile[]> {
  return Promise.all(files.map((file) => readTestFile(ports, cwd, file)));
}

/** A test that a person provides: at its own path if it is in the repository, else next to the existing tests. */
async function readTestFile(ports: Ports, cwd: string, file: string): Promise<SourceFile> {
  const path = resolve(cwd, file);
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new AgentForgeError("bad_input", `${file} cannot be read (${error.code})`, {
      hint: "--test-file takes the path of a test you wrote.",
    });
  });
  const inside = relative(ports.workspace.root, path);
  const isInside = inside !== "" && !inside.startsWith("..") && !isAbsolute(inside);
  return { path: isInside ? inside : await besideTests(ports, basename(path)), text };
}

/** Writes a test next to the user's own; existing files are not replaced, and links are not followed. */
export async function writeTestFile({ workspace, newId }: Ports, { path, text }: SourceFile): Promise<void> {
  const resolver = createPathResolver(workspace.root, () => newId("T"));
  if ((await resolver.read(path)) !== null)
    throw new AgentForgeError("conflict", `${path} already exists`, {
      hint: "Rename it, then answer again.",
    });
  await resolver.replace(path, { bytes: Buffer.from(text), executable: false });
}

/** Undoes `writeTestFile`. */
export async function removeTestFile({ workspace, newId }: Ports, path: string): Promise<void> {
  await createPathResolver(workspace.root, () => newId("T")).remove(path);
}

async function besideTests(ports: Ports, name: string): Promise<string> {
  await using tree = await ports.workspace.openAttempt(ports.newId("A"));
  const suites = await ports.tests.detect(tree);
  const tests = (await tree.files()).filter(
    (path) => ports.isSource(path) && ports.tests.isTestFile(path, suites),
  );
  const folders = Object.entries(Object.groupBy(tests, (path) => dirname(path)));
  const [most] = folders.sort((left, right) => (right[1]?.length ?? 0) - (left[1]?.length ?? 0));
  return join(most?.[0] ?? ".", name);
}
