import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { CheckExample, CheckedFile, CheckType, RawViolation, RunTools } from "../check-type.ts";
import { openFile } from "../checked-file.ts";
import { applyEdits } from "../fix.ts";
import { CHECK_TYPES } from "./list.ts";

it("the list contains every file of the folder", () => {
  const files = readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts") && name !== "list.ts")
    .map((name) => name.replace(".ts", ""));
  expect(CHECK_TYPES.map((type) => type.meta.id).sort()).toEqual(files.sort());
});

it.each(CHECK_TYPES.map(({ meta }) => meta.id))("docs/conformance.md has a row for %s", (id) => {
  const page = readFileSync(new URL("../../../../docs/conformance.md", import.meta.url), "utf8");
  expect(page).toMatch(new RegExp(`^\\| \`${id}\` \\| [^|]+ \\| .+ \\|$`, "m"));
});

describe.each(CHECK_TYPES.map((type) => [type.meta.id, type] as const))("check type %s", (_, type) => {
  it("describes itself, with valid and invalid examples", () => {
    expect(type.meta.title).not.toBe("");
    expect(type.meta.why).not.toBe("");
    expect(type.meta.valid.length).toBeGreaterThan(0);
    expect(type.meta.invalid.length).toBeGreaterThan(0);
    expect(type.meta.scope === "tree" || type.gather === undefined).toBe(true);
  });

  it.each(type.meta.valid.map((example) => [example.title, example] as const))(
    "accepts: %s",
    async (__, example) => {
      expect(await run(type, example)).toEqual([]);
    },
  );

  it.each(type.meta.invalid.map((example) => [example.title, example] as const))(
    "finds: %s",
    async (__, example) => {
      const findings = await run(type, example);
      const places = findings.map(({ path, range }) => (range === null ? path : `${path}:${range.line}`));
      expect(places.sort()).toEqual([...example.findings].sort());
      for (const [path, after] of Object.entries(example.fixed ?? {})) {
        const edits = findings.flatMap((raw) => raw.edits ?? []).filter((edit) => edit.path === path);
        expect(applyEdits(example.files[path] ?? "", edits)).toBe(after);
      }
      if (type.meta.id !== "command") expect(await afterFixing(type, example, findings)).toEqual([]);
    },
  );
});

async function run(type: CheckType, example: CheckExample<unknown>): Promise<readonly RawViolation[]> {
  const options = type.meta.options.parse(example.options);
  expect(type.whyInvalid?.(options) ?? null).toBeNull();
  const { output } = example;
  const tools: RunTools = {
    execute: output === undefined ? null : async () => ({ stderr: "", ...output }),
    tree: {
      roots: ["/tree"],
      files: [...Object.keys(example.files), ...(example.otherFiles ?? [])],
      exists: async () => false,
    },
    read: async (path) => example.files[path] ?? null,
    report: (problem) => expect(problem).toBe(""),
  };
  const files = Object.entries(example.files).map(([path, text]) => openFile(path, text));
  const { gather } = type;
  const seen: readonly CheckedFile[] =
    gather === undefined ? files : files.map((file) => ({ ...file, text: gather(file, options) }));
  return type.run(seen, options, tools);
}

/** The violations with edits that remain after the edits are applied. */
async function afterFixing(
  type: CheckType,
  example: CheckExample<unknown>,
  findings: readonly RawViolation[],
) {
  const edits = findings.flatMap((raw) => raw.edits ?? []);
  if (edits.length === 0) return [];
  const files = Object.fromEntries(
    Object.entries(example.files).map(([path, text]) => [
      path,
      applyEdits(
        text,
        edits.filter((edit) => edit.path === path),
      ),
    ]),
  );
  return run(type, { ...example, files });
}
