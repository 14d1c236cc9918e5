import { describe, expect, it } from "vitest";
import { executeDirectly, temporaryTree } from "../../../test/support/direct-execution.ts";
import type { ChangeSet } from "../../domain/entities/code-change.ts";
import type { JudgingFiles } from "../../domain/ports/testing.ts";
import type { AttemptTree } from "../../domain/ports/workspace.ts";
import { createTestRunner } from "../../services/testing/index.ts";
import { createAffected } from "./affected-tests.ts";

const RED = 'import { test } from "node:test";\n';
const FILES = {
  "package.json": '{"type":"module","scripts":{"test":"node --test"}}',
  "src/cart.js": "export const cart = 1;\n",
  "src/user.js": "export const user = 1;\n",
  "test/cart.test.js": `${RED}import { cart } from "../src/cart.js";\ntest("cart", () => cart);\n`,
  "test/user.test.js": `${RED}import { user } from "../src/user.js";\ntest("user", () => user);\n`,
  "test/words.test.js": `${RED}test("words", () => {});\n`,
};
const ports = {
  tests: createTestRunner({
    execute: executeDirectly,
    nodeProgram: process.execPath,
    resourceFolder: new URL("../../services/testing/resources", import.meta.url).pathname,
    defaults: { timeoutMs: 60_000 },
  }),
  isSource: (path: string) => path.endsWith(".js"),
  settings: { isExcluded: () => false },
} as unknown as Parameters<typeof createAffected>[0];

async function affected(
  changed: readonly string[],
  targets: readonly string[],
  ran: readonly string[] | null = null,
) {
  using tree = temporaryTree(FILES);
  const change = { files: changed.map((path) => ({ path })) } as unknown as ChangeSet;
  const attempt = { ...tree, changes: async () => change } as unknown as AttemptTree;
  const judging = ran && (async () => ({ collected: new Set(ran) }) as unknown as JudgingFiles);
  return await createAffected(ports, attempt, targets, judging ?? undefined)();
}

describe("the tests that are run while a model works", () => {
  const CART = "test/cart.test.js";
  const USER = "test/user.test.js";
  it.each<[string, Parameters<typeof affected>, readonly string[] | null]>([
    ["reach the change", [["src/cart.js"], []], [CART]],
    ["include those to be repaired", [["src/cart.js"], [`${USER} > user`]], [USER, CART]],
    [
      "include those to be repaired, with the suite's name in front",
      [["src/cart.js"], [`node:test@. ${USER} > user`]],
      [USER, CART],
    ],
    ["ran before", [["src/cart.js", "src/user.js"], [], [CART, "test/words.test.js"]], [CART]],
    ["are all if nothing is changed", [[], [`${USER} > user`]], null],
    ["are all if the change reaches all", [["src/cart.js"], [], [CART]], null],
  ])("%s", async (_what, given, expected) => {
    expect(await affected(...given)).toEqual(expected);
  });
});
