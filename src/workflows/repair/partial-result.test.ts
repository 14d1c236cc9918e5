import { describe, expect, it } from "vitest";
import type { ChangeSet } from "../../domain/entities/code-change.ts";
import { watchPartialResult } from "./partial-result.ts";
import type { AcceptedPatch } from "./try-candidates.ts";

const OPENING: Readonly<Record<string, string>> = { "a.js": "a0", "b.js": "b0" };
const patch = (stands: boolean) => ({ stands }) as AcceptedPatch;

/** An in-memory tree that remembers its opening state. */
function treeOf(files: Record<string, string>) {
  const state = (text: string | undefined) =>
    text === undefined ? null : { content_base64: Buffer.from(text).toString("base64") };
  const changes = async () => {
    const paths = [...new Set([...Object.keys(OPENING), ...Object.keys(files)])];
    const changed = paths.filter((path) => OPENING[path] !== files[path]);
    const described = changed.map((path) => ({
      path,
      before: state(OPENING[path]),
      after: state(files[path]),
    }));
    return { files: described } as unknown as ChangeSet;
  };
  return {
    changes,
    writeBytes: async (path: string, bytes: Uint8Array) => {
      files[path] = Buffer.from(bytes).toString();
    },
    remove: async (path: string) => {
      delete files[path];
    },
  };
}

describe("watchPartialResult", () => {
  it("returns to the last valid patch, no matter what came after it", async () => {
    const files: Record<string, string> = { ...OPENING, "a.js": "a1", "new.js": "n1" };
    const partial = watchPartialResult(treeOf(files));
    await partial.note([patch(true)]);
    Object.assign(files, { "a.js": "a0", "later.js": "l2" });
    delete files["b.js"];
    delete files["new.js"];
    await partial.note([patch(true), patch(false)]);
    expect(await partial.keep()).toEqual([patch(true)]);
    expect(files).toEqual({ "a.js": "a1", "b.js": "b0", "new.js": "n1" });
  });

  it("has nothing if the first step is not valid", async () => {
    const files: Record<string, string> = { ...OPENING, "a.js": "a1" };
    const partial = watchPartialResult(treeOf(files));
    await partial.note([patch(false)]);
    expect(await partial.keep()).toEqual([]);
    expect(files["a.js"]).toBe("a1");
  });
});
