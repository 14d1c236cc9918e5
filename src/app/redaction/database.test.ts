import { expect, test } from "vitest";
import { createRedactor } from "../../domain/rules/secrets/redactor.ts";
import type { CacheEntry, CheckCache } from "../../services/conformance/index.ts";
import { redactedCache } from "./database.ts";

const SECRET = "hunter2-hunter2";
const redactor = createRedactor({ values: [SECRET], tag: () => "abcdef" });

function entryWith(snippet: string): CacheEntry {
  const finding = { path: "a.py", range: null, snippet, scope: "", surroundings: "" };
  return { stamp: "1", hash: "0", findings: { rule: [finding] }, gathered: {} };
}

function memoryCache(): CheckCache & { readonly stored: Map<string, CacheEntry | null> } {
  const stored = new Map<string, CacheEntry | null>();
  return {
    stored,
    load: async () => new Map(),
    save: async (changes) => {
      for (const [path, entry] of changes) stored.set(path, entry);
    },
  };
}

test("a cached result is stored unchanged or not at all: a secret in a finding or in the path removes it", async () => {
  const cache = memoryCache();
  const clean = entryWith("eval(x)");
  const changes = new Map([
    ["a.py", clean],
    ["b.py", entryWith(`login("${SECRET}")`)],
    [`keys/${SECRET}.py`, clean],
    ["gone.py", null],
  ]);
  await redactedCache(cache, redactor).save(changes);
  expect(cache.stored.get("a.py")).toBe(clean);
  expect([...cache.stored].filter(([, entry]) => entry === null).map(([path]) => path)).toEqual([
    "b.py",
    `keys/${SECRET}.py`,
    "gone.py",
  ]);
});
